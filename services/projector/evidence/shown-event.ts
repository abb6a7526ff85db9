import type { LogGroup, LogRole } from "@ornament/contracts/action-log/columns";
import { definitionOf } from "@ornament/contracts/catalogue";
import { exportedData } from "@ornament/contracts/events/withheld";
import { searchable } from "@ornament/contracts/tables/search-text";
import { isForgedEventFound } from "@ornament/platform/eventstore/authenticity/forged-event-found";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { LRUCache } from "lru-cache";
import { sessionPlaceOf } from "../action-log.ts";
import { type AuditedEvent, auditReader, readableOf, sealed, withoutPersonal } from "./audited-event.ts";

const sessionsRemembered = 50_000;

/** Where an act came from. A value that is not recorded, or that is erased, is null. */
interface AuditedSession {
  readonly id: string;
  readonly browser: string | null;
  readonly address: string | null;
}

export interface Shown extends AuditedEvent {
  readonly session: AuditedSession | null;
}

/** Takes every event in the order of the log, and gives those that are wanted, with the session of the actor. */
export function shownEvents(
  store: Pick<EventStore, "read">,
  { wanted, withPersonalData }: { wanted: Wanted; withPersonalData: boolean },
): (event: StoredEvent) => Promise<Shown | undefined> {
  const read = auditReader();
  const sessions = auditedSessions(store, withPersonalData);
  return async (event) => {
    sessions.learn(event);
    const audited = read(withPersonalData ? event : withoutPersonal(event));
    return wanted(audited) ? { ...audited, session: await sessions.of(audited.sessionId) } : undefined;
  };
}

/** The sessions as of the latest event that was read. One that was read long ago is read again. */
function auditedSessions(store: Pick<EventStore, "read">, withPersonalData: boolean) {
  const known = new LRUCache<string, AuditedSession>({ max: sessionsRemembered });
  const shown = (value: string | null) => (value === null || withPersonalData ? value : sealed);
  const learn = (event: StoredEvent) => {
    const readable = readableOf(event);
    const place = readable && sessionPlaceOf(readable);
    if (!place) return;
    const { session, browser, address } = place;
    known.set(session, { id: session, browser: shown(browser), address: shown(address) });
  };
  return {
    learn,
    async of(id: string | null): Promise<AuditedSession | null> {
      if (id === null) return null;
      const found = known.get(id);
      if (found) return found;
      for (const event of (await store.read(`session-${id}`, { maxCount: 1 })).events) learn(event);
      const unknown = { id, browser: null, address: null };
      if (!known.has(id)) known.set(id, unknown);
      return known.get(id) ?? unknown;
    },
  };
}

/** The fields of an event in an export and in an evidence file. */
export function jsonOf({ event, entry, role, actor, email, subjects, changes, session, partOf }: Shown) {
  const { metadata } = event;
  const data = exportedData(event.data);
  return {
    id: event.id,
    position: String(event.position.commit),
    stream: event.stream,
    revision: Number(event.revision),
    type: event.type,
    version: metadata.schemaVersion,
    createdAt: event.createdAt.toISOString(),
    actor: { name: actor, role, email },
    request: metadata.requestId ?? null,
    session,
    correlation: metadata.$correlationId || null,
    causation: metadata.$causationId ?? null,
    command: metadata.commandId ?? null,
    build: metadata.build ?? null,
    subjects,
    entry: entry ? { ...entry, changes } : null,
    partOf,
    data,
    erased: event.damaged === undefined ? erasedFields(event.type, data) : [],
    forged: isForgedEventFound(event),
    unreadable:
      event.unreadable ?? (event.invalid === undefined ? (event.damaged ?? null) : "breaks its schema"),
  };
}

function erasedFields(type: string, data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  const values = data as Readonly<Record<string, unknown>>;
  return (definitionOf(type)?.personal ?? []).filter((field) => values[field] === null);
}

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

/** Whether an event is about a thing. The import that added a PIN is about the PIN, and about its batch. */
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
