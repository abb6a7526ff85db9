import { defaultAdminRetentionDays, maxAdminRetentionDays } from "@ornament/contracts/values/admin-retention";
import { playerUrlProblem } from "@ornament/contracts/values/settings";
import { z } from "zod";

/** A setting is missing or wrong. The message is one line for the operator. */
export class ConfigError extends Error {
  /** For the operator, one line each. */
  readonly advice: readonly string[];
  /** `wrong_keys`: the events were written with other keys. */
  readonly code: "wrong_keys" | undefined;

  constructor(message: string, advice: readonly string[] = [], code?: "wrong_keys") {
    super(message);
    this.name = "ConfigError";
    this.advice = advice;
    this.code = code;
  }
}

/** The error for keys that differ from the keys of the event store's events. */
export const wrongKeys = (variables: readonly string[]) =>
  new ConfigError(
    variables.length === 1
      ? `${variables[0]} is not the key of this event store; take it from the backup of the secrets`
      : `${variables.join(" and ")} are not the keys of this event store; take them from the backup of the secrets`,
    [],
    "wrong_keys",
  );

export type Environment = Readonly<Record<string, string | undefined>>;

const whereToRead = "docs/operations.md says what each setting means.";

/**
 * Reads settings from environment variables; an empty variable counts as missing. Throws one `ConfigError`
 * that names every missing and wrong variable. `advice` is added if a variable is missing.
 */
export function readConfig<S extends z.ZodObject>(
  schema: S,
  environment: Environment,
  advice: string = whereToRead,
): z.output<S> {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const lacksSome = issues.some((issue) => given[issue.path.join(".")] === undefined);
  throw new ConfigError(issues.map((issue) => describe(issue, given)).join("; "), lacksSome ? [advice] : []);
}

/** Throws one `ConfigError` for the settings of all parts, so that the operator corrects them in one step. */
export function readAll<Parts extends Record<string, () => unknown>>(parts: Parts) {
  const problems: ConfigError[] = [];
  const read = Object.entries(parts).map(([name, part]) => {
    try {
      return [name, part()] as const;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error);
      return [name, undefined] as const;
    }
  });
  const advice = new Set(problems.flatMap(({ advice }) => advice));
  if (problems.length > 0)
    throw new ConfigError(problems.map(({ message }) => message).join("; "), [...advice]);
  return Object.fromEntries(read) as { [Name in keyof Parts]: ReturnType<Parts[Name]> };
}

function describe(issue: z.core.$ZodIssue, given: Record<string, unknown>): string {
  const name = issue.path.join(".");
  return given[name] === undefined ? `${name} is missing` : `${name}: ${issue.message}`;
}

/** A port; 0 lets the system choose. */
export const portSetting = z
  .string()
  .regex(/^\d{1,5}$/, "must be a port from 0 to 65535")
  .transform(Number)
  .refine((port) => port <= 65_535, "must be a port from 0 to 65535");

export const wholeNumberSetting = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

export const yesOrNoSetting = z
  .enum(["yes", "no"], { error: "must be yes or no" })
  .transform((text) => text === "yes");

export const urlSetting = z.string().refine((text) => URL.canParse(text), "must be an absolute URL");

const isSite = (text: string) =>
  /^https?:/i.test(text) && URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`;

/** The URL that people use. Links, cookies and the player's URL, whose rule it has to meet, follow it. */
export const publicUrlSetting = z
  .string()
  .refine(isSite, {
    error: "must be a URL such as https://ornament.example, without a path, query or fragment",
    abort: true,
  })
  .refine(
    (text) => playerUrlProblem(text) === undefined,
    "must begin with https://, because passwords are sent to it; http:// is for localhost only",
  );

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

export const originSetting = z
  .string()
  .refine(isOrigin, "must be an origin such as https://api.ornament.example, without a path");

/** Origins separated by commas, such as `https://ornament.example`, each exact and without a path. */
export const originsSetting = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ""),
  )
  .refine(
    (origins) => origins.every(isOrigin),
    "must be origins such as https://ornament.example, separated by commas",
  );

/** The number of proxies in front of the service. Only their `X-Forwarded-For` is trusted. */
export const trustProxySetting = wholeNumberSetting(0, 10);

/** In seconds, for everything that a request waits for. */
export const requestDeadlineSetting = wholeNumberSetting(1, 300);

/**
 * The days for which the personal data of a deleted admin stay. command-api erases them, and the gateway writes
 * the days into the privacy policy.
 */
export const adminRetentionSetting = wholeNumberSetting(0, maxAdminRetentionDays).default(
  defaultAdminRetentionDays,
);
