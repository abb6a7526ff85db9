import { Refusal } from "@ornament/contracts/errors";
import type { Audience } from "@ornament/contracts/events/fields";
import type { SignInEvent } from "@ornament/contracts/events/sign-in";
import { streams } from "@ornament/contracts/events/streams";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import { expiringStreams } from "@ornament/platform/eventstore/client/expiring-streams";
import type { EventStore, ExpectedRevision } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import type { Logger } from "@ornament/platform/logging/logger";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import { lockedUntil, type SignInCommand, type SignInState, signInDecider } from "./decider.ts";

export interface Address {
  readonly audience: Audience;
  /** The keyed hash of the normalised address. */
  readonly key: string;
  readonly correlationId: string;
}

/** Failures count for a day, so events older than two days are not needed. */
export const attemptsKeptSeconds = 2 * 24 * 3600;
/**
 * How many of a stream's newest events are read. It is the same for every address, so that the time it takes does not show
 * how many failures an address has had. Each event has the count of its address, so one of them is enough.
 */
const eventsRead = 48;
const maxTries = 5;
/** More than there are streams of attempts. */
const streamsRemembered = 10_000;
const system = { kind: "system" } as const;

interface Needs {
  readonly store: Pick<EventStore, "read" | "append" | "setStreamMetadata" | "remembered">;
  readonly logger: Logger;
}

/** An attempt to sign in, after it was counted. */
export interface CountedAttempt {
  /** Whether it was counted as failed. It isn't while the address is locked. */
  readonly counted: boolean;
  /** How many attempts have failed, with this one. */
  readonly failures: number;
  /** In milliseconds since 1970; in the past or 0 if the address is not locked. */
  readonly lockedUntil: number;
  /** The address after it. */
  readonly after: Known;
}

/** What is known of an address, and the revision of its stream at which it is true. */
interface Known {
  readonly state: SignInState;
  readonly revision: ExpectedRevision;
}

/** Whose sign-in is locked. */
export interface LockedAccount {
  /** `null` for an address without an account. */
  readonly subjectId: number | null;
  /** The attempts came from a browser that has signed in to the account before. */
  readonly knownBrowser: boolean;
}

export interface SignInAttempts {
  /** Counts an attempt as failed, unless the address is locked. */
  count(address: Address, at: number): Promise<CountedAttempt>;
  /** Sets the count of an address to zero. With the attempt that succeeded, the stream is only read if it was changed since. */
  succeed(address: Address, subjectId: number, attempt?: CountedAttempt): Promise<void>;
  /**
   * Records that the address is locked, once for each lock. For an address without an account it does the same work, but only
   * the record of the first of several locks is kept; the others expire.
   */
  recordLock(address: Address, of: LockedAccount): Promise<void>;
}

type Step = { type: "CountAttempt"; at: number } | { type: "RecordSuccess"; subjectId: number };

/** The stream in which the record of a lock is kept forever; `undefined` if it expires with the attempts. */
function keptIn({ type, data }: SignInEvent, key: string): string | undefined {
  switch (type) {
    case "SignInLocked":
    case "SignInLockRepeated":
      return streams.signInLocks(data.audience, key);
    case "SignInLockedWithoutAccount":
      return streams.signInLocksWithoutAccount(data.audience);
    default:
      return undefined;
  }
}

/**
 * Counts sign-ins by address. Many addresses share a stream, so these streams are read and written here and not as an
 * aggregate.
 */
export function signInAttempts({ store, logger }: Needs): SignInAttempts {
  const inTurn = oneAtATime();
  const expire = expiringStreams({
    store,
    logger,
    seconds: attemptsKeptSeconds,
    remembered: streamsRemembered,
  });

  const load = async (stream: string, key: string): Promise<Known> => {
    const { events, revision } = await store.read<SignInEvent>(stream, {
      backwards: true,
      maxCount: eventsRead,
    });
    const own = events.toReversed().filter(({ data }) => "key" in data && data.key === key);
    const state = own.reduce<SignInState>(signInDecider.evolve, signInDecider.initialState());
    return { state, revision };
  };

  /**
   * Decides a step and appends it at the stream's exact revision. `appended` is false if there was nothing to append. The first try is decided
   * on what is known of the stream, without a read.
   */
  const take = (
    { audience, key, correlationId }: Address,
    step: Step,
    known?: Known,
  ): Promise<{ appended: boolean; after: Known }> => {
    const stream = streams.signInAttempts(audience, key);
    const command: SignInCommand = { ...step, audience, key };
    return inTurn(stream, async () => {
      for (let attempt = 0; attempt < maxTries; attempt += 1) {
        const before = (attempt === 0 && known) || (await load(stream, key));
        const decided = signInDecider.decide(command, before.state);
        if (decided.length === 0) return { appended: false, after: before };
        try {
          const metadata = { correlationId, actor: system };
          const { revision } = await store.append(stream, before.revision, decided, metadata);
          expire(stream);
          const state = decided.reduce(signInDecider.evolve, before.state);
          return { appended: true, after: { state, revision } };
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
        }
      }
      throw new Refusal("conflict");
    });
  };

  return {
    async count(address, at) {
      const { appended, after } = await take(address, { type: "CountAttempt", at });
      const { state } = after;
      return { counted: appended, failures: state.failures, lockedUntil: lockedUntil(state), after };
    },
    async succeed(address, subjectId, attempt) {
      await take(address, { type: "RecordSuccess", subjectId }, attempt?.after);
    },
    async recordLock({ audience, key, correlationId }, of) {
      const attempts = streams.signInAttempts(audience, key);
      const { state } = await load(attempts, key);
      const decided = signInDecider.decide({ type: "RecordLock", audience, key, ...of }, state);
      const [lock] = decided;
      if (!lock) return;
      // Attempts that fail at the same time see the same count. With the same id they are recorded once.
      const once = `${state.failures} ${state.lastFailureAt}`;
      const call = { actor: system, method: "lock", path: `${audience}/${key}`, key: once };
      // Appended at any revision, so that a known address needs no more reads than an unknown one. If it is written twice
      // with the same id, it changes no count, and the System action log shows it once.
      const stream = keptIn(lock, key) ?? attempts;
      const metadata = { correlationId, actor: system, commandId: commandIdOf(call) };
      await store.append(stream, "any", decided, metadata);
    },
  };
}
