import { ordinalOfDevice } from "@ornament/contracts/domain/device-id";
import type { PinEvent } from "@ornament/contracts/events/pin";
import { unreachable } from "@ornament/platform/commands/unreachable";

/** A device that is bound to the PIN. Both texts are `null` once the owner's data were erased. */
export interface PinDevice {
  readonly id: number;
  readonly name: string | null;
  readonly userAgent: string | null;
}

export interface PinState {
  /** `null` while the PIN was never issued. */
  readonly code: string | null;
  readonly batchName: string;
  readonly ownerId: number | null;
  readonly blocked: boolean;
  readonly devices: ReadonlyMap<number, PinDevice>;
  /** Devices removed lately, so that a repeated command can still answer their names. */
  readonly formerDevices: ReadonlyMap<number, PinDevice>;
  /** The number of the newest device. Numbers are never used twice, so that an old device token can't become valid again. */
  readonly lastOrdinal: number;
  readonly lastRefusal: BindingRefusal | undefined;
}

/** `at` is missing in refusals that an older version recorded. */
export type BindingRefusal = Extract<PinEvent, { type: "DeviceBindingRefused" }>["data"];

/** As many as a command may remove. */
const formerDevicesKept = 500;

/** A PIN that was never issued. */
export const noPin: PinState = {
  code: null,
  batchName: "",
  ownerId: null,
  blocked: false,
  devices: new Map(),
  formerDevices: new Map(),
  lastOrdinal: 0,
  lastRefusal: undefined,
};

/** The bound device that this browser is, by the ids that its device token proves. */
export const knownDevice = (state: PinState, ids: readonly number[]): PinDevice | undefined =>
  ids.map((id) => state.devices.get(id)).find((device) => device !== undefined);

export function evolvePin(state: PinState, event: PinEvent): PinState {
  switch (event.type) {
    case "PinImported":
      return { ...state, code: event.data.code, batchName: event.data.batchName };
    case "PinRegistered":
      return { ...state, ownerId: event.data.consumerId };
    case "PinReleased":
      return { ...state, ownerId: null, devices: new Map(), formerDevices: new Map() };
    case "PinDeactivated":
      return { ...state, blocked: true };
    case "PinActivated":
      return { ...state, blocked: false };
    case "DeviceBound": {
      const { deviceId, userAgent } = event.data;
      const device = { id: deviceId, name: null, userAgent };
      return {
        ...state,
        devices: new Map(state.devices).set(deviceId, device),
        lastOrdinal: Math.max(state.lastOrdinal, ordinalOfDevice(deviceId)),
      };
    }
    case "DeviceRenamed": {
      const device = state.devices.get(event.data.deviceId);
      if (!device) return state;
      return {
        ...state,
        devices: new Map(state.devices).set(device.id, { ...device, name: event.data.name }),
      };
    }
    case "DeviceRemoved": {
      const devices = new Map(state.devices);
      const device = devices.get(event.data.deviceId);
      if (!device) return state;
      devices.delete(device.id);
      return { ...state, devices, formerDevices: remember(state.formerDevices, device) };
    }
    case "DeviceSignedIn":
      return state;
    case "DeviceBindingRefused":
      return { ...state, lastRefusal: event.data };
    default:
      return unreachable(event);
  }
}

function remember(former: ReadonlyMap<number, PinDevice>, device: PinDevice): Map<number, PinDevice> {
  const kept = [...former].slice(1 - formerDevicesKept);
  return new Map([...kept, [device.id, device]]);
}
