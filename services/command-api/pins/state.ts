import { ordinalOfDevice } from "@ornament/contracts/devices/device-id";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";

/** A device that is bound to the PIN. Both texts are `null` after the owner's data were erased. */
export interface PinDevice {
  readonly id: number;
  readonly name: string | null;
  readonly userAgent: string | null;
  /** The browser, as `DeviceBound` and `DeviceSignedIn` name it; `undefined` if none of them named it. */
  readonly browser: string | undefined;
}

export interface PinState {
  /** `null` until the PIN is issued. */
  readonly code: string | null;
  readonly batchName: string;
  readonly ownerId: number | null;
  readonly blocked: boolean;
  /**
   * The bulk change that changed the status last, if neither the status nor the owner was changed after it.
   */
  readonly lastBulkChange: string | undefined;
  readonly devices: ReadonlyMap<number, PinDevice>;
  /** Devices that were forgotten lately, so that a repeated command can still answer their names. */
  readonly formerDevices: ReadonlyMap<number, PinDevice>;
  /** A number is never used twice, so that an old device token can't become valid again. */
  readonly lastOrdinal: number;
  /**
   * The number of the newest device of earlier owners. Devices up to it do not belong to the present owner.
   */
  readonly lastOrdinalOfOthers: number;
  readonly lastRefusal: BindingRefusal | undefined;
}

/** `at` is missing in refusals that an older version recorded. */
export type BindingRefusal = Extract<PinEvent, { type: "DeviceBindingRefused" }>["data"];

/** The number of devices that a command may forget. */
const formerDevicesKept = 500;

/** A PIN that was never issued. */
export const noPin: PinState = {
  code: null,
  batchName: "",
  ownerId: null,
  blocked: false,
  lastBulkChange: undefined,
  devices: new Map(),
  formerDevices: new Map(),
  lastOrdinal: 0,
  lastOrdinalOfOthers: 0,
  lastRefusal: undefined,
};

/** The means to recognise a browser. `browser` is `undefined` if it has no cookie. */
export interface Recognition {
  readonly browser: string | undefined;
  /** The devices that the browser's device token proves. */
  readonly knownDeviceIds: readonly number[];
}

/** The bound device of this browser. The cookie counts first, so that one browser is never two devices. */
export function knownDevice(
  state: PinState,
  { browser, knownDeviceIds }: Recognition,
): PinDevice | undefined {
  const byBrowser =
    browser === undefined
      ? undefined
      : [...state.devices.values()].find((device) => device.browser === browser);
  return (
    byBrowser ?? knownDeviceIds.map((id) => state.devices.get(id)).find((device) => device !== undefined)
  );
}

/** Whether the present owner bound the device to the PIN. The device may be forgotten now. */
export function wasBoundByOwner(
  { ownerId, lastOrdinal, lastOrdinalOfOthers }: PinState,
  deviceId: number,
): boolean {
  const ordinal = ordinalOfDevice(deviceId);
  return ownerId !== null && ordinal > lastOrdinalOfOthers && ordinal <= lastOrdinal;
}

export function evolvePin(state: PinState, event: PinEvent): PinState {
  switch (event.type) {
    case "PinImported":
      return { ...state, code: event.data.code, batchName: event.data.batchName };
    case "PinRegistered":
      return { ...state, ownerId: event.data.consumerId, lastBulkChange: undefined };
    case "PinReleased":
      return {
        ...state,
        ownerId: null,
        lastBulkChange: undefined,
        devices: new Map(),
        formerDevices: new Map(),
        lastOrdinalOfOthers: state.lastOrdinal,
      };
    case "PinDeactivated":
      return { ...state, blocked: true, lastBulkChange: event.data.bulkChangeId };
    case "PinActivated":
      return { ...state, blocked: false, lastBulkChange: event.data.bulkChangeId };
    case "DeviceBound": {
      const { deviceId, userAgent, browser } = event.data;
      const device = { id: deviceId, name: null, userAgent, browser };
      return {
        ...state,
        devices: new Map(state.devices).set(deviceId, device),
        lastOrdinal: Math.max(state.lastOrdinal, ordinalOfDevice(deviceId)),
      };
    }
    case "DeviceRenamed":
      return withDevice(state, event.data.deviceId, { name: event.data.name });
    case "DeviceRemoved": {
      const devices = new Map(state.devices);
      const device = devices.get(event.data.deviceId);
      if (!device) return state;
      devices.delete(device.id);
      return { ...state, devices, formerDevices: remember(state.formerDevices, device) };
    }
    case "DeviceSignedIn": {
      const { deviceId, browser } = event.data;
      return browser === undefined ? state : withDevice(state, deviceId, { browser });
    }
    case "DeviceBindingRefused":
      return { ...state, lastRefusal: event.data };
    default:
      return unreachable(event);
  }
}

function withDevice(
  state: PinState,
  deviceId: number,
  changes: Partial<Pick<PinDevice, "name" | "browser">>,
): PinState {
  const device = state.devices.get(deviceId);
  if (!device) return state;
  return { ...state, devices: new Map(state.devices).set(deviceId, { ...device, ...changes }) };
}

function remember(former: ReadonlyMap<number, PinDevice>, device: PinDevice): Map<number, PinDevice> {
  const kept = [...former].slice(1 - formerDevicesKept);
  return new Map([...kept, [device.id, device]]);
}

/** The time when each device was bound or, later, last signed in. */
export function lastLogins(events: readonly StoredEvent<PinEvent>[]): ReadonlyMap<number, Date> {
  const logins = new Map<number, Date>();
  for (const event of events)
    if (event.type === "DeviceBound" || event.type === "DeviceSignedIn")
      logins.set(event.data.deviceId, event.createdAt);
  return logins;
}
