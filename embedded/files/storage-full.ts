/** SQLITE_FULL and SQLITE_IOERR_WRITE: the data did not fit, and the transaction was rolled back. */
const noSpace: ReadonlySet<unknown> = new Set([13, 778]);

/** Whether a commit failed because the disk or the file's limit has no space left. Nothing was written. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && "rawCode" in error && noSpace.has(error.rawCode);
