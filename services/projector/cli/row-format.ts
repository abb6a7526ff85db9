import { unreachable } from "@ornament/platform/commands/unreachable";
import { csvText } from "@ornament/platform/csv/csv-text";

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
  head(): Promise<string>;
  text(rows: readonly Row[]): Promise<string>;
}

export function rowFormat(name: RowFormatName, columns: readonly Column[]): RowFormat {
  const named = (row: Row) => Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]));
  switch (name) {
    case "ndjson":
      return {
        head: async () => "",
        text: async (rows) => rows.map((row) => `${JSON.stringify(named(row))}\n`).join(""),
      };
    case "csv":
      return {
        head: () => csvText([columns.map(({ title }) => title)], true),
        text: (rows) => csvText(rows.map((row) => columns.map((column) => String(row[column.name] ?? "")))),
      };
    default:
      return unreachable(name);
  }
}
