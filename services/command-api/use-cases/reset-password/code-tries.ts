import { limits } from "@ornament/contracts/domain/limits";
import { LRUCache } from "lru-cache";
import { mailAllowed } from "../../aggregates/consumer/mail-allowance.ts";

/** More than ask for a code at the same time. Of an address that is forgotten, the usual message is answered. */
const addressesRemembered = 20_000;

interface Tries {
  /** When codes were asked for, in milliseconds since 1970. */
  askedAt: readonly number[];
  /** Since the newest code. */
  count: number;
  lastKey: string | undefined;
}

export interface CodeTries {
  /** A code was asked for. If one may be mailed now, tries are counted from zero. */
  asked(address: string, now: number): void;
  /**
   * Counts a try. Returns how many there were since the newest code, with this one. A try repeated with its idempotency key is
   * counted once.
   */
  tried(address: string, key: string): number;
}

/**
 * How often reset codes of an address were tried, to say why one is refused. It is counted alike for addresses with and
 * without an account, and a right code changes nothing, so the message shows nothing about an account. It only decides the
 * words: each replica counts in its own memory, and whether a code is valid is decided in the account's stream.
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
