import type { Doc, Value } from "../bson/value.ts";

/** Values of `$$name`, without the dollars; undefined is a missing value. */
export type Variables = ReadonlyMap<string, Value | undefined>;

export const noVariables: Variables = new Map();

/** What an expression is evaluated on. */
export interface Environment {
  readonly root: Doc;
  readonly variables: Variables;
}
