import { z } from "zod";
import { ConfigError, type Environment, readConfig, urlSetting } from "../config/read-config.ts";

/** Whether the human check is on. */
export const humanCheckSetting = z
  .enum(["off", "siteverify"], { error: "must be off or siteverify" })
  .default("off");

/** The URL at which the service confirms a token. */
export const verifyUrlSetting = urlSetting.default("https://www.google.com/recaptcha/api/siteverify");

const isLoopback = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host);

function isScriptUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const secure = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  return secure && username === "" && password === "";
}

const scriptUrlSetting = z
  .string()
  .refine(isScriptUrl, "must be an https URL such as https://www.recaptcha.net/recaptcha/api.js");

const settings = z.object({
  HUMAN_CHECK: humanCheckSetting,
  HUMAN_CHECK_URL: verifyUrlSetting,
  HUMAN_CHECK_SCRIPT_URL: scriptUrlSetting.optional(),
});

const siteKey = z.object({ HUMAN_CHECK_SITE_KEY: z.string() });

/** The part of the human check that runs in a page. */
export interface PageCheck {
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
 * The human check of the pages as configured; `undefined` if it is off. Throws `ConfigError`, also for a
 * service whose script is not known and not named.
 */
export function readPageCheck(environment: Environment): PageCheck | undefined {
  const given = readConfig(settings, environment);
  if (given.HUMAN_CHECK === "off") return undefined;
  const named = given.HUMAN_CHECK_SCRIPT_URL;
  if (named === undefined) {
    const known = knownAt(given.HUMAN_CHECK_URL);
    if (known !== undefined) return known;
    const { host } = new URL(given.HUMAN_CHECK_URL);
    throw new ConfigError(`HUMAN_CHECK_SCRIPT_URL is missing: the script of ${host} is not known`, [
      "docs/operations.md says which services are known and what the script must define.",
    ]);
  }
  return { scriptUrl: named, sources: knownAt(named)?.sources ?? [new URL(named).origin] };
}

/**
 * The script and the site key that query-api gives to the pages; `undefined` if the check is off. Throws
 * `ConfigError`.
 */
export function readPageCheckWithKey(
  environment: Environment,
): { scriptUrl: string; siteKey: string } | undefined {
  const check = readPageCheck(environment);
  if (check === undefined) return undefined;
  return {
    scriptUrl: check.scriptUrl,
    siteKey: readConfig(siteKey, environment).HUMAN_CHECK_SITE_KEY,
  };
}
