import { composeAccountId } from "@ornament/contracts/domain/account-id";
import { Refusal } from "@ornament/contracts/errors";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { ConsumerState } from "../../aggregates/consumer/state.ts";
import type { Cause, Claim, Claims } from "../../aggregates/consumer-email/claim.ts";

/**
 * An id that no consumer has. It is read for an unknown email address, so that the cost is the same as for a
 * known one.
 */
export const nobody = 0;

/** The number of times that a claim is read and decided before the request is refused as `conflict`. */
const maxAttempts = 20;

interface Needs {
  readonly consumers: Pick<Aggregates["consumers"], "load">;
  readonly claims: Claims;
  /** The key of the hashes that name the claims' streams. */
  readonly addressKey: Buffer;
  readonly clock: () => Date;
  readonly randomInteger: (below: number) => number;
}

type CauseWithoutActor = Omit<Cause, "actor">;

export interface Addresses {
  /** The keyed hash of a normalised email address. It names the stream of its claim. */
  keyOf(email: string): string;
  /** The account that an email address belongs to; `undefined` if there is none. */
  accountOf(email: string): Promise<number | undefined>;
  /**
   * The id of the account that the email address is claimed for, even if that account is not registered yet.
   * If there is none, claims the address for a new id. Throws `conflict`.
   */
  claimForRegistration(email: string, cause: CauseWithoutActor): Promise<number>;
  /**
   * Claims an email address for an account that is changing to it; `false` if the address belongs to another
   * account. A claim from an earlier change of this account is written again, so that a release decided on
   * the old claim fails.
   */
  claimForChange(change: { email: string; consumerId: number }, cause: Cause): Promise<boolean>;
  /** Releases an email address, unless it belongs to another account or this account still needs it. */
  release(held: { key: string; consumerId: number }, cause: Cause): Promise<void>;
}

/** Ensures that an email address belongs to one account only. The stream of the address decides. */
export function consumerAddresses({ consumers, claims, addressKey, clock, randomInteger }: Needs): Addresses {
  const keyOf = (email: string) => keyedName(addressKey, "consumer-email", email);
  const loadAccount = async (consumerId: number) => (await consumers.load(consumerId)).state;

  /** Whether the account has the address or is changing to it. Then its claim must stay. */
  const needs = (account: ConsumerState, key: string): boolean => {
    if (account.status === "none" || account.status === "deleted") return false;
    return [account.email, account.pendingEmail?.email].some(
      (email) => typeof email === "string" && keyOf(email) === key,
    );
  };

  const settleRelease = async (claim: Claim, cause: Cause): Promise<boolean> => {
    if (claim.holder === undefined) return true;
    const data = { key: claim.key, consumerId: claim.holder };
    return claims.settle(claim, { type: "EmailReleased", data }, cause);
  };

  const claimFresh = async (claim: Claim, cause: CauseWithoutActor): Promise<number | undefined> => {
    const consumerId = composeAccountId(clock(), randomInteger(4096));
    if ((await loadAccount(consumerId)).status !== "none") return undefined;
    const event = { type: "EmailClaimed", data: { key: claim.key, consumerId } } as const;
    const actor = { kind: "consumer", id: consumerId } as const;
    return (await claims.settle(claim, event, { ...cause, actor })) ? consumerId : undefined;
  };

  return {
    keyOf,
    accountOf: async (email) => (await claims.read(keyOf(email))).holder,

    claimForRegistration(email, cause) {
      const key = keyOf(email);
      return repeatedly(async () => {
        const claim = await claims.read(key);
        if (claim.holder === undefined) return claimFresh(claim, cause);
        const account = await loadAccount(claim.holder);
        if (account.status === "none" || needs(account, key)) return claim.holder;
        await settleRelease(claim, { ...cause, actor: { kind: "system" } });
        return undefined;
      });
    },

    claimForChange({ email, consumerId }, cause) {
      const key = keyOf(email);
      return repeatedly(async () => {
        const claim = await claims.read(key);
        if (claim.holder === undefined || claim.holder === consumerId) {
          if (claim.holder === consumerId && isFor(claim, cause)) return true;
          const event = { type: "EmailClaimed", data: { key, consumerId } } as const;
          return (await claims.settle(claim, event, cause)) || undefined;
        }
        const account = await loadAccount(claim.holder);
        if (account.status === "none" || needs(account, key)) return false;
        await settleRelease(claim, cause);
        return undefined;
      });
    },

    async release({ key, consumerId }, cause) {
      await repeatedly(async () => {
        const claim = await claims.read(key);
        if (claim.holder !== consumerId) return true;
        // The account is read after the claim: a change back to the address is recorded in the account before
        // it is claimed.
        if (needs(await loadAccount(consumerId), key)) return true;
        return (await settleRelease(claim, cause)) || undefined;
      });
    },
  };
}

/** Whether the address was already claimed for this change, e.g. by the request that is repeated. */
const isFor = (claim: Claim, { causationId }: Cause) =>
  causationId !== undefined && claim.causationId === causationId;

/** Repeats the step until it gives a result other than `undefined`. Throws `conflict` after 20 attempts. */
async function repeatedly<T>(step: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const result = await step();
    if (result !== undefined) return result;
  }
  throw new Refusal("conflict");
}
