import type { EventDefinition } from "./definition.ts";

/**
 * Converts the data of a stored event to the shape that this build expects. Old events are never rewritten;
 * every reader converts them here.
 * @param version the schema version with which the event was written, at most the definition's
 */
export function upcast(
  { upcasters }: Pick<EventDefinition, "upcasters">,
  data: Record<string, unknown>,
  version: number,
): Record<string, unknown> {
  return upcasters.slice(version - 1).reduce((converted, upcaster) => upcaster(converted), data);
}
