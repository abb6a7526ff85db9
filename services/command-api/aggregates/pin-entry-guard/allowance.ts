/** A wrong PIN that was entered. `source`: the keyed hash of the network. `at`: milliseconds since 1970. */
export interface EntryFailure {
  readonly consumerId: number;
  readonly source: string;
  readonly at: number;
}

const minute = 60_000;

/**
 * How many failures are allowed in which time. The limit for everybody together slows down guessing from many accounts and
 * networks: with a million PINs issued, one guess in about 78,000 is right.
 */
export const entryLimits = {
  account: { failures: 5, windowMilliseconds: 15 * minute },
  source: { failures: 20, windowMilliseconds: 60 * minute },
  everybody: { failures: 3000, windowMilliseconds: 60 * minute },
} as const;

export interface Allowance {
  /** Failures that are still allowed; 0 if the next entry is refused without a check of its PINs. */
  readonly left: number;
  /** Seconds until an entry is allowed again; 0 if it is allowed now. */
  readonly retryAfterSeconds: number;
  /** Whether a refused entry counts as a failure, too: only the first one, so that many refusals add no events. */
  readonly countsRefusal: boolean;
}

/** What the failures so far allow an account in a network. */
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
  // An entry is allowed again when this failure is too old to count.
  const freeing = times[times.length - limit.failures];
  if (left > 0 || freeing === undefined) return { left, retryAfterSeconds: 0, beyond };
  return { left, retryAfterSeconds: Math.ceil((freeing + limit.windowMilliseconds - now) / 1000), beyond };
}
