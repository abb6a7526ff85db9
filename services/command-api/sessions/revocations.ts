import { credentialEvents, raisesCredentialEpoch } from "@ornament/contracts/events/credential-epoch";
import type { Audience } from "@ornament/contracts/events/fields";
import { checkPosition, type StoredPosition } from "@ornament/platform/eventstore/checkpoints/position-check";
import type {
  EventStore,
  PlainEvent,
  Position,
  Subscription,
} from "@ornament/platform/eventstore/event-store";
import { laterPosition } from "@ornament/platform/eventstore/position";
import { accessTokenSeconds } from "@ornament/platform/tokens/access-token";
import { z } from "zod";

/** As long as an access token is valid, and two minutes more for clocks that differ. */
const rememberedMilliseconds = (accessTokenSeconds + 120) * 1000;

const revokingEvents = [
  ...credentialEvents,
  "AdminAccountDeleted",
  "ConsumerAccountDeleted",
  "SessionEnded",
] as const;

const sessionOf = z.object({ sessionId: z.string() });
const subjectOf = z.union([
  z.object({ adminId: z.number() }).transform(({ adminId }) => subjectKey("admin", adminId)),
  z.object({ consumerId: z.number() }).transform(({ consumerId }) => subjectKey("consumer", consumerId)),
]);

/** After such a change the account's streams have to be read to know whether a token is valid. */
export interface CredentialChange {
  readonly position: Position;
}

/** Recent changes that may have made access tokens invalid before they expire. See docs/decisions/0010-sign-in-sessions.md. */
export interface Revocations {
  /** Remembers the event if it revokes tokens. */
  record(event: PlainEvent & { position: Position }): void;
  /** Whether the session ended lately. */
  isEnded(sessionId: string): boolean;
  /**
   * The latest known change of the account's credentials; `undefined` without one lately. Every later change is another object, so what
   * was read after a change can be kept by it.
   */
  latestChange(audience: Audience, subjectId: number): CredentialChange | undefined;
  /** The position of the latest revocation in the log; `undefined` before the first. */
  latest(): Position | undefined;
  /** Forgets the latest position, and what was read, because the log was replaced. Revoked tokens stay revoked. */
  forgetPosition(): void;
}

/** @param passed milliseconds of a clock that never goes back */
export function createRevocations(
  clock: () => Date,
  passed: () => number = () => performance.now(),
): Revocations {
  const remembered = new Map<
    string,
    CredentialChange & { readonly until: number; readonly untilPassed: number }
  >();
  let latest: Position | undefined;
  // By both clocks: a token expires by the time of day, which may be set back, and must not be accepted again if it was ahead meanwhile.
  const fresh = (key: string) => {
    const change = remembered.get(key);
    return change && (change.until > clock().getTime() || change.untilPassed > passed()) ? change : undefined;
  };
  const remember = (key: string, position: Position) => {
    // Inserted at the end, so that the map is ordered by expiry and only its first entries have to be checked.
    remembered.delete(key);
    const until = clock().getTime() + rememberedMilliseconds;
    remembered.set(key, { position, until, untilPassed: passed() + rememberedMilliseconds });
    for (const oldest of remembered.keys()) {
      if (fresh(oldest)) break;
      remembered.delete(oldest);
    }
  };
  return {
    record(event) {
      if (!isRevoking(event.type)) return;
      latest = laterPosition(latest, event.position);
      const key =
        event.type === "SessionEnded"
          ? sessionKey(sessionOf.parse(event.data).sessionId)
          : subjectOf.parse(event.data);
      remember(key, event.position);
    },
    isEnded: (sessionId) => fresh(sessionKey(sessionId)) !== undefined,
    latestChange: (audience, subjectId) => fresh(subjectKey(audience, subjectId)),
    latest: () => latest,
    forgetPosition() {
      latest = undefined;
      for (const [key, change] of remembered) remembered.set(key, { ...change });
    },
  };
}

const sessionKey = (sessionId: string) => `session ${sessionId}`;
const subjectKey = (audience: Audience, id: number) => `${audience} ${id}`;
const isRevoking = (type: string) =>
  raisesCredentialEpoch(type) || (revokingEvents as readonly string[]).includes(type);

/**
 * Reads what was revoked as long ago as an access token is valid, and then follows the log. The head is read first: an event
 * that comes meanwhile is read, delivered by the subscription, or both, and never missed. After the subscription was
 * dropped, it starts again from the head if the log does not have the last event any more, e.g. after a restore.
 */
export async function followRevocations(
  store: EventStore,
  revocations: Revocations,
  clock: () => Date,
): Promise<Subscription> {
  const begin = async (): Promise<StoredPosition | "start"> => {
    const head = await store.head();
    if (!head) return "start";
    await readRecent(store, revocations, clock);
    return { position: head };
  };
  let from = await begin();
  return store.subscribeToAll({
    name: "revocations",
    async from() {
      if (from !== "start" && (await isLost(store, from))) {
        revocations.forgetPosition();
        from = await begin();
      }
      return from === "start" ? from : from.position;
    },
    filter: { eventTypes: revokingEvents },
    onBatch: async ({ events, position, eventId }) => {
      for (const event of events) revocations.record(event);
      from = { position, eventId };
    },
  });
}

/** Does not wait for the log to reach the position: reading once too often does no harm. */
const isLost = async (store: EventStore, place: StoredPosition) =>
  (await checkPosition(store, place, { patienceMilliseconds: 0 })).kind === "missing";

/** Reads from the end, because a read backwards from the head would leave out the event at the head. */
async function readRecent(store: EventStore, revocations: Revocations, clock: () => Date): Promise<void> {
  const oldest = clock().getTime() - rememberedMilliseconds;
  for await (const event of store.readAll({ from: "end", backwards: true })) {
    if (event.createdAt.getTime() < oldest) return;
    revocations.record(event);
  }
}
