import { z } from "zod";
import { describeDevice } from "../domain/device-description.ts";
import { formatPinCode } from "../domain/pin-code.ts";
import { defineEvent, type EventsOf, personal } from "./definition.ts";
import { code, consumerId, deviceId, instant } from "./fields.ts";

const person = { kind: "consumer", field: "consumerId" } as const;
/** The PIN's owner at that time, `null` for an unclaimed PIN. */
const owner = consumerId.nullable();
const comment = z.string();
const limit = z.number().int();

/** `pin-{CODE}`: who owns the PIN, blocked or not, its devices against the limit. */
export const pinEvents = {
  PinImported: defineEvent(
    "PinImported",
    z.strictObject({ code, batchName: z.string(), importId: z.string() }),
    { log: "hidden" },
  ),
  /** `name`: the nickname it was entered with, for whoever adds it to the account; older events have none. */
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
  /** `limit` is the device limit the decision was made with. */
  DeviceBound: defineEvent(
    "DeviceBound",
    z.strictObject({ code, consumerId, deviceId, limit, userAgent: personal(z.string()) }),
    {
      person,
      log: {
        action: "Device bound",
        value: ({ code: pin, userAgent }) => `${formatPinCode(pin)}: ${describeDevice(userAgent)}`,
      },
    },
  ),
  DeviceSignedIn: defineEvent("DeviceSignedIn", z.strictObject({ code, consumerId, deviceId }), {
    log: { action: "Device signed in", value: ({ code: pin }) => formatPinCode(pin) },
  }),
  DeviceRenamed: defineEvent(
    "DeviceRenamed",
    z.strictObject({ code, consumerId, deviceId, name: personal(z.string()) }),
    {
      person,
      log: {
        action: "Device renamed",
        value: ({ code: pin, name }) => `${formatPinCode(pin)}: ${name ?? "(erased)"}`,
      },
    },
  ),
  DeviceRemoved: defineEvent("DeviceRemoved", z.strictObject({ code, consumerId, deviceId }), {
    log: { action: "Device removed", value: ({ code: pin }) => formatPinCode(pin) },
  }),
  /** The first of its kind within an hour from `at` on; older events have no `at`. */
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
