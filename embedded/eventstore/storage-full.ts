/** SQLITE_FULL, and SQLITE_IOERR_WRITE: what was to be written did not fit, and the transaction is undone. */
const noSpace: ReadonlySet<unknown> = new Set([13, 778]);

/** Whether a commit failed because the disk (or the file's limit) has no space left. Nothing of it was written then. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Error && "rawCode" in error && noSpace.has(error.rawCode);

/** The client knows no error of this kind, so that callers tell it by this word in the message. */
export const STORAGE_FULL_MESSAGE = "storage-full: the event store has no space left, nothing was written";
