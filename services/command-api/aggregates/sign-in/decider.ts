import type { Audience } from "@ornament/contracts/events/fields";
import type { SignInEvent } from "@ornament/contracts/events/sign-in";
import type { Decider } from "@ornament/platform/commands/decider";
import { unreachable } from "@ornament/platform/commands/unreachable";

/** So many attempts may fail before an address has to wait. */
export const freeFailures = 10;
const firstWaitMilliseconds = 60_000;
const longestWaitMilliseconds = 3_600_000;
/** From this failure on the wait grows no more. */
const failuresOfLongestWait = 16;
/** After a day without a failure the count begins anew. */
const forgottenAfterMilliseconds = 24 * 3_600_000;

export interface SignInState {
  failures: number;
  lastFailureAt: number;
}

interface Whose {
  audience: Audience;
  key: string;
}

/**
 * An attempt is counted as failed before the password is compared, so that no number of attempts at once gets past the
 * limit; success takes the count back. `known`: the address has an account.
 */
export type SignInCommand = Whose &
  (
    | { type: "CountAttempt"; at: number }
    | { type: "RecordLock"; known: boolean }
    | { type: "RecordSuccess"; subjectId: number }
  );

/** The sign-ins of one address. */
export const signInDecider: Decider<SignInState, SignInCommand, SignInEvent> = {
  initialState: () => ({ failures: 0, lastFailureAt: 0 }),
  decide(command, state) {
    const { audience, key } = command;
    switch (command.type) {
      case "CountAttempt": {
        const { at } = command;
        if (lockedUntil(state) > at) return [];
        const forgotten = at - state.lastFailureAt > forgottenAfterMilliseconds;
        const failures = forgotten ? 1 : state.failures + 1;
        return [{ type: "SignInFailed", data: { audience, key, at, failures } }];
      }
      case "RecordLock": {
        const { failures } = state;
        if (!isRecorded(failures)) return [];
        const type = command.known ? "SignInLocked" : "UnknownAddressLocked";
        return [{ type, data: { audience, key, until: lockedUntil(state), failures } }];
      }
      case "RecordSuccess":
        return [{ type: "SignInSucceeded", data: { audience, key, subjectId: command.subjectId } }];
      default:
        return unreachable(command);
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case "SignInFailed":
        return { failures: event.data.failures ?? state.failures + 1, lastFailureAt: event.data.at };
      case "SignInLocked":
      case "UnknownAddressLocked":
        return state;
      case "SignInSucceeded":
        return { failures: 0, lastFailureAt: 0 };
      default:
        return unreachable(event);
    }
  },
};

/** Each wait that is longer than the one before is recorded; once it grows no more, about one a day under attack. */
const isRecorded = (failures: number) =>
  failures >= freeFailures && (failures <= failuresOfLongestWait || failures % 24 === 0);

/** Until when no attempt counts, as milliseconds since 1970: a minute after the tenth failure, doubled by each further one. */
export function lockedUntil({ failures, lastFailureAt }: SignInState): number {
  if (failures < freeFailures) return 0;
  const doublings = Math.min(failures, failuresOfLongestWait) - freeFailures;
  return lastFailureAt + Math.min(firstWaitMilliseconds * 2 ** doublings, longestWaitMilliseconds);
}
