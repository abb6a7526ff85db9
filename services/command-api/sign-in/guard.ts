import { Refusal } from "@ornament/contracts/errors";
import type { Audience } from "@ornament/contracts/events/fields";
import type { SignInEvent } from "@ornament/contracts/events/sign-in";
import { streams } from "@ornament/contracts/events/streams";
import { oneAtATime } from "@ornament/platform/commands/one-at-a-time";
import { ConflictError, type EventStore } from "@ornament/platform/eventstore/event-store";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import type { Dependencies } from "../dependencies.ts";
import { type SignInCommand, type SignInState, signInDecider } from "./decider.ts";

type Step =
  | { type: "CountAttempt"; at: number }
  | { type: "RecordLock" }
  | { type: "RecordSuccess"; subjectId: number };

interface Attempt<A> {
  audience: Audience;
  /** Normalised. */
  email: string;
  password: string;
  correlationId: string;
  /** Looks the account up; reads as many streams for an unknown address as for a known one. */
  find: () => Promise<A | undefined>;
}

/**
 * Compares the password of a sign-in under the lockout of its address. Unknown address, wrong password and locked account
 * cost the same comparison and are the same `sign_in_failed` (security 6–8); nothing of the attempt shows in the answer.
 */
export async function guardSignIn<A extends { subjectId: number; passwordHash: string | undefined }>(
  dependencies: Dependencies,
  { audience, email, password, correlationId, find }: Attempt<A>,
): Promise<A> {
  const step = (next: Step) => take(dependencies, { audience, email, correlationId }, next);
  const counted = await step({ type: "CountAttempt", at: dependencies.clock().getTime() });
  const account = await find();
  const hash = counted ? account?.passwordHash : undefined;
  const matches =
    hash === undefined
      ? await dependencies.hasher.compareDummy(password)
      : await dependencies.hasher.compare(password, hash);
  if (!account || !matches) {
    if (counted) await step({ type: "RecordLock" });
    throw new Refusal("sign_in_failed");
  }
  await step({ type: "RecordSuccess", subjectId: account.subjectId });
  return account;
}

/** A password that was reset by mail lifts the lockout of its address. */
export async function liftSignInLock(
  dependencies: Dependencies,
  about: { audience: Audience; email: string; subjectId: number; correlationId: string },
): Promise<void> {
  await take(dependencies, about, { type: "RecordSuccess", subjectId: about.subjectId });
}

const inTurn = oneAtATime();
const attempts = 5;
/** More than the longest wait needs. Bounded, so that the length of an address's past does not show in the time it takes. */
const eventsRead = 48;

/** Takes a step in the address's stream; `false` when it was not to be taken. Attempts on one address take turns. */
function take(
  dependencies: Dependencies,
  { audience, email, correlationId }: { audience: Audience; email: string; correlationId: string },
  step: Step,
): Promise<boolean> {
  const key = keyedName(dependencies.secrets.addressKey, "sign-in", audience, email);
  const stream = streams.signIn(audience, key);
  return inTurn(stream, () => record(dependencies.store, stream, { ...step, audience, key }, correlationId));
}

async function record(
  store: EventStore,
  stream: string,
  command: SignInCommand,
  correlationId: string,
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { events, revision } = await store.read<SignInEvent>(stream, {
      backwards: true,
      maxCount: eventsRead,
    });
    const state = events.toReversed().reduce<SignInState>(signInDecider.evolve, signInDecider.initialState());
    const decided = signInDecider.decide(command, state);
    if (decided.length === 0) return false;
    try {
      await store.append(stream, revision, decided, { correlationId, actor: { kind: "system" } });
      return true;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
  throw new Refusal("conflict");
}
