import { streams } from "@ornament/contracts/events/streams";
import { macKeyOf } from "@ornament/platform/eventstore/authenticity/event-macs";
import type { EventBytes, RawEvent } from "@ornament/platform/eventstore/log-client";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { readContent } from "./event-content.ts";

/** All events of a log, in their order; each call begins at the start. */
export type AllEvents = () => AsyncIterable<EventBytes> | Iterable<EventBytes>;

/**
 * The events of `macs-main`, if the log begins with MACs of a former master key. They are read before the others,
 * because the replacement of the key comes after the events that it explains. A log whose key was never replaced
 * is not read twice.
 */
export async function macEventsOf(events: AllEvents, masterKey: ServerKey): Promise<RawEvent[]> {
  const today = macKeyOf(masterKey).id;
  const found: RawEvent[] = [];
  let isReplaced = false;
  for await (const bytes of events()) {
    if (isReplaced && bytes.stream !== streams.macs) continue;
    const { event, hasMac } = readContent(bytes);
    if (!isReplaced && hasMac) {
      if (keyIdIn(event) === today) return [];
      isReplaced = true;
    }
    if (event.stream === streams.macs) found.push(event);
  }
  return found;
}

/** The id of the key in an event's MAC. */
const keyIdIn = ({ metadata }: RawEvent): string | undefined =>
  String((metadata as { mac?: unknown }).mac).split(".")[0];
