import { streams } from "@ornament/contracts/events/streams";
import { Authenticity } from "@ornament/platform/eventstore/authenticity/authenticity";
import { macKeyOf } from "@ornament/platform/eventstore/authenticity/event-macs";
import type { RawEvent } from "@ornament/platform/eventstore/log-client";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import type { ReadEvent } from "./event-content.ts";

export type Authored = "valid MAC" | "accepted without a MAC" | "wrong MAC" | "no MAC" | "of the event store";

/**
 * Tells for each event, in the order of the log, whether this product has written it. The event `MacsRequired`
 * is read when its turn comes, because events before it may have no MAC.
 * @param macEvents the events of `macs-main`, which hand on the former keys of the MACs
 * @param acceptUnsignedUntil ACCEPT_UNSIGNED_UNTIL of the product
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
