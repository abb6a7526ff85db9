import { limits } from "@ornament/contracts/domain/limits";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { type ConsumerCommand, refuse } from "./commands.ts";
import { mailAllowed } from "./mail-allowance.ts";
import type { ConsumerAccount, ConsumerState, PasswordReset } from "./state.ts";

type ResetCommand = Extract<
  ConsumerCommand,
  { type: "RequestPasswordReset" | "TryResetCode" | "ResetPassword" }
>;

/**
 * The forgotten password. Only a confirmed account gets a code. For any other the request does nothing, and a code or a
 * proof is refused like a wrong one, so that nobody learns whether there is an account.
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

/** Whether a code of this reset may still be tried. */
const takesCodes = (reset: PasswordReset, now: number) =>
  reset.proof === undefined && reset.expiresAt > now && reset.refusals < limits.resetCodeAttempts;

/** A wrong code is counted in the stream before the answer says that it was wrong. */
function tryCode(command: CommandOf<"TryResetCode">, account: ConsumerAccount | undefined): ConsumerEvent[] {
  const { nonce, matches, proof, now } = command;
  const reset = account?.reset;
  if (!account || !reset || reset.nonce !== nonce || !takesCodes(reset, now)) {
    throw refuse<"TryResetCode">("reset_code_invalid");
  }
  const { consumerId } = account;
  if (!matches) return [{ type: "PasswordResetCodeRefused", data: { consumerId, nonce } }];
  const expiresAt = now + limits.resetCodeMilliseconds;
  return [{ type: "PasswordResetCodeAccepted", data: { consumerId, nonce, proof, expiresAt } }];
}

function resetPassword(
  command: CommandOf<"ResetPassword">,
  account: ConsumerAccount | undefined,
): ConsumerEvent[] {
  const proof = account?.reset?.proof;
  if (!account || proof?.nonce !== command.proof || proof.expiresAt <= command.now) {
    throw refuse<"ResetPassword">("reset_proof_invalid");
  }
  const { consumerId } = account;
  return [{ type: "ConsumerPasswordReset", data: { consumerId, passwordHash: command.passwordHash } }];
}
