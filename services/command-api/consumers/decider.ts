import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { limits } from "@ornament/contracts/values/limits";
import type { Decider } from "@ornament/platform/commands/decider";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { type ConsumerCommand, type ConsumerRefusals, refuse } from "./commands.ts";
import { consumerCompaction } from "./compaction.ts";
import { decideReset, sendResetCode } from "./decide-reset.ts";
import { evolveConsumer } from "./evolve.ts";
import { type ConsumerAccount, type ConsumerState, mailAllowed, noConsumer } from "./state.ts";

/**
 * The id for a registration belongs to an account with another email address. The caller tries another id.
 */
export class AccountIdTaken extends Error {
  constructor(consumerId: number) {
    super(`The account ${consumerId} has another email address`);
    this.name = "AccountIdTaken";
  }
}

/** The commands that need no account, or have their own answer for a missing one. */
type WithoutAccount = "Register" | "ConfirmEmail" | "RequestPasswordReset" | "TryResetCode" | "ResetPassword";

/** The account. Throws `consumer_not_found` if there is none or it was deleted. */
export function liveAccount(state: ConsumerState): ConsumerAccount {
  if (state.status === "none" || state.status === "deleted")
    throw refuse<Exclude<keyof ConsumerRefusals, WithoutAccount>>("consumer_not_found");
  return state;
}

/** `consumer-{consumerId}`: the account and its ornaments with their names. */
export const consumerDecider: Decider<ConsumerState, ConsumerCommand, ConsumerEvent> = {
  initialState: () => noConsumer,
  evolve: evolveConsumer,
  compaction: consumerCompaction,
  decide(command, state) {
    switch (command.type) {
      case "Register":
        return register(command, state);
      case "RequestActivationLink":
        return requestLink(command, liveAccount(state));
      case "ConfirmEmail":
        return confirmEmail(command, state);
      case "StartEmailChange":
        return startEmailChange(command, liveAccount(state));
      case "FinishEmailChange":
        return finishEmailChange(command, liveAccount(state));
      case "SetMarketing":
        return setMarketing(command.marketingEmail, liveAccount(state));
      case "RequestPasswordReset":
      case "TryResetCode":
      case "ResetPassword":
        return decideReset(command, state);
      case "SendResetCode":
        return sendResetCode(command, liveAccount(state));
      case "EndSignInPause":
        return endSignInPause(command, liveAccount(state));
      case "AskItAdmin":
        return askItAdmin(command, liveAccount(state));
      case "AddOrnament":
      case "RemoveOrnament":
      case "RenameOrnament":
      case "SelectOrnament":
        return decideOrnaments(command, liveAccount(state));
      case "DeleteAccount":
        return deleteAccount(state);
      case "EraseAccount":
        return eraseAccount(command, liveAccount(state));
      default:
        return unreachable(command);
    }
  },
};

type CommandOf<T extends ConsumerCommand["type"]> = Extract<ConsumerCommand, { type: T }>;

function register(command: CommandOf<"Register">, state: ConsumerState): ConsumerEvent[] {
  const { consumerId, email, passwordHash, marketingEmail, nonce, now } = command;
  const expiresAt = now + limits.activationLinkMilliseconds;
  if (state.status === "none") {
    const data = { consumerId, email, passwordHash, marketingEmail, nonce, expiresAt };
    return [{ type: "ConsumerRegistered", data }];
  }
  if (state.status === "deleted" || state.email !== email) throw new AccountIdTaken(consumerId);
  const sent = state.status === "confirmed" ? state.mails.notice : state.mails.activation;
  if (!mailAllowed(sent, now)) return [];
  if (state.status === "confirmed")
    return [{ type: "RegistrationRepeated", data: { consumerId, at: now, attempt: null } }];
  const attempt = { marketingEmail, nonce, expiresAt };
  return [{ type: "RegistrationRepeated", data: { consumerId, at: now, attempt, passwordHash } }];
}

function requestLink(command: CommandOf<"RequestActivationLink">, account: ConsumerAccount): ConsumerEvent[] {
  if (account.status === "confirmed") throw refuse<"RequestActivationLink">("already_activated");
  if (command.limited && !mailAllowed(account.mails.activation, command.now)) return [];
  return newLink(command, account);
}

function newLink(
  { attempt: wanted, nonce, now }: { attempt?: string | undefined; nonce: string; now: number },
  account: ConsumerAccount,
): ConsumerEvent[] {
  const attempt = account.attempts.find((made) => made.nonce === wanted) ?? account.attempts.at(-1);
  if (!attempt) return [];
  const expiresAt = now + limits.activationLinkMilliseconds;
  const { consumerId } = account;
  return [
    { type: "ActivationLinkRequested", data: { consumerId, attempt: attempt.nonce, nonce, expiresAt } },
  ];
}

function confirmEmail(
  { nonce, agreed, now }: CommandOf<"ConfirmEmail">,
  state: ConsumerState,
): ConsumerEvent[] {
  if (state.status === "none" || state.status === "deleted") throw refuse<"ConfirmEmail">("link_incorrect");
  const link = state.links.find((mailed) => mailed.nonce === nonce);
  if (!link) throw refuse<"ConfirmEmail">("link_incorrect");
  if (state.status === "confirmed") throw refuse<"ConfirmEmail">("link_used");
  if (link.expiresAt <= now) throw refuse<"ConfirmEmail">("link_expired");
  if (!agreed) return [];
  const { consumerId } = state;
  const confirmed = {
    type: "ConsumerEmailConfirmed",
    data: { consumerId, attempt: link.attempt, nonce },
  } as const;
  return [confirmed, ...laterPreference(state, link.attempt)];
}

