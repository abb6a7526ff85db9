import { readAdminPasswordToken, signaturePurposes } from "@ornament/contracts/domain/links";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { linkToken, type ServerKey, sameSecret } from "@ornament/platform/tokens/keyed-hash";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import { type PasswordLink, requireLink } from "../../aggregates/admin/decider.ts";
import type { AdminAccount } from "../admin-accounts/admin-accounts.ts";

/** The secret part of an admin's password link, as it is in the mail. */
export const passwordLinkSignature = (key: ServerKey, adminId: number, link: PasswordLink) =>
  linkToken(key, signaturePurposes.adminPasswordLink, streams.admin(adminId), link.nonce, link.expiresAt);

/** The nonce of a token that is valid for the account now. Throws `reset_link_invalid` for any other. */
export function checkPasswordToken(
  secrets: Pick<Secrets, "ring">,
  account: AdminAccount | undefined,
  token: string,
  at: number,
): string {
  const given = readAdminPasswordToken(token);
  if (!account || !given) throw new Refusal("reset_link_invalid");
  const link = requireLink(account.own, given.nonce, at);
  const { current, previous } = secrets.ring("proof");
  const isValid = [current, previous]
    .filter((key) => key !== undefined)
    .map((key) => sameSecret(given.signature, passwordLinkSignature(key, account.entry.adminId, link)))
    .includes(true);
  if (!isValid) throw new Refusal("reset_link_invalid");
  return given.nonce;
}
