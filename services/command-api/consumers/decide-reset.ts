import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { limits } from "@ornament/contracts/values/limits";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { type ConsumerCommand, refuse } from "./commands.ts";
import { type ConsumerAccount, type ConsumerState, mailAllowed, type ResetCode } from "./state.ts";

type ResetCommand = Extract<
  ConsumerCommand,
  { type: "RequestPasswordReset" | "TryResetCode" | "ResetPassword" }
>;

/**
 * Decides commands of a forgotten password. Only a confirmed account gets a code. For any other account the
 * request does nothing, and a code or a proof is refused like a wrong one, so the answer does not show
 * whether an account exists.
 */
export function decideReset(command: ResetCommand, state: ConsumerState): ConsumerEvent[] {
  const account = state.status === "confirmed" ? state : undefined;
  switch (command.type) {
    case "RequestPasswordReset":
      return account ? requestReset(command, account) : [];
    case "TryResetCode":
      return tryCode(command, account);
    case "ResetPassword":
      return resetPassword(command, account);
    default:
      return unreachable(command);
  }
}

type CommandOf<T extends ResetCommand["type"]> = Extract<ResetCommand, { type: T }>;

function requestReset(
  { nonce, now }: CommandOf<"RequestPasswordReset">,
  account: ConsumerAccount,
): ConsumerEvent[] {
  if (!mailAllowed(account.mails.reset, now)) return [];
  const expiresAt = now + limits.resetCodeMilliseconds;
  return [{ type: "PasswordResetRequested", data: { consumerId: account.consumerId, nonce, expiresAt } }];
}

/** Decides a reset code that an admin has sent. Only a confirmed account has a password to reset. */
export function sendResetCode(
  { nonce, now, reason }: Extract<ConsumerCommand, { type: "SendResetCode" }>,
  { status, consumerId }: ConsumerAccount,
): ConsumerEvent[] {
  if (status !== "confirmed") throw refuse<"SendResetCode">("email_not_confirmed");
  const expiresAt = now + limits.resetCodeMilliseconds;
  return [{ type: "PasswordResetRequested", data: { consumerId, nonce, expiresAt, reason } }];
}

/** Whether the code may still be tried. */
const canBeTried = (code: ResetCode, now: number) =>
  !code.used && code.expiresAt > now && code.refusals < limits.resetCodeAttempts;

/** A wrong code is counted in the stream before the answer says that it was wrong. */
function tryCode(command: CommandOf<"TryResetCode">, account: ConsumerAccount | undefined): ConsumerEvent[] {
  const { nonce, matches, proof, now } = command;
  const code = account?.reset.code;
  if (!account || code?.nonce !== nonce || !canBeTried(code, now)) {
    throw refuse<"TryResetCode">("reset_code_invalid");
  }
  const { consumerId } = account;
  if (!matches) {
    const refused = { type: "PasswordResetCodeRefused", data: { consumerId, nonce } } as const;
    const isLast = code.refusals + 1 >= limits.resetCodeAttempts;
    return isLast ? [refused, { type: "ResetCodeLocked", data: { consumerId, nonce } }] : [refused];
  }
  const expiresAt = now + limits.resetCodeMilliseconds;
  return [{ type: "PasswordResetCodeAccepted", data: { consumerId, nonce, proof, expiresAt } }];
}

/**
 * A link resets the password although strangers can use up the tries of each code: nobody guesses a link, and
 * it is valid as long as its mail counts towards the limit. So the owner can always reset the password, with
 * another mail or with the link in a recent mail.
 */
function resetPassword(
  { grant, passwordHash, now }: CommandOf<"ResetPassword">,
  account: ConsumerAccount | undefined,
): ConsumerEvent[] {
  const { proof, links = [] } = account?.reset ?? {};
  const given = (grant.kind === "proof" ? [proof] : links).find((known) => known?.nonce === grant.nonce);
  if (!account || !given || given.expiresAt <= now) {
    throw refuse<"ResetPassword">(grant.kind === "proof" ? "reset_proof_invalid" : "reset_link_invalid");
  }
  return [{ type: "ConsumerPasswordReset", data: { consumerId: account.consumerId, passwordHash } }];
}
