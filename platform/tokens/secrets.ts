import { randomBytes } from "node:crypto";
import { z } from "zod";
import { ConfigError, type Environment, readConfig } from "../config/read-config.ts";
import { deriveKey, type KeyRing, keyRing, type ServerKey, serverKey } from "./keyed-hash.ts";

/** The environment variables of the secrets, each 32 random bytes as base64url. */
export const secretVariables = {
  /** Signs the admins' access tokens. */
  adminToken: "ADMIN_TOKEN_KEY",
  /** Signs the consumers' access tokens. */
  consumerToken: "CONSUMER_TOKEN_KEY",
  /** Authenticates refresh tokens. */
  refresh: "REFRESH_TOKEN_KEY",
  /** Signs device tokens. */
  device: "DEVICE_TOKEN_KEY",
  /** Makes the links, codes and proofs of mails. */
  proof: "PROOF_KEY",
  /** Computes stream names from email addresses. Can't be replaced; back it up with the event store. */
  address: "ADDRESS_KEY",
  /** Wraps the persons' keys. `secrets rotate` replaces it; back it up with the event store. */
  master: "MASTER_KEY",
} as const;

export type SecretName = keyof typeof secretVariables;
/** Secrets that services replace: the old one stays valid while it is in `<VARIABLE>_PREVIOUS`. */
export type RotatingSecret = Exclude<SecretName, "address" | "master">;

const previousVariable = (name: RotatingSecret) => `${secretVariables[name]}_PREVIOUS`;
const isRotating = (name: SecretName): name is RotatingSecret => name !== "address" && name !== "master";

const keySetting = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}=?$/, "must be 32 bytes as base64url (43 characters)")
  .transform((text) => Buffer.from(text, "base64url"));

const howToDraw =
  "To make secrets: `npm run --silent secrets >> .env`, or in the image `ornament secrets`. Never make a second set for a log.";

export interface Secrets {
  ring(name: RotatingSecret): KeyRing;
  /** Each use includes its purpose. */
  readonly addressKey: Buffer;
  readonly masterKey: ServerKey;
  /** For hashes of request bodies. It must stay the same as long as the event store that holds them. */
  readonly bodyHashKey: Buffer;
}

/** Throws `ConfigError` if a named secret is missing or malformed, or if two are the same. */
export function readSecrets(environment: Environment, names: readonly SecretName[]): Secrets {
  const shape: Record<string, z.ZodType<Buffer | undefined>> = {};
  for (const name of names) {
    shape[secretVariables[name]] = keySetting;
    if (isRotating(name)) shape[previousVariable(name)] = keySetting.optional();
  }
  const values: Record<string, Buffer | undefined> = readConfig(z.object(shape), environment, howToDraw);
  refuseSharedKeys(Object.values(values));
  const key = (variable: string): Buffer => {
    const value = values[variable];
    if (!value) throw new ConfigError(`${variable} is not among the secrets of this service`);
    return value;
  };
  // Each request needs some of the derived keys, so they are computed once.
  const rings = new Map<RotatingSecret, KeyRing>();
  let bodyHashKey: Buffer | undefined;
  return {
    ring(name) {
      const ring = rings.get(name) ?? keyRing(key(secretVariables[name]), values[previousVariable(name)]);
      rings.set(name, ring);
      return ring;
    },
    get addressKey() {
      return key(secretVariables.address);
    },
    get masterKey() {
      return serverKey(key(secretVariables.master));
    },
    get bodyHashKey() {
      bodyHashKey ??= deriveKey(key(secretVariables.address), "body-hash");
      return bodyHashKey;
    },
  };
}

const replacedMasterKey = z.object({ MASTER_KEY: keySetting, MASTER_KEY_PREVIOUS: keySetting });

const howToReplace =
  "Set MASTER_KEY to a new key, which `npm run secrets` draws, or in the image `ornament secrets`, and MASTER_KEY_PREVIOUS to the key that it replaces.";

/** Throws `ConfigError` if a key is missing or malformed, or if both are the same. */
export function readReplacedMasterKey(environment: Environment): { former: ServerKey; key: ServerKey } {
  const given = readConfig(replacedMasterKey, environment, howToReplace);
  const { MASTER_KEY: key, MASTER_KEY_PREVIOUS: former } = given;
  refuseSharedKeys([key, former]);
  return { former: serverKey(former), key: serverKey(key) };
}

function refuseSharedKeys(values: (Buffer | undefined)[]): void {
  const given = values.filter((value) => value !== undefined).map((value) => value.toString("hex"));
  if (new Set(given).size < given.length)
    throw new ConfigError("Two secrets are the same; each needs its own");
}

/** 32 random bytes as base64url. */
export const drawSecret = () => randomBytes(32).toString("base64url");

/** By environment variable, for a first start or a test. */
export function drawSecrets(): Record<string, string> {
  return Object.fromEntries(Object.values(secretVariables).map((variable) => [variable, drawSecret()]));
}
