const notCsvMessage = "Please choose a CSV file (.csv)";
const noFileMessage = "Please choose a CSV file.";

/** Checks the file's name, because people can turn off the filter of the file picker. */
export function csvFileProblem(file: { name: string } | undefined): string | undefined {
  if (!file) return noFileMessage;
  return /\.csv$/i.test(file.name) ? undefined : notCsvMessage;
}
