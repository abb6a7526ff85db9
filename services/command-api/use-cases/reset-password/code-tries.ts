import { limits } from "@ornament/contracts/domain/limits";
import { LRUCache } from "lru-cache";
import { mailAllowed } from "../../aggregates/consumer/mail-allowance.ts";

/**
 * More addresses than ask for a code at the same time. For a dropped address, the usual message is answered.
 */
const addressesRemembered = 20_000;

interface Tries {
  /** The times when codes were requested (Unix times in milliseconds). */
  askedAt: readonly number[];
  /** Tries since the newest code. */
  count: number;
  lastKey: string | undefined;
}

export interface CodeTries {
  /** A code was requested. If one may be mailed now, tries are counted from zero. */
  asked(address: string, now: number): void;
  /**
   * Counts a try. Returns the number of tries since the newest code, including this one. A try repeated with
   * its idempotency key is counted once.
   */
  tried(address: string, key: string): number;
}

/**
 * Counts the tries of reset codes of an email address, so that a refusal can give its reason. The count is
 * the same for addresses with and without an account, and a right code changes nothing, so the message shows
 * nothing about an account. The count only chooses the message: each replica counts in its memory, and the
 * account's stream decides whether a code is valid.
 */
export function codeTries(): CodeTries {
  const addresses = new LRUCache<string, Tries>({ max: addressesRemembered });
  const none: Tries = { askedAt: [], count: 0, lastKey: undefined };
  return {
    asked(address, now) {
      const { askedAt } = addresses.get(address) ?? none;
      if (mailAllowed(askedAt, now))
        addresses.set(address, { ...none, askedAt: [...askedAt, now].slice(-limits.mailsPerHour) });
    },
    tried(address, key) {
      const tries = addresses.get(address) ?? none;
      const count = tries.lastKey === key ? tries.count : tries.count + 1;
      addresses.set(address, { ...tries, count, lastKey: key });
      return count;
    },
  };
}
