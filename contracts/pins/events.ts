import { z } from "zod";
import { describeDevice } from "../devices/device-description.ts";
import { chosenText, ornamentName, pinDevice, pinOwner, pinStatus } from "../events/changed-values.ts";
import { addingFields, defineEvents, type EventsOf, eventOf, personal } from "../events/definition.ts";
import { code, consumerId, deviceId, erased, instant, optionalText } from "../events/fields.ts";
import { formatPinCode } from "../values/pin-code.ts";

const event = eventOf({ kind: "consumer", field: "consumerId" });
const owner = consumerId.nullable().describe("The PIN's owner at that time; null for an unclaimed PIN.");
const comment = z.string().describe("The reason in the admin's words.");
const bulkChangeId = optionalText(
  "The bulk change that changed this PIN and others; missing for a single PIN and in old events.",
);
const limit = z.number().int().describe("The device limit at the time of the decision.");
const browser = optionalText(
  "A keyed hash of the device's browser, which differs for each PIN and owner. Missing in old events, and where the browser had no cookie.",
);

const device = personal(
  optionalText("The device or its browser in words, as it was called then; missing in old events."),
);

/** Events of version 1 were all of single PINs. */
const addingBulkChange = addingFields({});

/** `pin-{CODE}`: the owner of the PIN, whether it is deactivated, and its devices. */
export const pinEvents = defineEvents({
  /**
   * An import added the PIN. It has no owner yet.
   * @by Import
   */
  PinImported: event({
    fields: {
      code,
      batchName: z.string().describe("The batch that the file names."),
      importId: z.string().describe("The import that added the PIN."),
    },
  }),
  /**
   * A consumer entered the PIN and owns it now.
   * @by Register
   */
  PinRegistered: event({
    fields: {
      code,
      consumerId,
      name: personal(
        optionalText(
          "The name that was entered with the PIN. It is needed to add the PIN to the account later; old events have none.",
        ),
      ),
    },
    log: {
      action: "PIN registered",
      value: ({ code: pin }) => formatPinCode(pin),
      changes: ({ code: pin, consumerId: id, name }) => [
        pinStatus(pin, "Registered"),
        pinOwner(pin, id),
        ...(name === undefined ? [] : [ornamentName(pin, id, name)]),
      ],
    },
  }),
  /**
   * An admin deactivated the PIN.
   * @by Deactivate
   */
  PinDeactivated: event({
    fields: { code, consumerId: owner, comment, bulkChangeId },
    log: {
      action: "PIN deactivated",
      value: (event) => `${formatPinCode(event.code)}: ${event.comment}`,
      changes: ({ code: pin }) => [pinStatus(pin, "Deactivated")],
    },
    upcasters: [addingBulkChange],
  }),
  /**
   * An admin activated the PIN again.
   * @by Activate
   */
  PinActivated: event({
    fields: { code, consumerId: owner, comment, bulkChangeId },
    log: {
      action: "PIN activated",
      value: (event) => `${formatPinCode(event.code)}: ${event.comment}`,
      changes: ({ code: pin, consumerId: id }) => [
        pinStatus(pin, id === null ? "Not Registered" : "Registered"),
      ],
    },
    upcasters: [addingBulkChange],
  }),
  /**
   * The owner's account was deleted, or an admin released the PIN: it has no owner and no devices.
   * @by Release, ReleaseFromOwner
   */
  PinReleased: event({
    fields: {
      code,
      consumerId,
      reason: optionalText(
        "The reason in the words of the admin who released it, never encrypted; missing where the account was deleted.",
      ),
    },
    log: {
      action: "PIN released",
      value: ({ code: pin, reason }) => `${formatPinCode(pin)}${reason === undefined ? "" : `: ${reason}`}`,
      // A PIN without an owner is not registered, whether it is deactivated or not.
      changes: ({ code: pin }) => [pinStatus(pin, "Not Registered"), pinOwner(pin, null)],
    },
  }),
  /**
   * A browser was bound to the PIN as a new device.
   * @by BindDevice
   */
  DeviceBound: event({
    fields: {
      code,
      consumerId,
      deviceId,
      limit,
      userAgent: personal(z.string().describe("The browser's user agent.")),
      device,
      browser,
    },
    log: {
      action: "Device bound",
      value: (event) => `${formatPinCode(event.code)}: ${event.device ?? describeDevice(event.userAgent)}`,
      changes: (event) => [
        pinDevice(
          event,
          event.userAgent === null ? erased : (event.device ?? describeDevice(event.userAgent)),
        ),
      ],
    },
  }),
  /**
   * A device of the PIN opened the player again, from the site or, at most once a day, without it.
   * @by BindDevice, RecordUse
   */
  DeviceSignedIn: event({
    fields: { code, consumerId, deviceId, browser },
    log: { action: "Device signed in", value: ({ code: pin }) => formatPinCode(pin) },
  }),
  /**
   * An admin renamed a device.
   * @by RenameDevice
   */
  DeviceRenamed: event({
    fields: {
      code,
      consumerId,
      deviceId,
      name: personal(z.string().describe("The device's new name.")),
    },
    log: {
      action: "Device renamed",
      value: ({ code: pin, name }) => `${formatPinCode(pin)}: ${chosenText(name)}`,
      changes: ({ name, ...device }) => [pinDevice(device, chosenText(name))],
    },
  }),
  /**
   * An admin or the consumer forgot a device of the PIN.
   * @by RemoveDevices
   */
  DeviceRemoved: event({
    fields: { code, consumerId, deviceId, device },
    log: {
      action: "Device removed",
      value: ({ code: pin, device: removed }) =>
        `${formatPinCode(pin)}${removed === undefined ? "" : `: ${removed ?? erased}`}`,
      changes: (removed) => [pinDevice(removed, "Removed")],
    },
  }),
  /**
   * A browser was not bound, because the PIN is deactivated or has reached its limit of devices. The same
   * refusal within an hour after `at` adds no second event.
   * @by BindDevice
   */
  DeviceBindingRefused: event({
    fields: {
      code,
      consumerId,
      limit,
      reason: z
        .enum(["maximum-number-devices", "lockedpin"])
        .describe("The reason: the device limit, or a deactivated PIN."),
      at: instant.optional().describe("Unix time in milliseconds; old events have none."),
      userAgent: personal(z.string().describe("The user agent of the refused browser; null in old events.")),
      device,
    },
    log: {
      action: "Device refused",
      value: ({ code: pin, reason, userAgent, device: name }) => {
        const why = reason === "lockedpin" ? "PIN deactivated" : "device limit reached";
        const refused = userAgent === null ? "" : `, ${name ?? describeDevice(userAgent)}`;
        return `${formatPinCode(pin)}: ${why}${refused}`;
      },
    },
    upcasters: [addingFields({ userAgent: null })],
  }),
});

export type PinEvent = EventsOf<typeof pinEvents>;
