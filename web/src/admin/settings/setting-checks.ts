import { requiredMessage } from "@ornament/contracts/domain/email";
import { deviceLimitMessage, playerUrlProblem } from "@ornament/contracts/domain/settings";

/**
 * The message for a device limit; `undefined` for a whole number from 1. The server checks the largest one.
 */
export function deviceLimitProblem(text: string): string | undefined {
  if (text === "") return requiredMessage;
  return /^\d+$/.test(text) && Number(text) >= 1 ? undefined : deviceLimitMessage;
}

export const playerLinkProblem = (text: string): string | undefined =>
  text === "" ? requiredMessage : playerUrlProblem(text);

const notCsvMessage = "Please choose a CSV file (.csv)";
const noFileMessage = "Please choose a CSV file.";

/** Checks the file's name, because people can turn off the filter of the file picker. */
export function csvFileProblem(file: { name: string } | undefined): string | undefined {
  if (!file) return noFileMessage;
  return /\.csv$/i.test(file.name) ? undefined : notCsvMessage;
}
