/** Limits of MongoDB 8.0, in bytes or as a number. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
export const MAX_MESSAGE_BYTES = 48_000_000;
export const MAX_WRITE_BATCH = 100_000;
export const MAX_INDEXES = 64;
export const FIRST_BATCH_DOCUMENTS = 101;

/** Limits of this server. */
export const MAX_OPEN_CURSORS = 1_000;
export const CURSOR_TIMEOUT_MS = 600_000;
export const MAX_CONNECTIONS = 1_000;
