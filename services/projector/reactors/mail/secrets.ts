import {
  activationLink,
  adminPasswordLink,
  signaturePurposes,
  writeActivationToken,
  writeAdminPasswordToken,
} from "@ornament/contracts/domain/links";
import {
  type KeyRing,
  keyById,
  linkToken,
  type ServerKey,
  sixDigitCode,
} from "@ornament/platform/tokens/keyed-hash";
import type { MailCause, SecretSource } from "./causes.ts";

/** The link or code of a mail, or `none`. `replaced` if the key that it was made with is gone. */
export type MailSecret = { link: string } | { code: string } | "none" | "replaced";

/** Computes the same value that the command side compares with. `publicUrl` is the product's address for users. */
export function secretOf(cause: MailCause, keys: KeyRing, publicUrl: string): MailSecret {
  if (!cause.secret) return "none";
  const key = cause.keyId === undefined ? keys.current : keyById(keys, cause.keyId);
  if (!key) return "replaced";
  const { nonce } = cause.secret;
  const { id } = cause.to;
  switch (cause.kind) {
    case "activation-link": {
      const signature = signed(key, signaturePurposes.activationLink, cause.secret);
      return { link: activationLink(publicUrl, writeActivationToken({ consumerId: id, nonce, signature })) };
    }
    case "admin-invitation":
    case "admin-reset-link": {
      const signature = signed(key, signaturePurposes.adminPasswordLink, cause.secret);
      return { link: adminPasswordLink(publicUrl, id, writeAdminPasswordToken({ nonce, signature })) };
    }
    case "consumer-reset-code": {
      const { stream, expiresAt } = cause.secret;
      return { code: sixDigitCode(key, signaturePurposes.resetCode, stream, nonce, expiresAt) };
    }
    default:
      return "none";
  }
}

const signed = (key: ServerKey, purpose: string, { stream, nonce, expiresAt }: SecretSource) =>
  linkToken(key, purpose, stream, nonce, expiresAt);
