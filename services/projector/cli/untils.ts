import { projectionNames } from "@ornament/contracts/events/projections";
import {
  type ComparedTableName,
  comparedTableNames,
  isComparedTable,
} from "@ornament/contracts/read-models/compared-tables";
import type { Until } from "@ornament/contracts/read-models/jobs";
import { ConfigError } from "@ornament/platform/config/read-config";
import { instantOption } from "./times.ts";

const highestPosition = 2n ** 63n - 1n;

/**
 * An instant in UTC, such as `2026-11-24` or `2026-11-24T10:42`, or with an offset, or a position in digits.
 * Throws `ConfigError` for another text and for an instant after `now`.
 */
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
export function tableFrom(word: string): ComparedTableName {
  const name = projectionNames.find((known) => known === word);
  if (name && isComparedTable(name)) return name;
  throw new ConfigError(`there is no table ${word}; choose one of ${comparedTableNames.join(", ")}`);
}
