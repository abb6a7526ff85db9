/** A call that is compared with the plain first page. */
export interface TableRow {
  readonly what: string;
  readonly path: string;
}

/** The path of a page of 25 rows. */
export const pageOf = (table: "pins" | "users", query: Readonly<Record<string, string>>) =>
  `/api/admin/table/${table}?${new URLSearchParams({ limit: "25", ...query })}`;
