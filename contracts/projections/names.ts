/**
 * The read models. A query route names the ones that it reads, so that a reader can wait until they contain
 * the reader's writes.
 */
export const projectionNames = [
  "admins",
  "pins",
  "consumers",
  "actionLog",
  "settings",
  "pinImports",
  "bulkChanges",
  "access",
  "signInHelp",
] as const;

export type ProjectionName = (typeof projectionNames)[number];
