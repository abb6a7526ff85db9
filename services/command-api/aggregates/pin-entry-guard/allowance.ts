import { isWithin } from "@ornament/platform/commands/recorded-time";

const minute = 60_000;
const hour = 60 * minute;

/** What a wrong PIN costs its account, in half points. See docs/pin-guessing.md. */
export const guessCosts = {
  fresh: 2,
  /** It differs in one character from a wrong PIN of the same account. */
  nearby: 1,
  /** The same wrong PIN again: its answer is known already. */
  repeated: 0,
} as const;

export type GuessCost = (typeof guessCosts)[keyof typeof guessCosts];

/**
 * How much may fail in which time. Accounts pay in half points. Networks and everybody together are counted in guesses, that
 * is in codes that were looked up and were not right. docs/pin-guessing.md has the reasons and what an attacker can find.
 */
export const entryLimits = {
  account: [
    { halfPoints: 20, windowMilliseconds: 15 * minute },
    { halfPoints: 40, windowMilliseconds: 24 * hour },
  ],
  source: { guesses: 200, windowMilliseconds: hour },
  everybody: { guesses: 3000, windowMilliseconds: hour },
  /** What is left to each account while its network or everybody is over the limit: a mistype can be corrected. */
  beyond: { halfPoints: 4, windowMilliseconds: 24 * hour },
} as const;

/** What an account lost at a time, in milliseconds since 1970. */
export interface Loss {
  readonly at: number;
  readonly halfPoints: number;
}

/** The guesses of a network, or of everybody, in the last hour. */
export interface Guesses {
  readonly size: number;
  /** The newest for 1, the one before it for 2, and so on. */
  newest(nth: number): { readonly at: number } | undefined;
}

export interface Failures {
  /** The losses of the account in the last 24 hours, oldest first. */
  readonly account: readonly Loss[];
  readonly source: Guesses;
  readonly everybody: Guesses;
  /** Guesses to count beside those of `source` and `everybody`, which are being made now; negative to leave out the newest. */
  readonly more: number;
  /** Guesses that other entries are making now. They count for everybody. */
  readonly inFlight: number;
}

export interface Allowance {
  /** Most codes that may be looked up now at the same time; 0 if an entry is refused. */
  readonly codes: number;
  /** What looking up look-alikes may cost, in half points: they use the first half of each limit only. */
  readonly forLookAlikes: number;
  /** Seconds until an entry is allowed again; 0 if it is allowed now. */
  readonly retryAfterSeconds: number;
}

/** What the failures so far allow an account in a network. */
export function entryAllowance(failures: Failures, now: number): Allowance {
  const { account, source, everybody, more, inFlight } = failures;
  const points = entryLimits.account.map((limit) => pointsIn(account, limit, now));
  const brakes = [
    guessesIn(source, more, entryLimits.source, now),
    guessesIn(everybody, more + inFlight, entryLimits.everybody, now),
  ];
  const own = Math.max(...points.map(({ wait }) => wait));
  const brake = Math.max(...brakes.map(({ wait }) => wait));
  const beyond = pointsIn(account, entryLimits.beyond, now);
  const wait = Math.max(own, Math.min(brake, beyond.wait));

  const left = Math.min(...points.map((point) => point.left), brake > 0 ? beyond.left : Infinity);
  // Even if all of them fail, the last one is looked up while something is left.
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

interface Use {
  readonly limit: number;
  readonly left: number;
  /** Milliseconds until something is left. */
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
  // Fewer guesses than allowed are left when this one is too old.
  const freeing = guesses.newest(limit.guesses - more)?.at ?? now;
  return { limit: limit.guesses, left, wait: freeing + limit.windowMilliseconds - now };
}
