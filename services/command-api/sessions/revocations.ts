import { beginsCredentialEpoch, credentialEvents } from "@ornament/contracts/events/credential-epoch";
import { type Audience, audience } from "@ornament/contracts/events/fields";
import type {
  EventStore,
  PlainEvent,
  Position,
  Start,
  Subscription,
} from "@ornament/platform/eventstore/event-store";
import type { RevokedAt } from "@ornament/platform/http/revoked-at";
import { accessTokenSeconds, type VerifiedAccess } from "@ornament/platform/tokens/access-token";
import { z } from "zod";

/** More than clocks differ. */
const clocksMilliseconds = 120_000;

/** As long as an access token is valid. */
const rememberedMilliseconds = accessTokenSeconds * 1000 + clocksMilliseconds;

const revokingEvents = [
  ...credentialEvents,
  "AdminAccountDeleted",
  "ConsumerAccountDeleted",
  "SessionEnded",
] as const;

const sessionOf = z
  .object({ sessionId: z.string(), audience })
  .transform((session) => ({ audience: session.audience, key: sessionKey(session.sessionId) }));
const keyOf = (of: Audience, id: number) => ({ audience: of, key: subjectKey(of, id) });
const subjectOf = z.union([
  z.object({ adminId: z.number() }).transform(({ adminId }) => keyOf("admin", adminId)),
  z.object({ consumerId: z.number() }).transform(({ consumerId }) => keyOf("consumer", consumerId)),
]);

/** An event that may have made access tokens invalid. Each event is a new object. */
interface Revocation {
  readonly position: Position;
  readonly until: number;
  readonly untilPassed: number;
}

/** A token that has to be looked up in the event store. */
export interface Unproven {
  /**
   * Call it if the token turned out to be valid. @param position the last event of the account that was read
   */
  foundValid(position: Position | undefined): void;
}

/**
 * Changes that may have made access tokens invalid before they expire. See
 * docs/decisions/0010-sign-in-sessions.md.
 */
export interface Revocations {
  /** Remembers the event if it revokes tokens. */
  record(event: PlainEvent & { position: Position }): void;
  /** Whether this process has seen the end of the session. */
  isEnded(sessionId: string): boolean;
  /**
   * `undefined` if this process would have seen any revocation of the token. A token must be looked up if it
   * was issued before the event store was followed, after a change of its account's credentials, and while
   * the event at `revokedAt` is not delivered. After it was found valid, it is looked up again only after the
   * next change.
   */
  unproven(audience: Audience, access: VerifiedAccess, revokedAt: bigint | undefined): Unproven | undefined;
  /** The positions of the latest revocations, for the gateway. */
  latest(): RevokedAt;
  /**
   * The event store is now followed from its head, which was read after `since`. Every token that was issued
   * before is looked up.
   */
  startOver(head: Position | undefined, since: Date): void;
  /** Everything up to the position has been delivered. */
  delivered(position: Position): void;
  /** The event store may have been replaced, so every token is looked up. Revoked tokens stay revoked. */
  distrust(): void;
}

/** @param passed milliseconds of a clock that never goes back */
export function createRevocations(
  clock: () => Date,
  passed: () => number = () => performance.now(),
): Revocations {
  const remembered = new Map<string, Revocation>();
  let latest = { ofAnyone: 0n, ofAdmins: 0n, since: 0 };
  let reached: Position | undefined;
  let followedSince = clock().getTime();
  /**
   * The tokens that were found valid, each with the latest change of its account. A look-up that began before
   * `distrust` fills only the former map.
   */
  let valid = new WeakMap<VerifiedAccess, Revocation | "unchanged">();
  // A revocation is dropped only when both clocks are past its end: a token expires by the time of day, which
  // may be set back, and must not be accepted again if the time of day was ahead for a while.
  const fresh = (key: string) => {
    const revocation = remembered.get(key);
    const isFresh = revocation && (revocation.until > clock().getTime() || revocation.untilPassed > passed());
    return isFresh ? revocation : undefined;
  };
  const remember = (key: string, position: Position) => {
    // A new entry is the last one, so that the map is ordered by expiry and only its first entries have to be
    // checked.
    remembered.delete(key);
    const until = clock().getTime() + rememberedMilliseconds;
    remembered.set(key, { position, until, untilPassed: passed() + rememberedMilliseconds });
    for (const oldest of remembered.keys()) {
      if (fresh(oldest)) break;
      remembered.delete(oldest);
    }
  };
  const distrust = () => {
    followedSince = clock().getTime();
    valid = new WeakMap();
    reached = undefined;
  };
  return {
    record(event) {
      if (!isRevoking(event.type)) return;
      const { key, audience } =
        event.type === "SessionEnded" ? sessionOf.parse(event.data) : subjectOf.parse(event.data);
      const { commit } = event.position;
      if (commit > latest.ofAnyone) latest = { ...latest, ofAnyone: commit };
      if (audience === "admin" && commit > latest.ofAdmins) latest = { ...latest, ofAdmins: commit };
      remember(key, event.position);
    },
    isEnded: (sessionId) => fresh(sessionKey(sessionId)) !== undefined,
    unproven(audience, access, revokedAt) {
      const known = valid;
      const change = fresh(subjectKey(audience, access.subjectId));
      const isBehind = revokedAt !== undefined && revokedAt > (reached?.commit ?? -1n);
      const isNew = access.issuedAt.getTime() >= followedSince + clocksMilliseconds;
      const isProven = known.get(access) === (change ?? "unchanged") || (isNew && !change);
      if (isProven && !isBehind) return undefined;
      return {
        foundValid(position) {
          // A node that is behind may not have the change yet.
          const isIncluded = !change || (position && position.commit >= change.position.commit);
          if (isIncluded) known.set(access, change ?? "unchanged");
        },
      };
    },
    latest: () => latest,
    startOver(head, since) {
      distrust();
      const position = head?.commit ?? 0n;
      latest = { ofAnyone: position, ofAdmins: position, since: since.getTime() };
      reached = head;
    },
    delivered(position) {
      reached = position;
    },
    distrust,
  };
}

const sessionKey = (sessionId: string) => `session ${sessionId}`;
const subjectKey = (audience: Audience, id: number) => `${audience} ${id}`;
const isRevoking = (type: string) =>
  beginsCredentialEpoch(type) || (revokingEvents as readonly string[]).includes(type);

/**
 * Follows the revocations from the head of the event store. Events before it are not read: the tokens of that
 * time are looked up when requests bring them. After each lost connection it starts again from the head,
 * because the event store may have been replaced.
 */
export async function followRevocations(
  store: EventStore,
  revocations: Revocations,
  clock: () => Date,
): Promise<Subscription> {
  const fromHead = async (): Promise<Start> => {
    const since = clock();
    const head = await store.head();
    revocations.startOver(head, since);
    return head ?? "start";
  };
  await fromHead();
  store.remembered.add("tokens that were found valid", () => revocations.distrust());
  return store.subscribeToAll({
    name: "revocations",
    from: fromHead,
    filter: { eventTypes: revokingEvents },
    async onBatch({ events, position }) {
      for (const event of events) revocations.record(event);
      revocations.delivered(position);
    },
  });
}
