/** A PIN entry that was not recognised: whose, from where (a keyed hash), and when in milliseconds. */
export interface EntryFailure {
  readonly consumerId: number;
  readonly source: string;
  readonly at: number;
}

const minute = 60_000;

/**
 * How many failures are allowed in a window. The ceiling over everybody slows down guessing from many accounts and
 * addresses at once: with a million PINs issued, one guess in about 78,000 is right.
 */
export const entryLimits = {
  account: { failures: 5, windowMilliseconds: 15 * minute },
  source: { failures: 20, windowMilliseconds: 60 * minute },
  everybody: { failures: 3000, windowMilliseconds: 60 * minute },
} as const;

export interface Allowance {
  /** Failures that are still allowed; 0 when the next entry is refused without a look at it. */
  readonly left: number;
  /** Seconds until an entry is allowed again, where none is left. */
  readonly retryAfterSeconds: number;
  /** Whether a refusal counts as a failure too: only the first, so that many refusals don't grow the record. */
  readonly countsRefusal: boolean;
}

/** What the failures so far allow an account at an address. */
export function entryAllowance(
  failures: readonly EntryFailure[],
  who: { consumerId: number; source: string },
  now: number,
): Allowance {
  const account = within(
    failures,
    entryLimits.account,
    now,
    ({ consumerId }) => consumerId === who.consumerId,
  );
  const source = within(failures, entryLimits.source, now, (failure) => failure.source === who.source);
  const everybody = within(failures, entryLimits.everybody, now, () => true);
  const scopes = [account, source, everybody];
  return {
    left: Math.min(...scopes.map(({ left }) => left)),
    retryAfterSeconds: Math.max(...scopes.map(({ retryAfterSeconds }) => retryAfterSeconds)),
    countsRefusal: !account.beyond && !source.beyond && everybody.left > 0,
  };
}

function within(
  failures: readonly EntryFailure[],
  limit: { failures: number; windowMilliseconds: number },
  now: number,
  belongs: (failure: EntryFailure) => boolean,
): { left: number; retryAfterSeconds: number; beyond: boolean } {
  const times = failures
    .filter((failure) => failure.at > now - limit.windowMilliseconds && belongs(failure))
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  const left = Math.max(0, limit.failures - times.length);
  const beyond = times.length > limit.failures;
  // Room comes back when one less than the limit is still inside the window.
  const freeing = times[times.length - limit.failures];
  if (left > 0 || freeing === undefined) return { left, retryAfterSeconds: 0, beyond };
  return { left, retryAfterSeconds: Math.ceil((freeing + limit.windowMilliseconds - now) / 1000), beyond };
}
