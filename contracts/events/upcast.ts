import type { EventDefinition } from "./definition.ts";

/**
 * Lifts the data of a stored event to the shape of today. Old events are never rewritten: every reader passes here.
 * @param version the schema version that the event was written with, not newer than the definition's
 */
export function upcast(
  { upcasters }: Pick<EventDefinition, "upcasters">,
  data: Record<string, unknown>,
  version: number,
): Record<string, unknown> {
  return upcasters.slice(version - 1).reduce((lifted, upcaster) => upcaster(lifted), data);
}
