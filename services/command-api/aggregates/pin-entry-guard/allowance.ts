import type { TriesLeft } from "@ornament/contracts/errors";
import { isWithin } from "@ornament/platform/commands/recorded-time";

const minute = 60_000;
const hour = 60 * minute;

/** The cost of a wrong PIN for its account, in half points. See docs/pin-guessing.md. */
export const guessCosts = {
  fresh: 2,
  /** A PIN that differs in one character from a wrong PIN of the same account. */
  nearby: 1,
  /** The same wrong PIN again, whose answer the account has already. */
  repeated: 0,
} as const;

export type GuessCost = (typeof guessCosts)[keyof typeof guessCosts];

/**
 * The limits of failures in a time window. Accounts pay in half points. Networks and the total are counted in
 * guesses: codes that were looked up and were wrong. docs/pin-guessing.md has the reasons and an attacker's
 * chances.
 */
export const entryLimits = {
  account: [
    { halfPoints: 20, windowMilliseconds: 15 * minute },
    { halfPoints: 40, windowMilliseconds: 24 * hour },
  ],
  source: { guesses: 200, windowMilliseconds: hour },
  everybody: { guesses: 3000, windowMilliseconds: hour },
  /**
   * The allowance of each account while its network or the total is over the limit: enough to correct a
   * mistype.
   */
  beyond: { halfPoints: 4, windowMilliseconds: 24 * hour },
} as const;

/** The half points that an account lost at a time (Unix time in milliseconds). */
export interface Loss {
  readonly at: number;
  readonly halfPoints: number;
}

/** The guesses of a network, or of all networks, in the last hour. */
export interface Guesses {
  readonly size: number;
  /** The guess at this place from the end: the newest for 1, the one before it for 2. */
  newest(nth: number): { readonly at: number } | undefined;
}

export interface Failures {
  /** The losses of the account in the last 24 hours, oldest first. */
  readonly account: readonly Loss[];
  readonly source: Guesses;
  readonly everybody: Guesses;
  /**
   * Guesses of this entry that are added to `source` and `everybody`. A negative number leaves out the
   * newest.
   */
  readonly more: number;
  /** Guesses that other entries are making now. They count towards the total. */
  readonly inFlight: number;
}

export interface Allowance {
  /** The number of codes that may be looked up at the same time now; 0 if an entry is refused. */
  readonly codes: number;
  /** The budget for look-alikes in half points: they use only the first half of each limit. */
  readonly forLookAlikes: number;
  /** Seconds until an entry is allowed again; 0 if it is allowed now. */
  readonly retryAfterSeconds: number;
}

interface Uses {
  readonly points: readonly Use[];
  readonly brakes: readonly Use[];
  /** Milliseconds until neither the network nor the total is over its limit. */
  readonly brake: number;
  readonly beyond: Use;
}

function usesOf({ account, source, everybody, more, inFlight }: Failures, now: number): Uses {
  const points = entryLimits.account.map((limit) => pointsIn(account, limit, now));
  const brakes = [
    guessesIn(source, more, entryLimits.source, now),
    guessesIn(everybody, more + inFlight, entryLimits.everybody, now),
  ];
  const brake = Math.max(...brakes.map(({ wait }) => wait));
  return { points, brakes, brake, beyond: pointsIn(account, entryLimits.beyond, now) };
}

/** The allowance of an account in a network after the failures so far. */
export function entryAllowance(failures: Failures, now: number): Allowance {
  const { points, brakes, brake, beyond } = usesOf(failures, now);
  const own = Math.max(...points.map(({ wait }) => wait));
  const wait = Math.max(own, Math.min(brake, beyond.wait));

  const left = Math.min(...points.map((point) => point.left), brake > 0 ? beyond.left : Infinity);
  // Even if all of them fail, the last one is looked up while points are left.
  const payable = Math.ceil(left / guessCosts.fresh);
  const untilBrake = Math.min(...brakes.map((each) => each.left));
  return {
    codes: wait > 0 ? 0 : brake > 0 ? payable : Math.min(payable, untilBrake),
    forLookAlikes: Math.floor(
      Math.min(...[...points, ...brakes].map(({ limit, left: unused }) => unused - limit / 2)),
    ),
    retryAfterSeconds: Math.ceil(wait / 1000),
  };
}

/**
 * The wrong PINs that the account may still enter, even if each has many look-alikes. The number doesn't show
 * how close its network or the total is to the limit, only whether it is over it.
 */
export function triesLeft(failures: Failures, now: number): TriesLeft {
  const { points, brake, beyond } = usesOf(failures, now);
  const payable = (halfPoints: number) => Math.ceil(halfPoints / guessCosts.fresh);
  const left = Math.min(
    // Look-alikes use the first half of a limit: after the next PIN only the second half may be left.
    ...points.map((point) => Math.min(payable(point.left), payable(point.limit / 2) + 1)),
    brake > 0 ? payable(beyond.left) : Infinity,
  );
  const all = Math.min(...points.map((point) => point.left), brake > 0 ? beyond.left : Infinity);
  // The last PIN may cost half a point more than is left.
  const loss = { at: now, halfPoints: all + guessCosts.fresh - guessCosts.nearby };
  const after = left === 0 ? failures : { ...failures, account: [...failures.account, loss] };
  return { left, breakSeconds: entryAllowance(after, now).retryAfterSeconds };
}

interface Use {
  readonly limit: number;
  readonly left: number;
  /** Milliseconds until points or guesses are left again. */
  readonly wait: number;
}

function pointsIn(
  losses: readonly Loss[],
  limit: { halfPoints: number; windowMilliseconds: number },
  now: number,
): Use {
  const counted = losses.filter(({ at }) => isWithin(at, limit.windowMilliseconds, now));
  let left = counted.reduce((rest, { halfPoints }) => rest - halfPoints, limit.halfPoints);
  const use = { limit: limit.halfPoints, left: Math.max(0, left) };
  if (left > 0) return { ...use, wait: 0 };
  for (const { at, halfPoints } of counted) {
    left += halfPoints;
    if (left > 0) return { ...use, wait: at + limit.windowMilliseconds - now };
  }
  return { ...use, wait: limit.windowMilliseconds };
}

function guessesIn(
  guesses: Guesses,
  more: number,
  limit: { guesses: number; windowMilliseconds: number },
  now: number,
): Use {
  const left = Math.max(0, limit.guesses - guesses.size - more);
  if (left > 0) return { limit: limit.guesses, left, wait: 0 };
  // The number of guesses falls below the limit when this guess leaves the window.
  const freeing = guesses.newest(limit.guesses - more)?.at ?? now;
  return { limit: limit.guesses, left, wait: freeing + limit.windowMilliseconds - now };
}
