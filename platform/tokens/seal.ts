import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** AES-256-GCM: 12 bytes of nonce, ciphertext, 16 bytes of tag, as base64url. `context` is authenticated. */
export function seal(key: Buffer, context: string, plain: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** `undefined` if the key, the context or the bytes differ from the sealed ones. */
export function open(key: Buffer, context: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < 28) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-16));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
  } catch {
    return undefined;
  }
}
