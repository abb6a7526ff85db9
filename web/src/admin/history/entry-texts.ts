import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { type NamedInLog, splitValue } from "../log-entries/log-names.ts";

/**
 * The value of an entry without the name at its beginning: the comment of a PIN's deactivation. "" where the
 * changes or the subjects of the entry say it already.
 */
export function commentOf(
  { value, changes, subjects: about }: Pick<LogEntryRow, "value" | "changes" | "subjects">,
  subjects: readonly NamedInLog[],
): string {
  const rest = splitValue(value, subjects).rest.replace(/^[:,]\s*/, "");
  if (about.includes(rest)) return "";
  return changes.some(({ to }) => to !== "" && rest.endsWith(to)) ? "" : rest;
}
