/**
 * The purposes of links and codes in mails. Their secret part is an HMAC over purpose, stream, nonce and
 * expiry. The mail reactor and command-api compute the same value, so no secret is stored.
 */
export const signaturePurposes = {
  confirmationLink: "activation-link",
  adminPasswordLink: "admin-password-link",
  resetCode: "consumer-reset-code",
  resetLink: "consumer-reset-link",
  resetProof: "consumer-reset-proof",
} as const;

/** The token in a link for a consumer: the account, the nonce of its request, and the signature. */
export interface ConsumerToken {
  consumerId: number;
  nonce: string;
  signature: string;
}

export const writeConsumerToken = ({ consumerId, nonce, signature }: ConsumerToken) =>
  [consumerId.toString(36), nonce, signature].join(".");

/** The parts of a consumer's token; `undefined` for any other text. The signature is not checked. */
export function readConsumerToken(token: string): ConsumerToken | undefined {
  const match = /^([0-9a-z]{1,12})\.([\w-]{16,64})\.([\w-]{16,128})$/.exec(token);
  const [, id, nonce, signature] = match ?? [];
  const consumerId = Number.parseInt(id ?? "", 36);
  if (!nonce || !signature || !Number.isSafeInteger(consumerId) || consumerId < 1) return undefined;
  return { consumerId, nonce, signature };
}

export const confirmationLink = (publicUrl: string, token: string) =>
  new URL(`/user/verify-message?token=${encodeURIComponent(token)}`, publicUrl).href;

/** The screen on which a consumer chooses a new password. */
export const resetPasswordLink = (publicUrl: string, token: string) =>
  new URL(`/reset-password?token=${encodeURIComponent(token)}`, publicUrl).href;

/** The page of a consumer in the back office. */
export const consumerPageLink = (publicUrl: string, consumerId: number) =>
  new URL(`/admin/user-profile/${consumerId}`, publicUrl).href;

export const writeAdminPasswordToken = ({ nonce, signature }: { nonce: string; signature: string }) =>
  `${nonce}.${signature}`;

/** The parts of an admin's password token; `undefined` for any other text. The signature is not checked. */
export function readAdminPasswordToken(token: string): { nonce: string; signature: string } | undefined {
  const match = /^([\w-]{16,64})\.([\w-]{16,128})$/.exec(token);
  const [, nonce, signature] = match ?? [];
  return nonce && signature ? { nonce, signature } : undefined;
}

export const adminPasswordLink = (publicUrl: string, adminId: number, token: string) =>
  new URL(`/admin/reset-password/${adminId}/${encodeURIComponent(token)}`, publicUrl).href;
