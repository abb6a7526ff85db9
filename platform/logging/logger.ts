import { type DestinationStream, pino } from "pino";
import { z } from "zod";
import { requestIds } from "./correlation.ts";

export type Logger = pino.Logger;

const levels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export const logLevelSetting = z.enum(levels, { error: `must be one of ${levels.join(", ")}` });

/** Never logged. */
const secretFields = [
  "password",
  "token",
  "accessToken",
  "deviceToken",
  "refreshToken",
  "code",
  "link",
  "email",
  "firstName",
  "lastName",
  "nickname",
  "ip",
  "userAgent",
  "cookie",
  "authorization",
  "Idempotency-Key",
];

/**
 * Logs JSON lines without personal data: secret fields are removed, at the top level and one level below, and
 * email addresses in error texts are masked. JSON escapes line breaks, so no value can forge a line.
 */
export function createLogger(options: {
  name: string;
  level?: z.output<typeof logLevelSetting>;
  destination?: DestinationStream;
}): Logger {
  const settings: pino.LoggerOptions = {
    name: options.name,
    level: options.level ?? "info",
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...requestIds.current }),
    serializers: { err: errorFacts, error: errorFacts },
    redact: {
      paths: secretFields.flatMap((field) => [bracketed(field), `*${bracketed(field)}`]),
      remove: true,
    },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

export const silentLogger = (): Logger => pino({ level: "silent" });

const bracketed = (field: string) => `["${field}"]`;
const maskEmails = (text: string) => text.replace(/[^\s@"'<>(),;:=]+@[^\s@"'<>(),;:=]+/g, "[address]");

/** The logged parts of an error. Its other fields are left out: they may hold a request or a document. */
function errorFacts(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  return {
    type: error.name,
    message: maskEmails(error.message),
    stack: maskEmails(error.stack ?? ""),
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  };
}
