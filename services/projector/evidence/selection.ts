import { searchable } from "@ornament/contracts/read-models/search-text";
import type { LogGroup, LogRole } from "@ornament/contracts/tables/action-log";
import type { AuditedEvent } from "./audited-event.ts";

/** The filters of the System action log. Instants include `since` and exclude `until`. */
export interface Filters {
  readonly actor?: string | undefined;
  readonly role?: LogRole | undefined;
  readonly group?: LogGroup | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly request?: string | undefined;
  readonly session?: string | undefined;
  readonly query?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Whether an event is among those that are asked for. It gets every event, in their order. */
export type Wanted = (audited: AuditedEvent) => boolean;

/** The entries of the System action log that the filters leave. */
export function entriesOf(filters: Filters, shown: (instant: Date) => string): Wanted {
  const { actor, role, group, action, subject, request, session, since, until } = filters;
  const query = filters.query === undefined ? undefined : searchable(filters.query.trim());
  const isAbout = subject === undefined ? () => true : about(subject);
  return (audited) => {
    const { event, entry, sessionId } = audited;
    const { metadata, createdAt } = event;
    // Asked first: it has to see the hidden events, too.
    if (!isAbout(audited) || !entry) return false;
    return (
      (actor === undefined || audited.actor === actor) &&
      (role === undefined || roleOf(audited) === role) &&
      (group === undefined || entry.group === group) &&
      (action === undefined || searchable(entry.action) === searchable(action)) &&
      (request === undefined || metadata.requestId === request) &&
      (session === undefined || sessionId === session) &&
      (since === undefined || createdAt >= since) &&
      (until === undefined || createdAt < until) &&
      (query === undefined || holds(audited, query, shown))
    );
  };
}

/** The history of a thing, with the hidden events that began it. @param all adds every other hidden event about it */
export function historyOf(subject: string, all: boolean): Wanted {
  const isAbout = about(subject);
  return (audited) => isAbout(audited) && (all || (audited.entry ?? audited.hidden) !== undefined);
}

/**
 * Whether an event is about a thing. The import that added a PIN is about the PIN, and the imports that added
 * PINs to a batch are about the batch, whose PINs would hide them.
 */
function about(subject: string): Wanted {
  const subjects = new Set([subject]);
  const isOfMany = /^(?:batch|import)-/.test(subject);
  return ({ event, subjects: named }) => {
    if (!named.some((each) => subjects.has(each))) return false;
    if (event.type !== "PinImported") return true;
    // The other PINs of the import are found by its name.
    if (!named.includes(subject)) return false;
    for (const each of named) if (each.startsWith("import-")) subjects.add(each);
    return !isOfMany;
  };
}

function roleOf({ event }: AuditedEvent): string {
  const { actor } = event.metadata;
  return actor.kind === "admin" ? actor.role : actor.kind;
}

const holds = ({ role, email, entry, event }: AuditedEvent, term: string, shown: (instant: Date) => string) =>
  [role, entry?.action ?? "", entry?.value ?? "", email, shown(event.createdAt)].some((text) =>
    searchable(text).includes(term),
  );
