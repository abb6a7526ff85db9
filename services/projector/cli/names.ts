import { type ProjectionName, projectionNames } from "@ornament/contracts/events/projections";
import { ConfigError } from "@ornament/platform/config/read-config";

/** The projections of an argument. Throws `ConfigError` for an unknown one. */
export function namesFrom(word: string): ProjectionName[] {
  const names = projectionNames.filter((name) => word === "all" || name === word);
  if (names.length > 0) return names;
  throw new ConfigError(`there is no projection ${word}; choose all or one of ${projectionNames.join(", ")}`);
}
