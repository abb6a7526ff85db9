/** Loads a page of a table with the table's search, filters and order. Pages begin at 1. */
export type LoadPage<Row> = (page: number, limit: number) => Promise<{ rows: readonly Row[]; count: number }>;

/** The loading of a page that is needed now and isn't kept up to date afterwards. */
export const once = { subscribe: false, forceRefetch: true } as const;

/** More rows would fill hundreds of sheets and take a browser long to lay out. */
export const mostPrinted = 5000;
const pageSize = 100;

export interface AllRowsOptions<Row> {
  loadPage: LoadPage<Row>;
  rowKey: (row: Row) => string | number;
  onProgress: (loaded: number, count: number) => void;
  /** Ends the loading. */
  signal: AbortSignal;
}

/**
 * All rows of a table, or only their number if there are too many to print. A row that a change has meanwhile
 * moved to a later page is there once.
 */
export async function loadAllRows<Row>(
  options: AllRowsOptions<Row>,
): Promise<{ rows: readonly Row[] } | { tooMany: number }> {
  const { loadPage, rowKey, onProgress, signal } = options;
  const rows = new Map<string | number, Row>();
  for (let page = 1; ; page++) {
    const answer = await loadPage(page, pageSize);
    signal.throwIfAborted();
    if (answer.count > mostPrinted) return { tooMany: answer.count };
    for (const row of answer.rows) rows.set(rowKey(row), row);
    onProgress(rows.size, answer.count);
    if (page * pageSize >= answer.count) return { rows: [...rows.values()] };
  }
}
