import { randomBytes, scryptSync } from "node:crypto";
import { ConfigError, type Environment } from "@ornament/platform/config/read-config";
import { storedSecrets } from "@ornament/platform/running-product/stored-secrets";
import { open, seal } from "@ornament/platform/tokens/seal";
import { secretVariables } from "@ornament/platform/tokens/secrets";
import { z } from "zod";
import { BackupRefused } from "./refused.ts";

/** A changed manifest must not take all memory. */
const N = z.literal(Array.from({ length: 20 }, (_, exponent) => 2 ** (exponent + 1)));
const costSchema = z.object({ N, r: z.literal(8), p: z.literal(1) });
/** 128 MB and about half a second for each try of a passphrase. */
const cost: z.output<typeof costSchema> = { N: 2 ** 17, r: 8, p: 1 };

export const sealedSecretsSchema = z.object({
  /** The cost of scrypt. Former versions don't name theirs. */
  scrypt: costSchema.default({ ...cost, N: 2 ** 15 }),
  /** The salt of scrypt, 16 bytes as base64url. */
  salt: z.string(),
  /** AES-256-GCM with scrypt's key: nonce, ciphertext and tag, as base64url. */
  sealed: z.string(),
});

export type SealedSecrets = z.output<typeof sealedSecretsSchema>;

export type SecretValues = Readonly<Record<string, string>>;

const shortestPassphrase = 12;
const context = "backup secrets";
const variables = Object.values(secretVariables).flatMap((name) => [name, `${name}_PREVIOUS`]);
const values = z.record(z.string(), z.string());

const keyOf = (passphrase: string, salt: Buffer, scrypt: typeof cost) =>
  scryptSync(passphrase.normalize(), salt, 32, { ...scrypt, maxmem: 2 ** 31 });

export const secretsOf = (environment: Environment): SecretValues => {
  const all = [...Object.entries(storedSecrets(environment)), ...Object.entries(environment)];
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value && variables.includes(name) ? [[name, value]] : [])),
  );
};

/** The passphrase of BACKUP_PASSPHRASE. Throws `ConfigError` for a missing or a short one. */
export function readPassphrase({ BACKUP_PASSPHRASE }: Environment, otherwise: string): string {
  if (BACKUP_PASSPHRASE && BACKUP_PASSPHRASE.length >= shortestPassphrase) return BACKUP_PASSPHRASE;
  const problem = BACKUP_PASSPHRASE ? "is too short" : "is missing";
  throw new ConfigError(
    `BACKUP_PASSPHRASE ${problem}: it opens the secrets in the backup, and has ${shortestPassphrase} characters or more; ${otherwise}`,
  );
}

/** @param scrypt the cost of each try of the passphrase; that of today unless given */
export function sealSecrets(passphrase: string, secrets: SecretValues, scrypt = cost): SealedSecrets {
  const salt = randomBytes(16);
  const sealed = seal(keyOf(passphrase, salt, scrypt), context, Buffer.from(JSON.stringify(secrets)));
  return { scrypt, salt: salt.toString("base64url"), sealed };
}

/** Throws `BackupRefused` for another passphrase. */
export function unsealSecrets(passphrase: string, { scrypt, salt, sealed }: SealedSecrets): SecretValues {
  const opened = open(keyOf(passphrase, Buffer.from(salt, "base64url"), scrypt), context, sealed);
  if (!opened)
    throw new BackupRefused(
      "BACKUP_PASSPHRASE doesn't open the secrets of the backup: it is another passphrase, or manifest.json is damaged",
    );
  return values.parse(JSON.parse(opened.toString("utf8")));
}
