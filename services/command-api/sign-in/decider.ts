import type { Audience } from "@ornament/contracts/events/fields";
import type { SignInEvent } from "@ornament/contracts/sign-in/events";
import type { Decider } from "@ornament/platform/commands/decider";
import { isWithin } from "@ornament/platform/commands/recorded-time";
import { unreachable } from "@ornament/platform/commands/unreachable";

/** The number of attempts that may fail before the email address is locked. */
export const freeFailures = 10;
const firstLockMilliseconds = 60_000;
const longestLockMilliseconds = 3_600_000;
/** From this failure on the lock has its longest time. */
const failuresOfLongestLock = 16;
/** A failure after a day without one is counted as the first. */
const forgottenAfterMilliseconds = 24 * 3_600_000;

export interface SignInState {
  failures: number;
  lastFailureAt: number;
}

interface SignInAddress {
  audience: Audience;
  /** The keyed hash of the normalised email address. */
  key: string;
}

/**
 * An attempt is counted as failed before the password is compared, so that attempts at the same time can't
 * exceed the limit. A success sets the count to zero. `subjectId` is the account of the email address, or
 * `null`.
 */
export type SignInCommand = SignInAddress &
  (
    | { type: "CountAttempt"; at: number }
    | { type: "RecordLock"; subjectId: number | null; knownBrowser: boolean }
    | { type: "RecordSuccess"; subjectId: number }
  );

/** The sign-ins of one email address. */
export const signInDecider: Decider<SignInState, SignInCommand, SignInEvent> = {
  initialState: () => ({ failures: 0, lastFailureAt: 0 }),
  decide(command, state) {
    const { audience, key } = command;
    switch (command.type) {
      case "CountAttempt": {
        const { at } = command;
        if (isWithin(state.lastFailureAt, lockMilliseconds(state), at)) return [];
        const forgotten = at - state.lastFailureAt > forgottenAfterMilliseconds;
        const failures = forgotten ? 1 : state.failures + 1;
        return [{ type: "SignInFailed", data: { audience, key, at, failures } }];
      }
      case "RecordLock": {
        const { failures } = state;
        const { subjectId, knownBrowser } = command;
        if (failures < freeFailures) return [];
        const lock = { audience, until: lockedUntil(state), failures };
        if (subjectId !== null) {
          const type = isInActionLog(failures) ? "SignInLocked" : "SignInLockRepeated";
          return [{ type, data: { ...lock, key, subjectId, knownBrowser } }];
        }
        return failures === freeFailures
          ? [{ type: "SignInLockedWithoutAccount", data: lock }]
          : [{ type: "UnknownAddressLocked", data: { ...lock, key } }];
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
      case "SignInLockRepeated":
      case "SignInLockedWithoutAccount":
      case "UnknownAddressLocked":
        return state;
      case "SignInSucceeded":
        return { failures: 0, lastFailureAt: 0 };
      default:
        return unreachable(event);
    }
  },
};

/** A lock longer than the one before, and then every 24th failure's: about one a day under attack. */
const isInActionLog = (failures: number) => failures <= failuresOfLongestLock || failures % 24 === 0;

/** The lock lasts a minute after the tenth failure, and each further failure doubles it, up to an hour. */
function lockMilliseconds({ failures }: SignInState): number {
  if (failures < freeFailures) return 0;
  const doublings = Math.min(failures, failuresOfLongestLock) - freeFailures;
  return Math.min(firstLockMilliseconds * 2 ** doublings, longestLockMilliseconds);
}

/** The end of the email address's lock (Unix time in milliseconds); 0 without a lock. */
export function lockedUntil(state: SignInState): number {
  return state.failures < freeFailures ? 0 : state.lastFailureAt + lockMilliseconds(state);
}
