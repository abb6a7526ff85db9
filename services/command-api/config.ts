import { playerUrlProblem } from "@ornament/contracts/values/settings";
import {
  adminRetentionSetting,
  type Environment,
  originsSetting,
  publicUrlSetting,
  readAll,
  readConfig,
  requestDeadlineSetting,
  trustProxySetting,
  wholeNumberSetting,
} from "@ornament/platform/config/read-config";
import { requestMilliseconds } from "@ornament/platform/deadline/deadline";
import { acceptUnsignedSetting } from "@ornament/platform/eventstore/authenticity/authenticity";
import { storeAddressSetting } from "@ornament/platform/eventstore/connection/address";
import { listenSettings } from "@ornament/platform/http/server";
import { readHumanCheck } from "@ornament/platform/human-check/human-check";
import type { Logger } from "@ornament/platform/logging/logger";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { z } from "zod";
import type { CommandApiConfig } from "./dependencies.ts";

const playerUrlSetting = z.string().superRefine((text, context) => {
  const problem = playerUrlProblem(text);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});

/** A factor of the limits by account and network, for tests or where many people share a network. */
const limitScaleSetting = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, "must be a number from 0.1 to 100000")
  .transform(Number)
  .refine((scale) => scale >= 0.1 && scale <= 100_000, "must be a number from 0.1 to 100000");

const settings = z.object({
  ...listenSettings(8081),
  EVENTSTORE_URL: storeAddressSetting,
  PUBLIC_URL: publicUrlSetting,
  /** The URL of the player until the first change of the setting. */
  PLAYER_URL: playerUrlSetting.optional(),
  ALLOWED_ORIGINS: originsSetting.default([]),
  TRUST_PROXY: trustProxySetting.default(0),
  REQUEST_DEADLINE_SECONDS: requestDeadlineSetting.default(requestMilliseconds / 1000),
  /** bcrypt's cost: each step doubles the time of a sign-in. */
  PASSWORD_COST: wholeNumberSetting(4, 15).default(10),
  REQUEST_LIMIT_SCALE: limitScaleSetting.default(1),
  ADMIN_RETENTION_DAYS: adminRetentionSetting,
  /** The folder of uploaded files during their import. */
  SPOOL_DIR: z.string().optional(),
  ADMIN_EMAIL: z.string().default("admin@ornament.test"),
  ADMIN_PASSWORD: z.string().optional(),
  ACCEPT_UNSIGNED_UNTIL: acceptUnsignedSetting.optional(),
});

const secretNames = [
  "adminToken",
  "consumerToken",
  "refresh",
  "device",
  "proof",
  "address",
  "master",
] as const;

/** The settings and secrets. Throws one `ConfigError` that names every missing and wrong one. */
export function readProgramSettings(environment: Environment, logger: Logger) {
  const { given, secrets, humanCheck } = readAll({
    given: () => readConfig(settings, environment),
    secrets: () => readSecrets(environment, secretNames),
    humanCheck: () => readHumanCheck(environment, logger),
  });
  const config: CommandApiConfig = {
    publicUrl: given.PUBLIC_URL,
    defaultPlayerUrl: given.PLAYER_URL,
    allowedOrigins: given.ALLOWED_ORIGINS,
    trustProxy: given.TRUST_PROXY,
    requestMilliseconds: given.REQUEST_DEADLINE_SECONDS * 1000,
    adminRetentionDays: given.ADMIN_RETENTION_DAYS,
    spoolFolder: given.SPOOL_DIR,
    logRequests: given.REQUEST_LOG,
  };
  return { given, config, secrets, humanCheck };
}
