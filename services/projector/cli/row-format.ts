import { unreachable } from "@ornament/platform/commands/unreachable";
import { csvLine } from "@ornament/platform/csv/csv-line";

/** The forms in which a command writes rows. The first one is the default. */
export const rowFormatNames = ["ndjson", "csv"] as const;
export type RowFormatName = (typeof rowFormatNames)[number];

/** A column: its name in NDJSON, and its title in CSV. */
export interface Column {
  readonly name: string;
  readonly title: string;
}

/** A row by the names of its columns. A value of `null` is an empty cell in CSV. */
export type Row = Readonly<Record<string, string | number | null>>;

/** Rows as text. */
export interface RowFormat {
  /** The text before the first row. */
  readonly head: string;
  line(row: Row): string;
}

export function rowFormat(name: RowFormatName, columns: readonly Column[]): RowFormat {
  switch (name) {
    case "ndjson":
      return {
        head: "",
        line: (row) =>
          `${JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, row[column.name] ?? null])))}\n`,
      };
    case "csv":
      return {
        head: `\ufeff${csvLine(columns.map(({ title }) => title))}`,
        line: (row) => csvLine(columns.map((column) => String(row[column.name] ?? ""))),
      };
    default:
      return unreachable(name);
  }
}
