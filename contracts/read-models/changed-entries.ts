import type { ActionLogDocument } from "./action-log.ts";
import type { ComparisonRow } from "./comparisons.ts";

type Field = Pick<ComparisonRow["fields"][number], "event" | "request">;
type Entry = Pick<ActionLogDocument, "_id" | "request" | "commit">;

/** The ids of the events of changed rows, and the requests of these events, each once. */
export function sourcesOf(rows: readonly Pick<ComparisonRow, "fields">[]): {
  events: string[];
  requests: string[];
} {
  const fields = rows.flatMap((row) => row.fields);
  return {
    events: [...new Set(fields.map(({ event }) => event))],
    requests: [...new Set(fields.flatMap(({ request }) => request ?? []))],
  };
}

/**
 * Finds the entry of a changed value in the System action log: that of its event or, for an event without an
 * entry such as the import of one PIN, the first entry of the same request.
 */
export function entryFinder<E extends Entry>(entries: readonly E[]): (field: Field) => E | undefined {
  const byId = new Map(entries.map((entry) => [entry._id, entry]));
  const first = new Map<string, E>();
  for (const entry of entries.toSorted((a, b) => Number(a.commit - b.commit)))
    if (entry.request !== null && !first.has(entry.request)) first.set(entry.request, entry);
  return ({ event, request }) => byId.get(event) ?? (request === null ? undefined : first.get(request));
}