/** The attempt's choice about marketing emails, unless the account got another choice later. */
function laterPreference(account: ConsumerAccount, nonce: string): ConsumerEvent[] {
  const attempt = account.attempts.find((made) => made.nonce === nonce);
  if (!attempt || attempt.preference === attempt.marketingEmail) return [];
  const data = { consumerId: account.consumerId, marketingEmail: attempt.preference };
  return [{ type: "MarketingPreferenceChanged", data }];
}

function startEmailChange(
  { email }: CommandOf<"StartEmailChange">,
  account: ConsumerAccount,
): ConsumerEvent[] {
  if (account.pendingEmail) throw refuse<"StartEmailChange">("conflict");
  if (account.email === email) return [];
  return [{ type: "ConsumerEmailChangeStarted", data: { consumerId: account.consumerId, email } }];
}

function finishEmailChange(
  command: CommandOf<"FinishEmailChange">,
  account: ConsumerAccount,
): ConsumerEvent[] {
  const { email, granted, previousKey } = command;
  if (account.pendingEmail?.email !== email) return [];
  const { consumerId } = account;
  if (!granted) return [{ type: "ConsumerEmailChangeRefused", data: { consumerId, email } }];
  const changed = { type: "ConsumerEmailChanged", data: { consumerId, email, previousKey } } as const;
  // The links to the former address no longer work, so the new address gets one.
  return account.status === "unconfirmed" ? [changed, ...newLink(command, account)] : [changed];
}

function endSignInPause(
  { paused, now, reason }: CommandOf<"EndSignInPause">,
  { consumerId }: ConsumerAccount,
): ConsumerEvent[] {
  if (!paused) throw refuse<"EndSignInPause">("sign_in_not_paused");
  return [{ type: "SignInPauseEnded", data: { consumerId, at: now, reason } }];
}

function askItAdmin(
  { act, code, reason }: CommandOf<"AskItAdmin">,
  { consumerId, ornaments }: ConsumerAccount,
): ConsumerEvent[] {
  if (code === undefined) return [{ type: "ItAdminAsked", data: { consumerId, act, reason } }];
  if (!ornaments.some((ornament) => ornament.code === code)) throw refuse<"AskItAdmin">("pin_not_found");
  return [{ type: "ItAdminAsked", data: { consumerId, act, code, reason } }];
}

function setMarketing(marketingEmail: boolean, account: ConsumerAccount): ConsumerEvent[] {
  if (account.marketingEmail === marketingEmail) return [];
  return [{ type: "MarketingPreferenceChanged", data: { consumerId: account.consumerId, marketingEmail } }];
}

function deleteAccount(state: ConsumerState): ConsumerEvent[] {
  if (state.status === "none") throw refuse<"DeleteAccount">("consumer_not_found");
  if (state.status === "deleted") return [];
  return [{ type: "ConsumerAccountDeleted", data: { consumerId: state.consumerId } }];
}

function eraseAccount(command: CommandOf<"EraseAccount">, account: ConsumerAccount): ConsumerEvent[] {
  const { reason, confirmation } = command;
  const { consumerId, email } = account;
  if (confirmation !== (email ?? String(consumerId))) throw refuse<"EraseAccount">("confirmation_mismatch");
  return [{ type: "ConsumerAccountDeleted", data: { consumerId, reason } }];
}

type OrnamentCommand = Extract<
  ConsumerCommand,
  { type: "AddOrnament" | "RemoveOrnament" | "RenameOrnament" | "SelectOrnament" }
>;

/** Decides commands about the ornaments of an account. A command that changes nothing has no events. */
function decideOrnaments(command: OrnamentCommand, account: ConsumerAccount): ConsumerEvent[] {
  const { consumerId } = account;
  const { code } = command;
  const owned = account.ornaments.find((ornament) => ornament.code === code);
  if (command.type === "AddOrnament") return add(command, account);
  if (command.type === "RemoveOrnament")
    return owned ? [{ type: "OrnamentRemoved", data: { consumerId, code } }] : [];
  if (!owned) throw refuse<"RenameOrnament" | "SelectOrnament">("pin_not_found");
  if (command.type === "RenameOrnament") {
    const { name } = command;
    return owned.name === name ? [] : [{ type: "OrnamentRenamed", data: { consumerId, code, name } }];
  }
  return account.selected === code ? [] : [{ type: "OrnamentSelected", data: { consumerId, code } }];
}

function add(
  command: Extract<OrnamentCommand, { type: "AddOrnament" }>,
  account: ConsumerAccount,
): ConsumerEvent[] {
  const { code, name } = command;
  const { consumerId } = account;
  if (account.ornaments.some((ornament) => ornament.code === code)) return [];
  if (account.ornaments.length >= limits.ornamentsPerAccount)
    throw refuse<"AddOrnament">("too_many_ornaments");
  return [{ type: "OrnamentAdded", data: { consumerId, code, name } }];
}
