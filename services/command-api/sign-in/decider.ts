import type { Audience } from "@ornament/contracts/events/fields";
import type { SignInEvent } from "@ornament/contracts/events/sign-in";
import type { Decider } from "@ornament/platform/commands/decider";

/** So many attempts may fail before an address has to wait. */
export const freeFailures = 10;
const firstWaitMilliseconds = 60_000;
const longestWaitMilliseconds = 3_600_000;
/** After a day without a failure the count begins anew. */
const forgottenAfterMilliseconds = 24 * 3_600_000;

export interface SignInState {
  failures: number;
  lastFailureAt: number;
  /** The count of failures that the last recorded wait was for. */
  lockRecordedAt: number;
}

interface Whose {
  audience: Audience;
  key: string;
}

/**
 * An attempt is counted as failed before the password is compared, so that no number of attempts at once gets past the
 * limit; success takes the count back.
 */
export type SignInCommand = Whose &
  (
    | { type: "CountAttempt"; at: number }
    | { type: "RecordLock" }
    | { type: "RecordSuccess"; subjectId: number }
  );

export const signInDecider: Decider<SignInState, SignInCommand, SignInEvent> = {
  initialState: () => ({ failures: 0, lastFailureAt: 0, lockRecordedAt: 0 }),
  decide(command, state) {
    const { audience, key } = command;
    switch (command.type) {
      case "CountAttempt":
        if (lockedUntil(state) > command.at) return [];
        return [{ type: "SignInFailed", data: { audience, key, at: command.at } }];
      case "RecordLock":
        if (state.failures < freeFailures || state.failures <= state.lockRecordedAt) return [];
        return [
          {
            type: "SignInLocked",
            data: { audience, key, until: lockedUntil(state), failures: state.failures },
          },
        ];
      case "RecordSuccess":
        return [{ type: "SignInSucceeded", data: { audience, key, subjectId: command.subjectId } }];
      default:
        return command satisfies never;
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case "SignInFailed": {
        const forgotten = event.data.at - state.lastFailureAt > forgottenAfterMilliseconds;
        return forgotten
          ? { failures: 1, lastFailureAt: event.data.at, lockRecordedAt: 0 }
          : { ...state, failures: state.failures + 1, lastFailureAt: event.data.at };
      }
      case "SignInLocked":
        return { ...state, lockRecordedAt: event.data.failures };
      case "SignInSucceeded":
        return { failures: 0, lastFailureAt: 0, lockRecordedAt: 0 };
      default:
        return event satisfies never;
    }
  },
};

/** Until when no attempt counts, as milliseconds since 1970: a minute after the tenth failure, doubled by each further one. */
export function lockedUntil({ failures, lastFailureAt }: SignInState): number {
  if (failures < freeFailures) return 0;
  const doublings = Math.min(failures - freeFailures, 16);
  return lastFailureAt + Math.min(firstWaitMilliseconds * 2 ** doublings, longestWaitMilliseconds);
}
