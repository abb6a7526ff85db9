import { z } from "zod";
import { formatPinCode } from "../domain/pin-code.ts";
import { waitInWords } from "../domain/wait.ts";
import { defineEvent, type EventsOf } from "./definition.ts";
import { code, consumerId, instant } from "./fields.ts";

/**
 * `pinEntry-{consumerId}`: refused entries of PINs that support must be able to explain. An account adds as
 * many events as it may enter wrong PINs. See docs/decisions/0053-refusals-are-recorded.md.
 */
export const pinEntryEvents = {
  /** The account reached a limit of wrong PINs, so that it can't enter any PIN until `until`. Once a pause. */
  PinEntryPaused: defineEvent(
    "PinEntryPaused",
    z.strictObject({
      consumerId,
      at: instant,
      until: instant.describe("The end of the pause, as Unix time in milliseconds."),
    }),
    {
      log: {
        action: "PIN entry paused",
        value: ({ at, until }) => `for ${waitInWords((until - at) / 1000)}`,
      },
    },
  ),
  /**
   * The consumer entered a PIN that belongs to another account. The same PIN within 24 hours adds no second
   * event.
   */
  PinEntryRefused: defineEvent("PinEntryRefused", z.strictObject({ consumerId, code }), {
    log: {
      action: "PIN refused",
      value: ({ code: pin }) => `${formatPinCode(pin)}: belongs to another account`,
    },
  }),
  /**
   * Any other wrong PIN was entered. No program reads the event. It takes the time and the room of
   * `PinEntryRefused`, so that neither shows which PINs exist. It is in a stream that expires after an hour.
   */
  PinEntryUnknown: defineEvent(
    "PinEntryUnknown",
    z.strictObject({ consumerId, code: code.describe("No PIN: seven zeros.") }),
    { log: "hidden" },
  ),
};

export type PinEntryEvent = EventsOf<typeof pinEntryEvents>;
