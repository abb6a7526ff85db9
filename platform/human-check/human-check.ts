import { Refusal } from "@ornament/contracts/routes/errors";
import { z } from "zod";
import { ConfigError, type Environment, readConfig, urlSetting } from "../config/read-config.ts";
import { isLoopbackHost } from "../http/network.ts";
import type { Logger } from "../logging/logger.ts";

/** Throws `human_check_failed`. */
export interface HumanCheck {
  /** If `false`, every caller passes. */
  readonly isOn: boolean;
  confirm(request: { token: string | undefined; action: string; ip?: string | undefined }): Promise<void>;
}

function isScriptUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const secure = protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
  return secure && username === "" && password === "";
}

const settings = z.object({
  HUMAN_CHECK: z.enum(["off", "siteverify"], { error: "must be off or siteverify" }).default("off"),
  HUMAN_CHECK_SECRET: z.string().optional(),
  /** The URL at which the service confirms a token. */
  HUMAN_CHECK_URL: urlSetting.default("https://www.google.com/recaptcha/api/siteverify"),
  HUMAN_CHECK_MINIMUM_SCORE: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a number from 0 to 1")
    .default("0.5")
    .transform(Number),
  HUMAN_CHECK_SCRIPT_URL: z
    .string()
    .refine(isScriptUrl, "must be an https URL such as https://www.recaptcha.net/recaptcha/api.js")
    .optional(),
  HUMAN_CHECK_SITE_KEY: z.string().optional(),
});

/** Throws `ConfigError`. */
export function readHumanCheck(environment: Environment, logger: Logger): HumanCheck {
  if (readConfig(settings, environment).HUMAN_CHECK === "off") return humanCheckOff();
  const given = readConfig(settings.required({ HUMAN_CHECK_SECRET: true }), environment);
  return siteverifyHumanCheck({
    secret: given.HUMAN_CHECK_SECRET,
    url: given.HUMAN_CHECK_URL,
    minimumScore: given.HUMAN_CHECK_MINIMUM_SCORE,
    logger,
  });
}

interface SiteverifyOptions {
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
 * Asks reCAPTCHA v3, or a service with the same interface. While it doesn't answer, callers get `unavailable`.
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

/** The part of the human check that runs in a page. */
interface PageCheck {
  /** The script that defines `grecaptcha` with the functions of reCAPTCHA v3. */
  scriptUrl: string;
  /** The addresses of scripts, frames and calls that the content security policy permits for the check. */
  sources: readonly string[];
}

const reCaptchaAt = (host: string, ...more: string[]): PageCheck => ({
  scriptUrl: `https://${host}/recaptcha/api.js`,
  // The script loads its parts from gstatic, and its frame from its own host or from recaptcha.google.com.
  sources: [host, "www.gstatic.com", "recaptcha.google.com", ...more].map((at) => `https://${at}/recaptcha/`),
});

/** Known services by host, of their script or of the URL that confirms a token. */
const knownServices: ReadonlyMap<string, PageCheck> = new Map([
  ["www.google.com", reCaptchaAt("www.google.com")],
  // For countries in which google.com can't be reached. There its parts are at another address.
  ["www.recaptcha.net", reCaptchaAt("www.recaptcha.net", "www.gstatic.cn")],
]);

const knownAt = (url: string): PageCheck | undefined => {
  const { hostname } = new URL(url);
  return knownServices.get(hostname.startsWith("www.") ? hostname : `www.${hostname}`);
};

/**
 * `undefined` if the check is off. Throws `ConfigError`, also for an unknown service whose script is not named.
 */
export function readPageCheck(environment: Environment): PageCheck | undefined {
  const given = readConfig(settings, environment);
  if (given.HUMAN_CHECK === "off") return undefined;
  const named = given.HUMAN_CHECK_SCRIPT_URL;
  const known = knownAt(named ?? given.HUMAN_CHECK_URL);
  if (named !== undefined) return { scriptUrl: named, sources: known?.sources ?? [new URL(named).origin] };
  if (known !== undefined) return known;
  const { host } = new URL(given.HUMAN_CHECK_URL);
  throw new ConfigError(`HUMAN_CHECK_SCRIPT_URL is missing: the script of ${host} is not known`, [
    "docs/operations.md says which services are known and what the script must define.",
  ]);
}

/** What query-api gives to the pages; `undefined` if the check is off. Throws `ConfigError`. */
export function readPageCheckWithKey(
  environment: Environment,
): { scriptUrl: string; siteKey: string } | undefined {
  const check = readPageCheck(environment);
  if (check === undefined) return undefined;
  const { HUMAN_CHECK_SITE_KEY } = readConfig(settings.required({ HUMAN_CHECK_SITE_KEY: true }), environment);
  return { scriptUrl: check.scriptUrl, siteKey: HUMAN_CHECK_SITE_KEY };
}
