import { z } from "zod";
import { accountIdSchema } from "../values/account-id.ts";
import { pinCodeSchema } from "../values/inputs.ts";
import type { Upcaster } from "./definition.ts";

/** Fields that several events share. Instants are Unix times in milliseconds; durations are never stored. */
export const adminId = accountIdSchema.describe("The admin's id.");
export const consumerId = accountIdSchema.describe("The consumer's id.");
export const code = pinCodeSchema.describe("The PIN, seven letters and digits.");
export const deviceId = z.number().int().min(1).describe("The device's id.");
export const instant = z.number().int().min(0).describe("Unix time in milliseconds.");
export const expiresAt = instant.describe("The expiry of the link or code, as Unix time in milliseconds.");
export const passwordHash = z.string().max(100).describe("The bcrypt hash of the password.");
/** Earlier versions have the hash of the password in clear text. A reader takes it sealed or in clear text. */
export const sinceSealedHashes: Upcaster = (data) => ({ ...data });
export const nonce = z
  .string()
  .min(16)
  .max(64)
  .describe("128 random bits from the server, base64url. The link or code of a mail is computed from them.");
/** A text that some events of a type don't have, for the reason in its description. */
export const optionalText = (description: string) => z.string().optional().describe(description);
export const audience = z.enum(["admin", "consumer"]).describe("Whose account it is.");
export type Audience = z.output<typeof audience>;

/** The text of the System action log for an erased value. */
export const erased = "(erased)";
