import { z } from "zod";
import { describeDevice } from "../domain/device-description.ts";
import { formatPinCode } from "../domain/pin-code.ts";
import { defineEvent, type EventsOf, personal } from "./definition.ts";
import { code, consumerId, deviceId, erased, instant } from "./fields.ts";

const person = { kind: "consumer", field: "consumerId" } as const;
/** The PIN's owner at that time, `null` for an unclaimed PIN. */
const owner = consumerId.nullable();
const comment = z.string();
const limit = z.number().int();
/**
 * The browser that the device is: a keyed hash, another one for each PIN and owner. Missing in old events, and where the
 * browser had no cookie.
 */
const browser = z.string().optional();

/** `pin-{CODE}`: the owner of the PIN, whether it is blocked, and its devices. */
export const pinEvents = {
  PinImported: defineEvent(
    "PinImported",
    z.strictObject({ code, batchName: z.string(), importId: z.string() }),
    { log: "hidden" },
  ),
  /** `name`: the nickname that was entered with the PIN. It is needed to add the PIN to the account later; old events have none. */
  PinRegistered: defineEvent(
    "PinRegistered",
    z.strictObject({ code, consumerId, name: personal(z.string().optional()) }),
    { person, log: { action: "PIN registered", value: ({ code: pin }) => formatPinCode(pin) } },
  ),
  PinDeactivated: defineEvent("PinDeactivated", z.strictObject({ code, consumerId: owner, comment }), {
    log: {
      action: "PIN deactivated",
      value: (event) => `${formatPinCode(event.code)}: ${event.comment}`,
    },
  }),
  PinActivated: defineEvent("PinActivated", z.strictObject({ code, consumerId: owner, comment }), {
    log: { action: "PIN activated", value: (event) => `${formatPinCode(event.code)}: ${event.comment}` },
  }),
  /** The owner's account was deleted: the PIN is unclaimed again and holds no devices. */
  PinReleased: defineEvent("PinReleased", z.strictObject({ code, consumerId }), {
    log: { action: "PIN released", value: ({ code: pin }) => formatPinCode(pin) },
  }),
  /** `limit` is the device limit at the time of the decision. */
  DeviceBound: defineEvent(
    "DeviceBound",
    z.strictObject({ code, consumerId, deviceId, limit, userAgent: personal(z.string()), browser }),
    {
      person,
      log: {
        action: "Device bound",
        value: ({ code: pin, userAgent }) => `${formatPinCode(pin)}: ${describeDevice(userAgent)}`,
      },
    },
  ),
  DeviceSignedIn: defineEvent("DeviceSignedIn", z.strictObject({ code, consumerId, deviceId, browser }), {
    log: { action: "Device signed in", value: ({ code: pin }) => formatPinCode(pin) },
  }),
  DeviceRenamed: defineEvent(
    "DeviceRenamed",
    z.strictObject({ code, consumerId, deviceId, name: personal(z.string()) }),
    {
      person,
      log: {
        action: "Device renamed",
        value: ({ code: pin, name }) => `${formatPinCode(pin)}: ${name ?? erased}`,
      },
    },
  ),
  DeviceRemoved: defineEvent("DeviceRemoved", z.strictObject({ code, consumerId, deviceId }), {
    log: { action: "Device removed", value: ({ code: pin }) => formatPinCode(pin) },
  }),
  /** The same refusal within an hour after `at` adds no second event; old events have no `at`. */
  DeviceBindingRefused: defineEvent(
    "DeviceBindingRefused",
    z.strictObject({
      code,
      consumerId,
      limit,
      reason: z.enum(["maximum-number-devices", "lockedpin"]),
      at: instant.optional(),
    }),
    {
      log: {
        action: "Device refused",
        value: ({ code: pin, reason }) =>
          `${formatPinCode(pin)}: ${reason === "lockedpin" ? "PIN deactivated" : "device limit reached"}`,
      },
    },
  ),
};

export type PinEvent = EventsOf<typeof pinEvents>;
