import { definitionOf } from "@ornament/contracts/events/catalogue";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";

/** Stands for a personal value in an audit without personal data. */
export const sealed = "(sealed)";

/** The event with its personal values replaced. Erased values stay erased. */
export function withoutPersonal(event: StoredEvent): StoredEvent {
  const personal = definitionOf(event.type)?.personal ?? [];
  if (personal.length === 0 || typeof event.data !== "object" || event.data === null) return event;
  const data: Record<string, unknown> = { ...event.data };
  for (const field of personal) if (data[field] !== null && data[field] !== undefined) data[field] = sealed;
  return { ...event, data };
}
