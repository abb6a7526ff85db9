import { z } from "zod";
import { defineEvents, type EventsOf, event, type Upcaster } from "../events/definition.ts";
import { code, consumerId, instant, optionalText } from "../events/fields.ts";
import { formatPinCode } from "../values/pin-code.ts";
import { waitInWords } from "../values/wait.ts";

const wrongPin = {
  at: instant.optional().describe("The time of the entry; missing in events of version 1."),
  form: optionalText(
    "The keyed hash of the PIN and the account, which recognises the PIN when it is entered again.",
  ),
};

/** A wrong PIN of version 1 does not count towards the limits. */
const unchanged: Upcaster = (data) => data;

/**
 * `pinEntry-{consumerId}`: the wrong PINs of an account, which limit its next ones, and which support must be able
 * to explain. See docs/decisions/0011-uniform-answers-and-lockouts.md.
 */
export const pinEntryEvents = defineEvents({
  /**
   * The account reached a limit of wrong PINs, so that it can't enter any PIN until `until`.
   * @by RecordWrong
   */
  PinEntryPaused: event({
    fields: {
      consumerId,
      at: instant,
      until: instant.describe("The end of the pause, as Unix time in milliseconds."),
    },
    log: {
      action: "PIN entry paused",
      value: ({ at, until }) => `for ${waitInWords((until - at) / 1000)}`,
    },
  }),
  /**
   * The consumer entered a PIN that belongs to another account. The same PIN within 24 hours adds no second
   * event.
   * @by RecordWrong
   */
  PinEntryRefused: event({
    fields: { consumerId, code, ...wrongPin },
    upcasters: [unchanged],
    log: {
      action: "PIN refused",
      value: ({ code: pin }) => `${formatPinCode(pin)}: belongs to another account`,
    },
  }),
  /**
   * Any other wrong PIN was entered. It takes the time and the room of `PinEntryRefused`, so that neither shows
   * which PINs exist.
   * @by RecordWrong
   */
  PinEntryUnknown: event({
    fields: { consumerId, code: code.describe("No PIN: seven zeros."), ...wrongPin },
    upcasters: [unchanged],
  }),
});

export type PinEntryEvent = EventsOf<typeof pinEntryEvents>;

/**
 * `guard-pinEntry` ($maxAge 24 h): the wrong PINs of all accounts, as former builds counted them.
 */
export const guardEvents = defineEvents({
  /**
   * No build writes it any more. A wrong PIN was entered. Old events have neither `halfPoints` nor `forms`; they were fresh wrong PINs,
   * which cost 2.
   */
  PinEntryFailed: event({
    fields: {
      consumerId,
      source: z.string().describe("The keyed hash of the caller's network."),
      halfPoints: z
        .number()
        .int()
        .min(0)
        .max(2)
        .optional()
        .describe(
          "The cost of the wrong PIN for its account, in half points; 0 for an entry that was refused without a look-up.",
        ),
      forms: optionalText(
        "Keyed hashes of the wrong PIN, which recognise it and PINs that differ in one character. The PIN can't be read from them.",
      ),
    },
  }),
});
