import {
  adminPasswordLink,
  confirmationLink,
  resetPasswordLink,
  signaturePurposes,
  writeAdminPasswordToken,
  writeConsumerToken,
} from "@ornament/contracts/domain/links";
import {
  type KeyRing,
  keyById,
  linkToken,
  type ServerKey,
  sixDigitCode,
} from "@ornament/platform/tokens/keyed-hash";
import type { MailCause, SecretSource } from "./causes.ts";

/** The link of a mail, or its code and link, or `none`. `replaced` if its key was removed. */
export type MailSecret = { link: string } | { code: string; link: string } | "none" | "replaced";

/**
 * Computes the same value that command-api compares with. `publicUrl` is the product's URL for consumers and
 * admins.
 */
export function secretOf(cause: MailCause, keys: KeyRing, publicUrl: string): MailSecret {
  if (!cause.secret) return "none";
  const key = cause.keyId === undefined ? keys.current : keyById(keys, cause.keyId);
  if (!key) return "replaced";
  const { nonce } = cause.secret;
  const { id } = cause.to;
  switch (cause.kind) {
    case "activation-link": {
      const signature = signed(key, signaturePurposes.confirmationLink, cause.secret);
      return { link: confirmationLink(publicUrl, writeConsumerToken({ consumerId: id, nonce, signature })) };
    }
    case "admin-invitation":
    case "admin-reset-link": {
      const signature = signed(key, signaturePurposes.adminPasswordLink, cause.secret);
      return { link: adminPasswordLink(publicUrl, id, writeAdminPasswordToken({ nonce, signature })) };
    }
    case "consumer-reset-code": {
      const { stream, expiresAt } = cause.secret;
      const signature = signed(key, signaturePurposes.resetLink, cause.secret);
      return {
        code: sixDigitCode(key, signaturePurposes.resetCode, stream, nonce, expiresAt),
        link: resetPasswordLink(publicUrl, writeConsumerToken({ consumerId: id, nonce, signature })),
      };
    }
    default:
      return "none";
  }
}

const signed = (key: ServerKey, purpose: string, { stream, nonce, expiresAt }: SecretSource) =>
  linkToken(key, purpose, stream, nonce, expiresAt);
