import { z } from "zod";

/** A setting from outside is missing or wrong; the message is one line for the person who runs the product. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ConfigError";
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings from environment variables; an empty variable counts as absent. Throws `ConfigError`. */
export function readConfig<S extends z.ZodObject>(schema: S, environment: Environment): z.output<S> {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map((name) => [name, environment[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigError(parsed.error.issues.map((issue) => describe(issue, given)).join("; "));
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

export const flagSetting = z
  .enum(["true", "false", "1", "0"], { error: "must be true or false" })
  .transform((text) => text === "true" || text === "1");

export const urlSetting = z.string().refine((text) => URL.canParse(text), "must be an absolute URL");

/** Comma-separated origins such as `https://ornament.example`; exact, without a path. */
export const originsSetting = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((origin) => origin.trim())
      .filter((origin) => origin !== ""),
  )
  .refine(
    (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    "must be origins such as https://ornament.example, separated by commas",
  );

/** How many proxies stand before the service; their `X-Forwarded-For` is believed and no other. */
export const trustProxySetting = wholeNumberSetting(0, 10);

/** How long a request may take for all that it waits for, in seconds. */
export const requestDeadlineSetting = wholeNumberSetting(1, 300);
