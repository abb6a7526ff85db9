import { createHmac, randomUUID } from "node:crypto";
import type { Actor } from "@ornament/contracts/events/metadata";
import { Refusal } from "@ornament/contracts/routes/errors";
import { nameBasedId } from "../ids/name-based-id.ts";

const namespace = "6f0d9f34-4c6b-5b1e-9a5e-0f6f3c1f7a10";

/** The given key, or a random one. Throws `invalid_request` for a bad one. */
export function idempotencyKeyOf(header: string | undefined): string {
  if (header === undefined) return randomUUID();
  if (/^[\x21-\x7e]([\x20-\x7e]{0,198}[\x21-\x7e])?$/.test(header)) return header;
  throw new Refusal("invalid_request", {
    errors: [{ path: "Idempotency-Key", message: "1 to 200 printable ASCII characters" }],
  });
}

/** The id of a command. The same actor, call and idempotency key give the same id. */
export function commandIdOf(call: {
  actor: Actor | string;
  method: string;
  path: string;
  key: string;
}): string {
  const actor = typeof call.actor === "string" ? call.actor : actorName(call.actor);
  return nameBasedId(JSON.stringify([actor, call.method, call.path, call.key]), namespace);
}

const actorName = (actor: Actor) => (actor.kind === "system" ? "system" : `${actor.kind}-${actor.id}`);

/**
 * Keyed hash of a body, independent of the order of its keys. Without the key, guesses of the body can't be
 * tested against the hash. A body with a password is hashed together with its idempotency key, which no event
 * has: then the hash's key isn't enough either.
 */
export function bodyHashOf(key: Buffer, body: unknown): string {
  return createHmac("sha256", key).update(canonicalJson(body)).digest("base64url");
}

/** JSON with sorted keys and without `undefined`. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value ?? null, withSortedKeys);

function withSortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) sorted[key] = (value as Record<string, unknown>)[key];
  return sorted;
}
