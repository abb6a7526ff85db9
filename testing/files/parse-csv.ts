import { parseString } from "fast-csv";

/** A CSV text, with or without a BOM, as cells. All lines of an export have equally many. */
export const parseCsv = (text: string): Promise<string[][]> => {
  const rows: string[][] = [];
  return new Promise((resolve, reject) => {
    parseString<string[], string[]>(text)
      .on("error", reject)
      .on("data", (row: string[]) => rows.push(row))
      .on("end", () => {
        const widths = new Set(rows.map(({ length }) => length));
        if (widths.size > 1) reject(new Error(`lines of ${[...widths].join(" and ")} cells`));
        else resolve(rows);
      });
  });
};
