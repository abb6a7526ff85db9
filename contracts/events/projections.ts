/** The read models (design §6). A query route names those it reads, so that a reader can wait for its own writes. */
export const projectionNames = [
  "admins",
  "pins",
  "consumers",
  "actionLog",
  "settings",
  "pinImports",
  "access",
] as const;

export type ProjectionName = (typeof projectionNames)[number];
