import { describeDevice } from "@ornament/contracts/domain/device-description";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { LRUCache } from "lru-cache";
import { sealed } from "./sealed.ts";

/** Where an act came from. A value that is not recorded, or that is erased, is null. */
export interface AuditedSession {
  readonly id: string;
  readonly browser: string | null;
  readonly address: string | null;
}

const remembered = 50_000;

/** The events of a session that tell where it is. */
const tells: ReadonlySet<string> = new Set(["SessionStarted", "SessionRefreshed"]);

/** Finds the sessions of events. A session that was read long ago is read again. */
export interface Sessions {
  learn(event: StoredEvent): void;
  of(event: StoredEvent): Promise<AuditedSession | null>;
}

/** @param prepared changes an event of a session before it is read */
export function auditedSessions(
  store: Pick<EventStore, "read">,
  prepared: (event: StoredEvent) => StoredEvent,
): Sessions {
  const known = new LRUCache<string, AuditedSession>({ max: remembered });
  const learn = (event: StoredEvent) => {
    if (!tells.has(event.type)) return;
    const { sessionId, userAgent, address } = event.data as Told;
    const before = known.get(sessionId);
    known.set(sessionId, {
      id: sessionId,
      browser: userAgent ? browserText(userAgent) : (before?.browser ?? null),
      address: address ?? before?.address ?? null,
    });
  };
  return {
    learn,
    async of({ metadata: { sessionId } }) {
      if (sessionId === undefined) return null;
      if (!known.has(sessionId))
        for (const event of (await store.read(`session-${sessionId}`, { maxCount: 1 })).events)
          if (event.forged !== true) learn(prepared(event));
      return known.get(sessionId) ?? { id: sessionId, browser: null, address: null };
    },
  };
}

const browserText = (userAgent: string) => (userAgent === sealed ? sealed : describeDevice(userAgent));

interface Told {
  readonly sessionId: string;
  readonly userAgent?: string | null;
  readonly address?: string | null;
}
