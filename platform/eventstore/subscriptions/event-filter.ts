import type { SubscriptionFilter } from "../event-store.ts";
import type { RawEvent, RawFilter } from "../log-client.ts";

/** Whether the event is a system event of the store, such as the metadata of a stream. */
export const isSystemEvent = (event: Pick<RawEvent, "type" | "stream">) =>
  event.type.startsWith("$") || event.stream.startsWith("$");

/**
 * Whether an event passes the filter exactly, independent of the server's filter. System events never pass.
 */
export function passes(filter: SubscriptionFilter | undefined): (event: RawEvent) => boolean {
  const types = filter?.eventTypes && new Set(filter.eventTypes);
  const prefixes = filter?.streamPrefixes;
  return (event) =>
    !isSystemEvent(event) &&
    (types?.has(event.type) ?? true) &&
    (prefixes?.some((prefix) => event.stream.startsWith(prefix)) ?? true);
}

/** The filter for the server, which can apply only one of the two conditions. */
export function serverFilter(filter: SubscriptionFilter | undefined): RawFilter | undefined {
  if (filter?.eventTypes) return { on: "eventType", prefixes: filter.eventTypes };
  if (filter?.streamPrefixes) return { on: "streamName", prefixes: filter.streamPrefixes };
  return undefined;
}
