import { parseString } from "fast-csv";

/** A CSV text, with or without a BOM, as cells, without the line of the signed checkpoint. */
export const parseCsv = (text: string): Promise<string[][]> => {
  const rows: string[][] = [];
  return new Promise((resolve, reject) => {
    parseString<string[], string[]>(text)
      .on("error", reject)
      .on("data", (row: string[]) => rows.push(row))
      .on("end", () => resolve(rows.filter(([title]) => title !== "Log checkpoint")));
  });
};
