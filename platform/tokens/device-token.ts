import { z } from "zod";
import { deriveKey, type KeyRing, keyById, keyedHash, type ServerKey, sameSecret } from "./keyed-hash.ts";

/** A signed value for one purpose. Its bearer can read it, but only the server can make it. */
export interface SignedTokens<T> {
  sign(value: T, options?: { expiresAt?: Date }): string;
  /** `undefined` for a token that is forged, for another purpose, of another shape, or expired. */
  verify(token: string, now: Date): T | undefined;
}

const envelope = z.object({ v: z.unknown(), e: z.number().int().optional() });

/**
 * Tokens `keyId.payload.mac`. The purpose is part of the key, so a device token can't be used as a reset
 * proof. Without `expiresAt` a token is valid until its key has been replaced twice.
 */
export function createSignedTokens<S extends z.ZodType>(
  purpose: string,
  schema: S,
  keys: KeyRing,
): SignedTokens<z.output<S>> {
  const forPurpose = ({ id, bytes }: ServerKey) => ({ id, bytes: deriveKey(bytes, purpose) });
  const current = forPurpose(keys.current);
  const ring: KeyRing = { current, previous: keys.previous && forPurpose(keys.previous) };
  const mac = (key: ServerKey, payload: string) =>
    keyedHash(key.bytes, "token", payload).toString("base64url");
  return {
    sign(value, options = {}) {
      const content = { v: value, ...(options.expiresAt ? { e: options.expiresAt.getTime() } : {}) };
      const payload = Buffer.from(JSON.stringify(content)).toString("base64url");
      return `${current.id}.${payload}.${mac(current, payload)}`;
    },
    verify(token, now) {
      if (token.length > 4096) return undefined;
      const [keyId, payload, signature, ...rest] = token.split(".");
      const key = keyById(ring, keyId);
      if (!key || !payload || !signature || rest.length > 0) return undefined;
      if (!sameSecret(signature, mac(key, payload))) return undefined;
      const content = envelope.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
      if (!content.success || (content.data.e ?? Number.POSITIVE_INFINITY) <= now.getTime()) return undefined;
      return schema.safeParse(content.data.v).data;
    },
  };
}
