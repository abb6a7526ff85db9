import type { LogEntryRow, LogEvent } from "@ornament/contracts/api/action-log";
import { formatDateTime } from "@ornament/contracts/domain/dates";
import { type Answer, type Filter, type Part, placeOf, timeZone, withOthers } from "./answer.ts";
import type { Person } from "./person.ts";

/** Every entry of the System action log, oldest first, by the pages of the table. */
export async function rowsOfApi(reader: Person, filter: Filter = {}): Promise<LogEntryRow[]> {
  const rows: LogEntryRow[] = [];
  for (let page = 1; ; page += 1) {
    const query = new URLSearchParams({ page: String(page), limit: "50", direction: "ASC", ...filter });
    const { body } = await reader.call("GET", `/api/admin/action-logs?${query}`);
    rows.push(...body.rows);
    if (rows.length >= body.count) return rows;
  }
}

/** The same by the positions in the event store, as a program collects them. */
export async function eventsOfApi(reader: Person): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  let after = "0";
  for (;;) {
    const { body } = await reader.call("GET", `/api/admin/log/events?limit=40&after=${after}`);
    events.push(...body.events);
    if (!body.more) return events;
    after = body.next;
  }
}

export const answersOfApi = (rows: readonly LogEntryRow[]): Answer[] => withOthers(rows.map(partOf));

function partOf(row: LogEntryRow): Part {
  return {
    id: row.id,
    who: row.actor,
    role: row.role,
    what: row.actionType.name,
    whom: row.subjects.filter((subject) => subject !== row.actor).sort(),
    fromTo: row.changes.map(({ what, from, to }) => `${what}: ${from ?? "(none)"} → ${to}`),
    where: placeOf(row.session, row.role),
    when: formatDateTime(new Date(row.createdAt), timeZone),
    why: row.value,
    partOf: row.partOf?.action ?? null,
    request: row.request ?? "",
  };
}
