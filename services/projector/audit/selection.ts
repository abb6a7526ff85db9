import { folded } from "@ornament/contracts/read-models/read-model";
import type { LogRole } from "@ornament/contracts/tables/action-log";
import type { AuditedEvent } from "./audited-event.ts";

/** The filters of the System action log. Instants include `since` and exclude `until`. */
export interface Filters {
  readonly actor?: string | undefined;
  readonly role?: LogRole | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly request?: string | undefined;
  readonly session?: string | undefined;
  readonly query?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Whether an event is among those that are asked for. */
export type Wanted = (audited: AuditedEvent) => boolean;

/** The entries of the System action log that the filters leave. */
export function entriesOf(filters: Filters, shown: (instant: Date) => string): Wanted {
  const { actor, role, action, subject, request, session, since, until } = filters;
  const query = filters.query === undefined ? undefined : folded(filters.query.trim());
  return (audited) => {
    const { event, entry } = audited;
    const { metadata, createdAt } = event;
    if (!entry) return false;
    return (
      (actor === undefined || audited.actor === actor) &&
      (role === undefined || roleOf(audited) === role) &&
      (action === undefined || folded(entry.action) === folded(action)) &&
      (subject === undefined || audited.subjects.includes(subject)) &&
      (request === undefined || metadata.requestId === request) &&
      (session === undefined || metadata.sessionId === session) &&
      (since === undefined || createdAt >= since) &&
      (until === undefined || createdAt < until) &&
      (query === undefined || holds(audited, query, shown))
    );
  };
}

/**
 * The history of a thing: the entries about it, and the hidden events that began it.
 * @param all adds every other hidden event about it
 */
export const historyOf =
  (subject: string, all: boolean): Wanted =>
  ({ entry, hidden, subjects }) =>
    (all || entry !== undefined || hidden !== undefined) && subjects.includes(subject);

function roleOf({ event }: AuditedEvent): string {
  const { actor } = event.metadata;
  return actor.kind === "admin" ? actor.role : actor.kind;
}

const holds = ({ role, email, entry, event }: AuditedEvent, term: string, shown: (instant: Date) => string) =>
  [role, entry?.action ?? "", entry?.value ?? "", email, shown(event.createdAt)].some((text) =>
    folded(text).includes(term),
  );
