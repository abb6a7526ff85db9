import { playerUrlProblem } from "@ornament/contracts/domain/settings";
import {
  ConfigError,
  type Environment,
  originsSetting,
  portSetting,
  readConfig,
  requestDeadlineSetting,
  trustProxySetting,
  urlSetting,
  wholeNumberSetting,
} from "@ornament/platform/config/read-config";
import { requestMilliseconds } from "@ornament/platform/deadline/deadline";
import {
  type HumanCheck,
  humanCheckOff,
  humanCheckSettings,
  siteverifyHumanCheck,
} from "@ornament/platform/human-check/human-check";
import type { Logger } from "@ornament/platform/logging/logger";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { z } from "zod";
import type { CommandApiConfig } from "./dependencies.ts";

const playerUrlSetting = z.string().superRefine((text, context) => {
  const problem = playerUrlProblem(text);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});

/** How many times the limits by account and network; more for a test, or where many people share a network. */
const limitScaleSetting = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, "must be a number from 0.1 to 100000")
  .transform(Number)
  .refine((scale) => scale >= 0.1 && scale <= 100_000, "must be a number from 0.1 to 100000");

const settings = z.object({
  PORT: portSetting.default(8081),
  HOST: z.string().default("127.0.0.1"),
  EVENTSTORE_URL: z.string(),
  PUBLIC_URL: urlSetting,
  /** The player link until the setting says otherwise. */
  PLAYER_URL: playerUrlSetting.optional(),
  ALLOWED_ORIGINS: originsSetting.default([]),
  TRUST_PROXY: trustProxySetting.default(0),
  REQUEST_DEADLINE_SECONDS: requestDeadlineSetting.default(requestMilliseconds / 1000),
  /** bcrypt's cost: each step doubles the time of a sign-in. */
  PASSWORD_COST: wholeNumberSetting(4, 15).default(10),
  REQUEST_LIMIT_SCALE: limitScaleSetting.default(1),
  /** Where uploads are spooled. */
  SPOOL_DIR: z.string().optional(),
  ADMIN_EMAIL: z.string().default("admin@ornament.test"),
  ADMIN_PASSWORD: z.string().optional(),
  ...humanCheckSettings,
});

export type ProgramSettings = z.output<typeof settings>;

/** The service's settings and secrets from the environment. Throws `ConfigError` with one clear line. */
export function readProgramSettings(environment: Environment, logger: Logger) {
  const given = readConfig(settings, environment);
  const config: CommandApiConfig = {
    publicUrl: given.PUBLIC_URL,
    defaultPlayerUrl: given.PLAYER_URL,
    allowedOrigins: given.ALLOWED_ORIGINS,
    trustProxy: given.TRUST_PROXY,
    requestMilliseconds: given.REQUEST_DEADLINE_SECONDS * 1000,
    spoolFolder: given.SPOOL_DIR,
  };
  const secrets = readSecrets(environment, [
    "adminToken",
    "consumerToken",
    "refresh",
    "device",
    "proof",
    "address",
    "master",
  ]);
  return { given, config, secrets, humanCheck: humanCheckOf(given, logger) };
}

function humanCheckOf(given: ProgramSettings, logger: Logger): HumanCheck {
  if (given.HUMAN_CHECK === "off") return humanCheckOff();
  if (!given.HUMAN_CHECK_SECRET) throw new ConfigError("HUMAN_CHECK_SECRET is missing");
  return siteverifyHumanCheck({
    secret: given.HUMAN_CHECK_SECRET,
    url: given.HUMAN_CHECK_URL,
    minimumScore: given.HUMAN_CHECK_MINIMUM_SCORE,
    logger,
  });
}
