import { definitionOf } from "@ornament/contracts/events/catalogue";
import { exportedData } from "@ornament/contracts/events/withheld";
import { isForgedEventFound } from "@ornament/platform/eventstore/authenticity/forged-event-found";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { LRUCache } from "lru-cache";
import { sessionPlaceOf } from "../projections/action-log.ts";
import { type AuditedEvent, auditReader, readableOf, sealed, withoutPersonal } from "./audited-event.ts";
import type { Wanted } from "./selection.ts";

const sessionsRemembered = 50_000;

/** Where an act came from. A value that is not recorded, or that is erased, is null. */
interface AuditedSession {
  readonly id: string;
  readonly browser: string | null;
  readonly address: string | null;
}

/** An event as audits show it, with the session of its actor. */
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
