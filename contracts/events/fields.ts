import { z } from "zod";
import { accountIdSchema } from "../domain/account-id.ts";
import { pinCodeSchema } from "../domain/inputs.ts";

/** Fields that many events share. Instants are milliseconds since 1970; durations are never stored. */
export const adminId = accountIdSchema;
export const consumerId = accountIdSchema;
export const code = pinCodeSchema;
export const deviceId = z.number().int().min(1);
export const instant = z.number().int().min(0);
export const passwordHash = z.string().max(100);
/** 128 random bits from the server, base64url. Links and codes are computed from it. */
export const nonce = z.string().min(16).max(64);
export const audience = z.enum(["admin", "consumer"]);
export type Audience = z.output<typeof audience>;

/** What the System action log shows for an erased value. */
export const erased = "(erased)";
