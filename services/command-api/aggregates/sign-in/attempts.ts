import { Refusal } from "@ornament/contracts/errors";
import type { Audience } from "@ornament/contracts/events/fields";
import type { SignInEvent } from "@ornament/contracts/events/sign-in";
import { streams } from "@ornament/contracts/events/streams";
import { commandIdOf } from "@ornament/platform/commands/idempotency";
import { oneAtATime } from "@ornament/platform/commands/one-at-a-time";
import { ConflictError, type EventStore, toldAs } from "@ornament/platform/eventstore/event-store";
import { LruMap } from "@ornament/platform/limits/lru-map";
import type { Logger } from "@ornament/platform/logging/logger";
import { type SignInCommand, type SignInState, signInDecider } from "./decider.ts";

export interface Address {
  readonly audience: Audience;
  /** The keyed hash of the normalised address. */
  readonly key: string;
  readonly correlationId: string;
}

/** The lockout forgets after a day; what is older than two is of no use to anybody. */
export const attemptsKeptSeconds = 2 * 24 * 3600;
/**
 * The newest events of a stream that are read, whoever's they are, so that neither an address's past nor its neighbours'
 * show in the time it takes. Each event holds the count of its address: one of them is enough.
 */
const eventsRead = 48;
const tries = 5;
const inTurn = oneAtATime();
const system = { kind: "system" } as const;

/** Counts an attempt on an address as failed; `false` while the address is locked. */
export const countAttempt = (needs: Needs, address: Address, at: number): Promise<boolean> =>
  take(needs, address, { type: "CountAttempt", at });

/** Takes the count of an address back. */
export const recordSuccess = (needs: Needs, address: Address, subjectId: number): Promise<boolean> =>
  take(needs, address, { type: "RecordSuccess", subjectId });

interface Needs {
  readonly store: EventStore;
  readonly logger: Logger;
}

type Step = { type: "CountAttempt"; at: number } | { type: "RecordSuccess"; subjectId: number };

/** Takes a step at the stream's exact revision; `false` when it was not to be taken. Steps in one stream take turns. */
function take(needs: Needs, { audience, key, correlationId }: Address, step: Step): Promise<boolean> {
  const stream = streams.signInAttempts(audience, key);
  const command: SignInCommand = { ...step, audience, key };
  return inTurn(stream, async () => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const { state, revision } = await load(needs.store, stream, key);
      const decided = signInDecider.decide(command, state);
      if (decided.length === 0) return false;
      try {
        await needs.store.append(stream, revision, decided, { correlationId, actor: system });
        keepForAWhile(needs, stream);
        return true;
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
      }
    }
    throw new Refusal("conflict");
  });
}

async function load(store: EventStore, stream: string, key: string) {
  const { events, revision } = await store.read<SignInEvent>(stream, {
    backwards: true,
    maxCount: eventsRead,
  });
  const own = events.toReversed().filter(({ data }) => data.key === key);
  const state = own.reduce<SignInState>(signInDecider.evolve, signInDecider.initialState());
  return { state, revision };
}

/**
 * Records that the address has to wait, once for each count that brings a longer wait. For an address without an account
 * it does the same work and leaves nothing that stays.
 */
export async function recordLock(needs: Needs, address: Address, known: boolean): Promise<void> {
  const { audience, key, correlationId } = address;
  const attempts = streams.signInAttempts(audience, key);
  const { state } = await load(needs.store, attempts, key);
  const decided = signInDecider.decide({ type: "RecordLock", audience, key, known }, state);
  if (decided.length === 0) return;
  // Attempts that fail at once see the same count: the same id makes their records one.
  const once = `${state.failures} ${state.lastFailureAt}`;
  const commandId = commandIdOf({ actor: system, method: "lock", path: `${audience}/${key}`, key: once });
  // At no revision, so that a known address costs no other reads than an unknown one. Written twice with that id, it changes
  // no count, and the System action log, whose entries go by the id, shows it once.
  const stream = known ? streams.signInLocks(audience, key) : attempts;
  await needs.store.append(stream, "any", decided, { correlationId, actor: system, commandId });
}

/** More than there are streams of attempts. */
const expiring = new WeakMap<EventStore, LruMap<string, true>>();

/**
 * Gives a stream its `$maxAge`, once in the life of this process and beside the request. Where that fails or is cut off,
 * the next attempt in the stream does it.
 */
function keepForAWhile({ store, logger }: Needs, stream: string): void {
  const done = expiring.get(store) ?? new LruMap<string, true>(10_000);
  expiring.set(store, done);
  if (done.get(stream)) return;
  done.set(stream, true);
  store.setStreamMetadata(stream, { maxAge: attemptsKeptSeconds }).catch((error: unknown) => {
    done.delete(stream);
    logger[toldAs(error)](
      { err: error, stream },
      "Old sign-in attempts could not be given an age to expire at",
    );
  });
}
