import { Refusal } from "@ornament/contracts/errors";
import { z } from "zod";
import { type Environment, readConfig } from "../config/read-config.ts";
import type { Logger } from "../logging/logger.ts";
import { humanCheckSetting, verifyUrlSetting } from "./page-check.ts";

/** Confirms that a person and not a program sends a request. Throws `human_check_failed`. */
export interface HumanCheck {
  /** `false` if the check is switched off: every caller then passes. */
  readonly isOn: boolean;
  confirm(request: { token: string | undefined; action: string; ip?: string | undefined }): Promise<void>;
}

const settings = z.object({
  HUMAN_CHECK: humanCheckSetting,
  HUMAN_CHECK_SECRET: z.string().optional(),
  HUMAN_CHECK_URL: verifyUrlSetting,
  HUMAN_CHECK_MINIMUM_SCORE: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a number from 0 to 1")
    .default("0.5")
    .transform(Number),
});

/** The human check as configured. Throws `ConfigError`. */
export function readHumanCheck(environment: Environment, logger: Logger): HumanCheck {
  const given = readConfig(settings, environment);
  if (given.HUMAN_CHECK === "off") return humanCheckOff();
  const { HUMAN_CHECK_SECRET: secret } = readConfig(
    settings.required({ HUMAN_CHECK_SECRET: true }),
    environment,
  );
  return siteverifyHumanCheck({
    secret,
    url: given.HUMAN_CHECK_URL,
    minimumScore: given.HUMAN_CHECK_MINIMUM_SCORE,
    logger,
  });
}

export interface SiteverifyOptions {
  secret: string;
  url: string;
  minimumScore: number;
  logger: Logger;
  fetch?: typeof fetch;
}

export const humanCheckOff = (): HumanCheck => ({ isOn: false, confirm: async () => undefined });

const verdict = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
});

/**
 * Asks reCAPTCHA v3, or a service with the same interface. While the service is unavailable no caller passes,
 * and callers get `unavailable`.
 */
export function siteverifyHumanCheck(options: SiteverifyOptions): HumanCheck {
  return {
    isOn: true,
    async confirm({ token, action, ip }) {
      if (!token) throw new Refusal("human_check_failed");
      const answer = await ask(options, token, ip);
      if (!answer) throw new Refusal("unavailable", { retryAfterSeconds });
      const human =
        answer.success === true &&
        (answer.score ?? 1) >= options.minimumScore &&
        (answer.action === undefined || answer.action === action);
      if (!human) throw new Refusal("human_check_failed");
    },
  };
}

/** The wait, in seconds, after the service did not answer. */
const retryAfterSeconds = 30;

async function ask(options: SiteverifyOptions, token: string, ip: string | undefined) {
  try {
    const response = await (options.fetch ?? fetch)(options.url, {
      method: "POST",
      body: new URLSearchParams({ secret: options.secret, response: token, ...(ip ? { remoteip: ip } : {}) }),
      signal: AbortSignal.timeout(5_000),
    });
    return verdict.parse(await response.json());
  } catch (error) {
    options.logger.warn({ err: error }, "The human check service could not be asked");
    return undefined;
  }
}
