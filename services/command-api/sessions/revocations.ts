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

/** As long as an access token can live, and some more for clocks that differ. */
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

/** What may have voided access tokens that still live (design §9). */
export interface Revocations {
  note(event: PlainEvent & { position: Position }): void;
  isEnded(sessionId: string): boolean;
  /** Whether the account's credentials changed lately: then its streams say what a token is worth. */
  changedLately(audience: Audience, subjectId: number): boolean;
  /** Where in the log the last of them stands; `undefined` before the first. */
  latest(): Position | undefined;
  /** Forgets where they stand, for the log is another one; what is void stays void. */
  forgetPlaces(): void;
}

export function createRevocations(clock: () => Date): Revocations {
  const until = new Map<string, number>();
  let latest: Position | undefined;
  const isFresh = (key: string) => (until.get(key) ?? 0) > clock().getTime();
  const remember = (key: string) => {
    // Inserted anew, so that the map's order is that of expiry and forgetting looks at the oldest alone.
    until.delete(key);
    until.set(key, clock().getTime() + rememberedMilliseconds);
    for (const oldest of until.keys()) {
      if (isFresh(oldest)) break;
      until.delete(oldest);
    }
  };
  return {
    note(event) {
      if (!isRevoking(event.type)) return;
      latest = laterPosition(latest, event.position);
      if (event.type === "SessionEnded") remember(sessionKey(sessionOf.parse(event.data).sessionId));
      else remember(subjectOf.parse(event.data));
    },
    isEnded: (sessionId) => isFresh(sessionKey(sessionId)),
    changedLately: (audience, subjectId) => isFresh(subjectKey(audience, subjectId)),
    latest: () => latest,
    forgetPlaces() {
      latest = undefined;
    },
  };
}

const sessionKey = (sessionId: string) => `session ${sessionId}`;
const subjectKey = (audience: Audience, id: number) => `${audience} ${id}`;
const isRevoking = (type: string) =>
  raisesCredentialEpoch(type) || (revokingEvents as readonly string[]).includes(type);

/**
 * Reads back what was revoked while an access token may live, then follows the log. The head is taken first: what comes
 * while it reads back is read back, given by the subscription, or both, and never left out. After a drop it does so again
 * where the log has not the place any more, as after a restore: what a log can't give must not be waited for either.
 */
export async function followRevocations(
  store: EventStore,
  revocations: Revocations,
  clock: () => Date,
): Promise<Subscription> {
  const begin = async (): Promise<StoredPosition | "start"> => {
    const head = await store.head();
    if (!head) return "start";
    await readBack(store, revocations, clock);
    return { position: head };
  };
  let from = await begin();
  return store.subscribeToAll({
    name: "revocations",
    async from() {
      if (from !== "start" && (await isLost(store, from))) {
        revocations.forgetPlaces();
        from = await begin();
      }
      return from === "start" ? from : from.position;
    },
    filter: { eventTypes: revokingEvents },
    onBatch: async ({ events, position, eventId }) => {
      for (const event of events) revocations.note(event);
      from = { position, eventId };
    },
  });
}

/** Without patience: reading back once too often does no harm. */
const isLost = async (store: EventStore, place: StoredPosition) =>
  (await checkPosition(store, place, { patienceMilliseconds: 0 })).kind === "missing";

/** From the end, for a read backwards from the head would leave out the event at the head. */
async function readBack(store: EventStore, revocations: Revocations, clock: () => Date): Promise<void> {
  const oldest = clock().getTime() - rememberedMilliseconds;
  for await (const event of store.readAll({ from: "end", backwards: true })) {
    if (event.createdAt.getTime() < oldest) return;
    revocations.note(event);
  }
}
