import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { LRUCache } from "lru-cache";
import { sessionPlaceOf } from "../projections/log-sessions.ts";
import { readableOf } from "./readable.ts";
import { sealed } from "./sealed.ts";

/** Where an act came from. A value that is not recorded, or that is erased, is null. */
export interface AuditedSession {
  readonly id: string;
  readonly browser: string | null;
  readonly address: string | null;
}

const remembered = 50_000;

/** Finds the sessions of events. A session that was read long ago is read again. */
export interface Sessions {
  learn(event: StoredEvent): void;
  /** The place of a session as of the latest event that was read. */
  of(id: string | null): Promise<AuditedSession | null>;
}

export function auditedSessions(
  store: Pick<EventStore, "read">,
  { withPersonalData }: { withPersonalData: boolean },
): Sessions {
  const known = new LRUCache<string, AuditedSession>({ max: remembered });
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
    async of(id) {
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
