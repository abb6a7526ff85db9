import { streams } from "@ornament/contracts/events/streams";
import { Authenticity } from "@ornament/platform/eventstore/authenticity/authenticity";
import { macKeyOf } from "@ornament/platform/eventstore/authenticity/event-macs";
import type { EventBytes, RawEvent } from "@ornament/platform/eventstore/log-client";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";

const json = "application/json";

interface ReadEvent {
  readonly event: RawEvent;
  /** The part that claims to be JSON and is not. */
  readonly damaged: "data" | "metadata" | undefined;
  readonly hasMac: boolean;
}

/** Reads the JSON of an event as the product does. */
export function readContent(bytes: EventBytes): ReadEvent {
  const { id, stream, revision, type, position, created, contentType } = bytes;
  const isJson = contentType === json;
  const data = isJson ? jsonOf(bytes.data) : bytes.data;
  const metadata = jsonOf(bytes.metadata);
  // The event store's events about itself have no metadata.
  const lacksMetadata = metadata === undefined && bytes.metadata.length > 0;
  const damaged = data === undefined ? "data" : lacksMetadata ? "metadata" : undefined;
  const event = { id, stream, revision, type, data, metadata, position, createdAt: new Date(created) };
  const hasMac = typeof metadata === "object" && metadata !== null && "mac" in metadata;
  return { event, damaged, hasMac };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
  } catch {
    return undefined;
  }
}

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

const keyIdIn = ({ metadata }: RawEvent): string | undefined =>
  String((metadata as { mac?: unknown }).mac).split(".")[0];

export type Authored = "valid MAC" | "accepted without a MAC" | "wrong MAC" | "no MAC" | "of the event store";

/**
 * Tells for each event, in the order of the log, whether this product has written it.
 * @param macEvents the events of `macs-main`, which hand on the former keys of the MACs
 */
export function authorshipOf(
  masterKey: ServerKey,
  macEvents: readonly RawEvent[],
  acceptUnsignedUntil?: bigint | undefined,
): (read: ReadEvent) => Authored {
  const authenticity = new Authenticity(macKeyOf(masterKey), acceptUnsignedUntil);
  authenticity.learnFormer(macEvents);
  return ({ event, hasMac }) => {
    if (!hasMac && isOfStore(event)) return "of the event store";
    if (authenticity.isForged(event)) return hasMac ? "wrong MAC" : "no MAC";
    if (hasMac && event.stream === streams.macs && event.revision === 0n) authenticity.requireFrom(event);
    return hasMac ? "valid MAC" : "accepted without a MAC";
  };
}

/** The event store writes such events itself, without a MAC: limits and ends of streams. */
const isOfStore = ({ stream, type }: RawEvent): boolean => stream.startsWith("$") || type.startsWith("$");
