import type { Audience } from "@ornament/contracts/events/fields";
import { streams } from "@ornament/contracts/events/streams";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { SignInEvent } from "@ornament/contracts/sign-in/events";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import { expiringStreams } from "@ornament/platform/eventstore/client/expiring-streams";
import type { ExpectedRevision, RequestOrigin } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import type { Dependencies } from "../dependencies.ts";
import { lockedUntil, type SignInCommand, type SignInState, signInDecider } from "./decider.ts";

export interface Address {
  readonly audience: Audience;
  /** The keyed hash of the normalised email address. */
  readonly key: string;
  readonly origin: RequestOrigin;
}

/** Failures count for a day, so events older than two days are not needed. */
export const attemptsKeptSeconds = 2 * 24 * 3600;
/**
 * The number of newest events of a stream that are read. It is the same for every email address, so that the
 * time of an answer does not show the number of its failures. Each event has the count of its address, so one
 * event is enough.
 */
const eventsRead = 48;
const maxTries = 5;
/** More than there are streams of attempts. */
const streamsRemembered = 10_000;
const system = { kind: "system" } as const;

/** An attempt to sign in, after it was counted. */
export interface CountedAttempt {
  /** Whether the attempt was counted as failed. It is not counted while the email address is locked. */
  readonly counted: boolean;
  /** The number of failed attempts, including this one. */
  readonly failures: number;
  /** Unix time in milliseconds. It is past, or 0, if the email address is not locked. */
  readonly lockedUntil: number;
  /** The state of the email address after the attempt. */
  readonly after: Known;
}

/** The state of an email address, and the revision of its stream at which it holds. */
interface Known {
  readonly state: SignInState;
  readonly revision: ExpectedRevision;
}

type Step = { type: "CountAttempt"; at: number } | { type: "RecordSuccess"; subjectId: number };

/** The stream in which the record of a lock is kept for ever; `undefined` if it expires with the attempts. */
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

/** Counts sign-ins by email address. Many addresses share a stream, so there is no aggregate. */
export function signInAttempts({ store, logger }: Pick<Dependencies, "store" | "logger">) {
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
   * Decides a step and appends it at the stream's exact revision. `appended` is false if there was nothing to
   * append. The first try decides on the remembered state, without a read.
   */
  const take = (
    { audience, key, origin }: Address,
    step: Step,
    known?: Known,
  ): Promise<{ appended: boolean; after: Known }> => {
    const stream = streams.signInAttempts(audience, key);
    const command: SignInCommand = { ...step, audience, key };
    return inTurn(stream, async () => {
      let actual: ExpectedRevision = "no_stream";
      for (let attempt = 0; attempt < maxTries; attempt += 1) {
        const read = (attempt === 0 && known) || (await load(stream, key));
        // A stream whose events have all expired shows no revision. The refused append names it.
        const before = read.revision === "no_stream" ? { ...read, revision: actual } : read;
        const decided = signInDecider.decide(command, before.state);
        if (decided.length === 0) return { appended: false, after: before };
        try {
          const metadata = { ...origin, actor: system };
          const { revision } = await store.append(stream, before.revision, decided, metadata);
          expire(stream);
          const state = decided.reduce(signInDecider.evolve, before.state);
          return { appended: true, after: { state, revision } };
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          actual = error.actual;
        }
      }
      throw new Refusal("conflict");
    });
  };

  return {
    /** Counts an attempt as failed, unless the email address is locked. */
    async count(address: Address, at: number): Promise<CountedAttempt> {
      const { appended, after } = await take(address, { type: "CountAttempt", at });
      const { state } = after;
      return { counted: appended, failures: state.failures, lockedUntil: lockedUntil(state), after };
    },
    /** Sets an address's count to zero. After `attempt` the stream is read only if it has changed since. */
    async succeed(address: Address, subjectId: number, attempt?: CountedAttempt): Promise<void> {
      await take(address, { type: "RecordSuccess", subjectId }, attempt?.after);
    },
    /** The time of the last failure and the end of the lock of an email address (Unix times); 0 without one. */
    async read({ audience, key }: Pick<Address, "audience" | "key">) {
      const { state } = await load(streams.signInAttempts(audience, key), key);
      return { lastFailureAt: state.lastFailureAt, lockedUntil: lockedUntil(state) };
    },
    /**
     * Records a lock of the email address once. An address without an account needs the same work, but only the
     * record of the first of several locks is kept; the later ones expire.
     */
    async recordLock(
      { audience, key, origin }: Address,
      of: { subjectId: number | null; knownBrowser: boolean },
    ): Promise<void> {
      const attempts = streams.signInAttempts(audience, key);
      const { state } = await load(attempts, key);
      const decided = signInDecider.decide({ type: "RecordLock", audience, key, ...of }, state);
      const [lock] = decided;
      if (!lock) return;
      // Attempts that fail at the same time see the same count. The same id records them once.
      const once = `${state.failures} ${state.lastFailureAt}`;
      const call = { actor: "system", method: "lock", path: `${audience}/${key}`, key: once };
      // Appended at any revision, so that an email address with an account needs no more reads than one
      // without. A second write with the same id changes no count, and the System action log shows the lock
      // once.
      const stream = keptIn(lock, key) ?? attempts;
      const metadata = { ...origin, actor: system, commandId: commandIdOf(call) };
      await store.append(stream, "any", decided, metadata);
    },
  };
}
