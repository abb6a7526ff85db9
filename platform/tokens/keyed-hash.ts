import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** A server key with an id that may be shown. */
export interface ServerKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The current key and, during its replacement, the previous one, which only verifies and never signs. */
export interface KeyRing {
  readonly current: ServerKey;
  readonly previous?: ServerKey | undefined;
}

/** A key with its id, which is a hash of its bytes. */
export function serverKey(bytes: Buffer): ServerKey {
  return { id: createHash("sha256").update("key-id\0").update(bytes).digest("hex").slice(0, 12), bytes };
}

export const keyRing = (current: Buffer, previous?: Buffer | undefined): KeyRing => ({
  current: serverKey(current),
  ...(previous ? { previous: serverKey(previous) } : {}),
});

/** The key of the ring with this id, or `undefined` if it is no longer in the ring. */
export function keyById(ring: KeyRing, id: string | undefined): ServerKey | undefined {
  return [ring.current, ring.previous].find((key) => key?.id === id);
}

/** A separate key for a purpose, so that a value made for one purpose is not valid for another. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), purpose, 32));
}

type Part = string | number | bigint;

/** HMAC-SHA-256 over a purpose and parts with their lengths: different lists never give the same input. */
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

/** Compares in constant time, so that the time does not show where two texts differ. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
