import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** A server key, named by an id that may be shown. */
export interface ServerKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The key in use and, while it is being replaced, the one before: it still verifies and never signs. */
export interface KeyRing {
  readonly current: ServerKey;
  readonly previous?: ServerKey | undefined;
}

export function serverKey(bytes: Buffer): ServerKey {
  return { id: createHash("sha256").update("key-id\0").update(bytes).digest("hex").slice(0, 12), bytes };
}

export const keyRing = (current: Buffer, previous?: Buffer | undefined): KeyRing => ({
  current: serverKey(current),
  ...(previous ? { previous: serverKey(previous) } : {}),
});

/** The key of the ring with this id, or `undefined` once it was replaced for good. */
export function keyById(ring: KeyRing, id: string | undefined): ServerKey | undefined {
  return [ring.current, ring.previous].find((key) => key?.id === id);
}

/** A key of its own for a purpose, so that no value made for one can serve another. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), purpose, 32));
}

type Part = string | number | bigint;

/** HMAC-SHA-256 over a purpose and parts. Lengths go in too, so that no two lists of parts read the same. */
export function keyedHash(key: Buffer, purpose: string, ...parts: Part[]): Buffer {
  const hmac = createHmac("sha256", key);
  for (const part of [purpose, ...parts]) {
    const bytes = Buffer.from(String(part), "utf8");
    hmac.update(`${bytes.length}:`).update(bytes);
  }
  return hmac.digest();
}

/** A keyed hash as text for stream names: 64 hexadecimal digits. */
export function keyedName(key: Buffer, purpose: string, ...parts: Part[]): string {
  return keyedHash(key, purpose, ...parts).toString("hex");
}

/** The 128-bit token of a link, base64url. */
export function linkToken(key: ServerKey, purpose: string, ...parts: Part[]): string {
  return keyedHash(key.bytes, `link:${purpose}`, ...parts)
    .subarray(0, 16)
    .toString("base64url");
}

/** A code of six digits, evenly spread: the first 48 bits leave a bias below one in 10^8. */
export function sixDigitCode(key: ServerKey, purpose: string, ...parts: Part[]): string {
  const number = keyedHash(key.bytes, `code:${purpose}`, ...parts).readUIntBE(0, 6);
  return String(number % 1_000_000).padStart(6, "0");
}

/** Compares without telling by its time where two texts differ. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
