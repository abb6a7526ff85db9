import type { ConsumerEmailEvent } from "@ornament/contracts/consumers/email-events";
import type { Actor } from "@ornament/contracts/events/metadata";
import { streams } from "@ornament/contracts/events/streams";
import { Refusal } from "@ornament/contracts/routes/errors";
import { composeAccountId } from "@ornament/contracts/values/account-id";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { EventStore, RequestOrigin } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import type { Aggregates } from "../aggregates.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ConsumerCommand } from "./commands.ts";
import { liveAccount } from "./decider.ts";
import type { ConsumerAccount, ConsumerState } from "./state.ts";

/** The account that an email address belongs to, as the address's stream says at `revision`. */
export interface Claim {
  readonly key: string;
  readonly holder: number | undefined;
  /** The event that caused the last claim or release. */
  readonly causationId: string | undefined;
  readonly revision: bigint | "no_stream";
}

/** The actor and the cause of a claim or a release, for the event's metadata. */
export interface Cause extends RequestOrigin {
  readonly actor: Actor;
  readonly causationId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** Reads a claim. The caller then reads the accounts, and then settles it. */
export async function readClaim(store: Pick<EventStore, "read">, key: string): Promise<Claim> {
  // Only the last event counts.
  const newest = { backwards: true, maxCount: 1 };
  const { events, revision } = await store.read<ConsumerEmailEvent>(streams.consumerEmail(key), newest);
  const [last] = events;
  const holder = last?.type === "EmailClaimed" ? last.data.consumerId : undefined;
  return { key, holder, causationId: last?.metadata.$causationId, revision };
}

/** Appends at exactly the revision that was read. Returns `false` if another writer was first. */
export async function settleClaim(
  store: Pick<EventStore, "append">,
  { key, revision }: Claim,
  event: ConsumerEmailEvent & { id: string },
  cause: Cause,
): Promise<boolean> {
  try {
    await store.append(streams.consumerEmail(key), revision, [event], cause);
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

/** An id that no consumer has. An unknown email address reads it, to cost the same as a known one. */
export const nobody = 0;

/** The number of times that a claim is read and decided before the request is refused as `conflict`. */
const maxAttempts = 20;

/** The parts that email addresses need. A restore and the demo have no others. */
export type EmailParts = Pick<Dependencies, "store" | "secrets" | "clock" | "randomInteger" | "uuid"> &
  Pick<Aggregates, "consumers">;

type CauseWithoutActor = Omit<Cause, "actor">;

/** The keyed hash of a normalised email address. It names the stream of its claim. */
export const emailKeyOf = ({ secrets }: Pick<EmailParts, "secrets">, email: string): string =>
  keyedName(secrets.addressKey, "consumer-email", email);

/** The account that an email address belongs to; `undefined` if there is none. */
export const accountOf = async (
  parts: Pick<EmailParts, "store" | "secrets">,
  email: string,
): Promise<number | undefined> => (await readClaim(parts.store, emailKeyOf(parts, email))).holder;

/**
 * The id of the account that the email address is claimed for, even if that account is not registered yet.
 * If there is none, claims the address for a new id. Throws `conflict`.
 */
export function claimForRegistration(
  parts: EmailParts,
  email: string,
  cause: CauseWithoutActor,
): Promise<number> {
  const key = emailKeyOf(parts, email);
  return repeatedly(async () => {
    const claim = await readClaim(parts.store, key);
    if (claim.holder === undefined) return claimFresh(parts, claim, cause);
    const account = await loadAccount(parts, claim.holder);
    if (account.status === "none" || needs(parts, account, key)) return claim.holder;
    await settleRelease(parts, claim, { ...cause, actor: { kind: "system" } });
    return undefined;
  });
}

/**
 * Claims an email address for an account that is changing to it; `false` if the address belongs to another
 * account. A claim from an earlier change of this account is written again, so that a release decided on
 * the old claim fails.
 */
export function claimForChange(
  parts: EmailParts,
  { email, consumerId }: { email: string; consumerId: number },
  cause: Cause,
): Promise<boolean> {
  const key = emailKeyOf(parts, email);
  return repeatedly(async () => {
    const claim = await readClaim(parts.store, key);
    if (claim.holder === undefined || claim.holder === consumerId) {
      if (claim.holder === consumerId && isFor(claim, cause)) return true;
      const event = { type: "EmailClaimed", data: { key, consumerId } } as const;
      return (await settle(parts, claim, event, cause)) || undefined;
    }
    const account = await loadAccount(parts, claim.holder);
    if (account.status === "none" || needs(parts, account, key)) return false;
    await settleRelease(parts, claim, cause);
    return undefined;
  });
}

/** Releases an email address, unless it belongs to another account or this account still needs it. */
export async function releaseEmail(
  parts: EmailParts,
  { key, consumerId }: { key: string; consumerId: number },
  cause: Cause,
): Promise<void> {
  await repeatedly(async () => {
    const claim = await readClaim(parts.store, key);
    if (claim.holder !== consumerId) return true;
    // The account is read after the claim: a change back to the address is recorded in the account before
    // it is claimed.
    if (needs(parts, await loadAccount(parts, consumerId), key)) return true;
    return (await settleRelease(parts, claim, cause)) || undefined;
  });
}

/** The most calls: the claim is read, the account with its snapshot and its key, and an event is appended. */
export const storeCallsOfEmail = { reads: 4, appends: 1 };

/**
 * Handles a command of the account that has the email address. Throws `consumer_not_found` if there is none.
 */
export async function commandOfEmail(
  parts: EmailParts,
  email: string,
  context: (consumerId: number) => CommandContext,
  command: (account: ConsumerAccount) => ConsumerCommand,
): Promise<void> {
  const consumerId = await accountOf(parts, email);
  if (consumerId === undefined) throw new Refusal("consumer_not_found");
  const decide = (state: ConsumerState): ConsumerCommand => {
    const account = liveAccount(state);
    // The claim of an email address may stay for a moment after the account has changed it.
    if (account.email !== email) throw new Refusal("consumer_not_found");
    return command(account);
  };
  await parts.consumers.handle(consumerId, decide, context(consumerId));
}

const loadAccount = async ({ consumers }: EmailParts, consumerId: number): Promise<ConsumerState> =>
  (await consumers.load(consumerId)).state;

/** Whether the account has the address or is changing to it. Then its claim must stay. */
function needs(parts: EmailParts, account: ConsumerState, key: string): boolean {
  if (account.status === "none" || account.status === "deleted") return false;
  return [account.email, account.pendingEmail?.email].some(
    (email) => typeof email === "string" && emailKeyOf(parts, email) === key,
  );
}

const settle = ({ store, uuid }: EmailParts, claim: Claim, event: ConsumerEmailEvent, cause: Cause) =>
  settleClaim(store, claim, { ...event, id: uuid() }, cause);

async function settleRelease(parts: EmailParts, claim: Claim, cause: Cause): Promise<boolean> {
  if (claim.holder === undefined) return true;
  const data = { key: claim.key, consumerId: claim.holder };
  return settle(parts, claim, { type: "EmailReleased", data }, cause);
}

async function claimFresh(
  parts: EmailParts,
  claim: Claim,
  cause: CauseWithoutActor,
): Promise<number | undefined> {
  const consumerId = composeAccountId(parts.clock(), parts.randomInteger(4096));
  if ((await loadAccount(parts, consumerId)).status !== "none") return undefined;
  const event = { type: "EmailClaimed", data: { key: claim.key, consumerId } } as const;
  const actor = { kind: "consumer", id: consumerId } as const;
  return (await settle(parts, claim, event, { ...cause, actor })) ? consumerId : undefined;
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
