import { composeAccountId } from "@ornament/contracts/domain/account-id";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { loadState } from "@ornament/platform/commands/handle-command";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import type { ConsumerState } from "../../aggregates/consumer/state.ts";
import { type Cause, type Claim, readClaim, settle } from "../../aggregates/consumer-email/claim.ts";
import type { Dependencies } from "../../dependencies.ts";
import { emailKey } from "./email-key.ts";

/** So many times a claim is read and decided again before the request is refused as `conflict`. */
const attempts = 20;

type AddressDependencies = Pick<Dependencies, "store" | "secrets" | "uuid" | "clock" | "randomInteger">;

const loadAccount = async (dependencies: AddressDependencies, consumerId: number) =>
  (await loadState(dependencies.store, streams.consumer(consumerId), consumerDecider)).state;

/** Whether the account has the address, or is about to: then its claim stands. */
function needs(dependencies: AddressDependencies, account: ConsumerState, key: string): boolean {
  if (account.status === "none" || account.status === "deleted") return false;
  return [account.email, account.pendingEmail?.email].some(
    (email) => typeof email === "string" && emailKey(dependencies, email) === key,
  );
}

/**
 * The id of the account that the address belongs to: the one it is claimed for, also where nothing has been registered
 * under it yet, or a fresh one that it is claimed for now.
 */
export async function claimForRegistration(
  dependencies: AddressDependencies,
  email: string,
  cause: Omit<Cause, "actor">,
): Promise<number> {
  const key = emailKey(dependencies, email);
  return repeatedly(async () => {
    const claim = await readClaim(dependencies, key);
    if (claim.holder === undefined) return claimFresh(dependencies, claim, cause);
    const account = await loadAccount(dependencies, claim.holder);
    if (account.status === "none" || needs(dependencies, account, key)) return claim.holder;
    await settleRelease(dependencies, claim, { ...cause, actor: { kind: "system" } });
    return undefined;
  });
}

async function claimFresh(
  dependencies: AddressDependencies,
  claim: Claim,
  cause: Omit<Cause, "actor">,
): Promise<number | undefined> {
  const consumerId = composeAccountId(dependencies.clock(), dependencies.randomInteger(4096));
  if ((await loadAccount(dependencies, consumerId)).status !== "none") return undefined;
  const event = { type: "EmailClaimed", data: { key: claim.key, consumerId } } as const;
  const actor = { kind: "consumer", id: consumerId } as const;
  return (await settle(dependencies, claim, event, { ...cause, actor })) ? consumerId : undefined;
}

/**
 * Claims an address for an account that is changing to it; `false` when it belongs to another one. A claim that the
 * account holds from an earlier change is written again: so a release that is just being decided on it comes to nothing.
 */
export async function claimForChange(
  dependencies: AddressDependencies,
  change: { email: string; consumerId: number },
  cause: Cause,
): Promise<boolean> {
  const key = emailKey(dependencies, change.email);
  const { consumerId } = change;
  return repeatedly(async () => {
    const claim = await readClaim(dependencies, key);
    if (claim.holder === undefined || claim.holder === consumerId) {
      if (claim.holder === consumerId && isFor(claim, cause)) return true;
      const event = { type: "EmailClaimed", data: { key, consumerId } } as const;
      return (await settle(dependencies, claim, event, cause)) || undefined;
    }
    const account = await loadAccount(dependencies, claim.holder);
    if (account.status === "none" || needs(dependencies, account, key)) return false;
    await settleRelease(dependencies, claim, cause);
    return undefined;
  });
}

/** Whether it was claimed for this very change already, by a repeated request or a completion. */
const isFor = (claim: Claim, { causationId }: Cause) =>
  causationId !== undefined && claim.causationId === causationId;

/** Gives an address back, unless the account does not hold it or needs it still (again). */
export async function releaseAddress(
  dependencies: AddressDependencies,
  { key, consumerId }: { key: string; consumerId: number },
  cause: Cause,
): Promise<void> {
  await repeatedly(async () => {
    const claim = await readClaim(dependencies, key);
    if (claim.holder !== consumerId) return true;
    // Read after the claim: whoever wants the address back says so in the account first, and claims it after that.
    if (needs(dependencies, await loadAccount(dependencies, consumerId), key)) return true;
    return (await settleRelease(dependencies, claim, cause)) || undefined;
  });
}

/** The account that an address belongs to, `undefined` when there is none. */
export async function accountOfAddress(
  dependencies: AddressDependencies,
  email: string,
): Promise<number | undefined> {
  return (await readClaim(dependencies, emailKey(dependencies, email))).holder;
}

async function settleRelease(
  dependencies: AddressDependencies,
  claim: Claim,
  cause: Cause,
): Promise<boolean> {
  if (claim.holder === undefined) return true;
  const data = { key: claim.key, consumerId: claim.holder };
  return settle(dependencies, claim, { type: "EmailReleased", data }, cause);
}

/** Until the step answers something else than `undefined`. */
async function repeatedly<T>(step: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const result = await step();
    if (result !== undefined) return result;
  }
  throw new Refusal("conflict");
}
