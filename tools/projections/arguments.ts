import { pastReadModels, type Until } from "@ornament/contracts/projections/jobs";
import { type ProjectionName, projectionNames } from "@ornament/contracts/projections/names";
import { formatDateTime, instantOfClock, isTimeZone, ownTimeZone } from "@ornament/contracts/values/dates";
import { ConfigError } from "@ornament/platform/config/read-config";
import { InvalidArgumentError } from "commander";
import type { TableName } from "./tables.ts";

export const machineTimeZone = (): string => ownTimeZone() ?? "UTC";

/** A name of the IANA database, such as `Europe/Berlin`. */
export function timeZoneOption(name: string): string {
  if (isTimeZone(name)) return name;
  throw new InvalidArgumentError("a time zone such as Europe/Berlin is needed");
}

/** The date and time as screens show it, with the zone. */
export const dateTimeWithZone = (timeZone: string) => (instant: Date) =>
  `${formatDateTime(instant, timeZone)} ${timeZone}`;

const local = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const withOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** `2026-11-24`, `2026-11-24T10:42` or `2026-11-24T10:42:30` in the zone, or with `Z` or an offset. */
export function instantOption(text: string, timeZone: string): Date {
  const [, ...parts] = local.exec(text) ?? [];
  const instant = withOffset.test(text) ? new Date(text) : instantOfParts(parts, timeZone);
  if (instant && !Number.isNaN(instant.getTime())) return instant;
  throw new InvalidArgumentError(`${text} is not a date or a time such as 2026-11-24T10:42`);
}

function instantOfParts(parts: readonly (string | undefined)[], timeZone: string): Date | undefined {
  if (parts.length === 0) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const exists = wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day && hour < 24 && minute < 60;
  return exists ? instantOfClock(wall.getTime(), timeZone) : undefined;
}

const highestPosition = 2n ** 63n - 1n;

/** An instant (UTC, or with an offset) up to `now`, or a position in digits. Throws `ConfigError` for another text. */
export function untilFrom(word: string, now: Date): Until {
  if (/^\d+$/.test(word)) {
    const commit = BigInt(word);
    if (commit <= highestPosition) return { commit };
    throw new ConfigError(`${word} is beyond every position`);
  }
  const instant = instantFrom(word);
  if (instant > now) throw new ConfigError(`${word} is in the future: it is ${now.toISOString()}`);
  return { instant };
}

function instantFrom(word: string): Date {
  try {
    return instantOption(word, "UTC");
  } catch {
    throw new ConfigError(
      `${word} is neither an instant such as 2026-11-24T10:42 (UTC) nor a position such as 4711`,
    );
  }
}

/** The table of an argument, by its read model. Throws `ConfigError` for an unknown one. */
export function tableFrom(word: string): TableName {
  const name = pastReadModels.find((known) => known === word);
  if (name) return name;
  throw new ConfigError(`there is no table ${word}; choose one of ${pastReadModels.join(", ")}`);
}

/** The projections of an argument. Throws `ConfigError` for an unknown one. */
export function namesFrom(word: string): ProjectionName[] {
  const names = projectionNames.filter((name) => word === "all" || name === word);
  if (names.length > 0) return names;
  throw new ConfigError(`there is no projection ${word}; choose all or one of ${projectionNames.join(", ")}`);
}
