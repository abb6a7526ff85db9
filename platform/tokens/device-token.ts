import { z } from "zod";
import { deriveKey, type KeyRing, keyById, keyedHash, type ServerKey, sameSecret } from "./keyed-hash.ts";

const envelope = z.object({ v: z.unknown(), e: z.number().int().optional() });

/**
 * Signed values for one purpose. Their bearer can read them, but only the server can make them.
 * Tokens `keyId.payload.mac`. The purpose is part of the key, so a device token can't be used as a reset
 * proof. Without `expiresAt` a token is valid until its key has been replaced twice.
 */
export function createSignedTokens<S extends z.ZodType>(purpose: string, schema: S, keys: KeyRing) {
  const forPurpose = ({ id, bytes }: ServerKey) => ({ id, bytes: deriveKey(bytes, purpose) });
  const current = forPurpose(keys.current);
  const ring: KeyRing = { current, previous: keys.previous && forPurpose(keys.previous) };
  const mac = (key: ServerKey, payload: string) =>
    keyedHash(key.bytes, "token", payload).toString("base64url");
  return {
    sign(value: z.output<S>, options: { expiresAt?: Date } = {}): string {
      const content = { v: value, ...(options.expiresAt ? { e: options.expiresAt.getTime() } : {}) };
      const payload = Buffer.from(JSON.stringify(content)).toString("base64url");
      return `${current.id}.${payload}.${mac(current, payload)}`;
    },
    /** `undefined` for a token that is forged, for another purpose, of another shape, or expired. */
    verify(token: string, now: Date): z.output<S> | undefined {
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
