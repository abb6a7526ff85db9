import type { PinEntryEvent } from "@ornament/contracts/events/pin-entry";
import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import { expiringStreams } from "@ornament/platform/eventstore/client/expiring-streams";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Logger } from "@ornament/platform/logging/logger";

const keptSeconds = 3_600;
/** More than there are lengths of account ids. */
const streamsRemembered = 32;
const noPin = "0000000";

/** A wrong PIN that was entered. */
export interface WrongPin {
  readonly code: string;
  readonly ofAnotherAccount: boolean;
}

export interface EntryRefusals {
  /**
   * Records wrong PINs of an entry, with one append for each, whose time and size are the same for every
   * wrong PIN.
   */
  wrongPins(wrong: readonly WrongPin[], consumerId: number, context: CommandContext): Promise<void>;
  /** Records that the account can't enter PINs for a time. */
  paused(seconds: number, consumerId: number, context: CommandContext): Promise<void>;
}

/**
 * Records refused entries for support, in a stream of each account. The events are appended at any revision,
 * because nothing is decided by them. A repeated command appends the same event ids.
 */
export function entryRefusals({
  store,
  logger,
}: {
  store: Pick<EventStore, "append" | "setStreamMetadata" | "remembered">;
  logger: Logger;
}): EntryRefusals {
  const expire = expiringStreams({ store, logger, seconds: keptSeconds, remembered: streamsRemembered });

  const append = async (stream: string, event: PinEntryEvent, context: CommandContext, step: string) => {
    await store.append(stream, "any", [event], stepOf(context, step));
  };

  const wrongPin = async (
    { code, ofAnotherAccount }: WrongPin,
    consumerId: number,
    context: CommandContext,
  ): Promise<void> => {
    const step = `refused ${code}`;
    if (ofAnotherAccount) {
      const refused: PinEntryEvent = { type: "PinEntryRefused", data: { consumerId, code } };
      return append(streams.pinEntries(consumerId), refused, context, step);
    }
    const stream = streams.unknownPinEntries(consumerId);
    const unknown: PinEntryEvent = { type: "PinEntryUnknown", data: { consumerId, code: noPin } };
    await append(stream, unknown, context, step);
    expire(stream);
  };

  return {
    async wrongPins(wrong, consumerId, context) {
      await Promise.all(wrong.map((pin) => wrongPin(pin, consumerId, context)));
    },
    async paused(seconds, consumerId, context) {
      const at = context.now.getTime();
      const paused: PinEntryEvent = {
        type: "PinEntryPaused",
        data: { consumerId, at, until: at + seconds * 1000 },
      };
      await append(streams.pinEntries(consumerId), paused, context, "paused");
    },
  };
}
