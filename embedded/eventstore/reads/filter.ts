import type { StoredEvent } from "../log/event.ts";

/**
 * A filter by stream or by type. A regular expression takes precedence over prefixes, as on the real server.
 */
export type FilterExpression = {
  readonly on: "stream" | "type";
  readonly regex: string;
  readonly prefixes: readonly string[];
};

export type EventFilter = (event: Pick<StoredEvent, "stream" | "type">) => boolean;

/** Compiles a filter. Throws a `SyntaxError` for an invalid regular expression. */
export function compileFilter({ on, regex, prefixes }: FilterExpression): EventFilter {
  if (regex !== "") {
    const pattern = new RegExp(regex, "u");
    return (event) => pattern.test(event[on]);
  }
  return (event) => prefixes.some((prefix) => event[on].startsWith(prefix));
}
