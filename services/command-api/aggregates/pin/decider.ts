import { deviceIdOf, maxDeviceOrdinal, ordinalOfDevice } from "@ornament/contracts/domain/device-id";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import type { PinEvent } from "@ornament/contracts/events/pin";
import type { Decider } from "@ornament/platform/commands/decider";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { pinCompaction } from "./compaction.ts";

/** A device that holds a place on the PIN. Both texts are `null` once the owner's data were erased. */
export interface PinDevice {
  readonly id: number;
  readonly name: string | null;
  readonly userAgent: string | null;
}

export interface PinState {
  /** `null` until the PIN was imported: it was never issued. */
  readonly code: string | null;
  readonly batchName: string;
  readonly ownerId: number | null;
  readonly blocked: boolean;
  readonly devices: ReadonlyMap<number, PinDevice>;
  /** Devices removed lately, as many as a command may remove, so that a repeated one can still name them. */
  readonly formerDevices: ReadonlyMap<number, PinDevice>;
  /** Never used twice, also across owners, so that an old device token can't become good again. */
  readonly lastOrdinal: number;
  readonly lastRefusal: BindingRefusal | undefined;
}

export type PinCommand =
  | { type: "Import"; code: string; batchName: string; importId: string }
  | { type: "Register"; consumerId: number; name: string }
  | { type: "Release"; consumerId: number }
  | { type: "Deactivate"; comment: string }
  | { type: "Activate"; comment: string }
  /** `knownDeviceIds`: what the browser's device token vouches for; one of them bound here is signed in again. */
  | {
      type: "BindDevice";
      consumerId: number;
      userAgent: string;
      limit: number;
      knownDeviceIds: readonly number[];
      /** Milliseconds since 1970. */
      now: number;
    }
  | { type: "RenameDevice"; deviceId: number; name: string }
  /** `consumerId`: only on this consumer's PIN; `null` for an admin. */
  | { type: "RemoveDevices"; deviceIds: readonly number[]; consumerId: number | null };

const formerDevicesKept = 500;
/** For this long a refusal of a binding stands for all that are like it. */
const refusalKnownMilliseconds = 3_600_000;

/** `at` is missing in refusals that were recorded before they were counted by the hour. */
type BindingRefusal = Extract<PinEvent, { type: "DeviceBindingRefused" }>["data"];

type BindDevice = Extract<PinCommand, { type: "BindDevice" }>;

/** `pin-{CODE}`: who owns the PIN, blocked or not, its devices against the limit (design §3, §5, §12). */
export const pinDecider: Decider<PinState, PinCommand, PinEvent> = {
  initialState: () => ({
    code: null,
    batchName: "",
    ownerId: null,
    blocked: false,
    devices: new Map(),
    formerDevices: new Map(),
    lastOrdinal: 0,
    lastRefusal: undefined,
  }),
  decide,
  evolve,
  compaction: pinCompaction,
};

/** The device this browser already is on the PIN, by the ids its token vouches for. */
export const knownDevice = (state: PinState, ids: readonly number[]): PinDevice | undefined =>
  ids.map((id) => state.devices.get(id)).find((device) => device !== undefined);

/**
 * Why binding would be refused, or `undefined`. A device bound already passes at the limit but not above it; a new
 * one needs a free place; nobody is removed by a lower limit (design §12).
 */
export function bindingProblem(
  state: PinState,
  { limit, knownDeviceIds }: Pick<BindDevice, "limit" | "knownDeviceIds">,
): "lockedpin" | "maximum-number-devices" | undefined {
  if (state.blocked) return "lockedpin";
  const count = state.devices.size;
  if (knownDevice(state, knownDeviceIds)) return count > limit ? "maximum-number-devices" : undefined;
  return count >= limit || state.lastOrdinal >= maxDeviceOrdinal ? "maximum-number-devices" : undefined;
}

function decide(command: PinCommand, state: PinState): PinEvent[] {
  if (command.type === "Import") return importPin(command, state);
  const { code } = state;
  if (code === null) throw new Refusal("pin_not_found");
  switch (command.type) {
    case "Register":
      return register(code, command, state);
    case "Release":
      return state.ownerId === command.consumerId
        ? [{ type: "PinReleased", data: { code, consumerId: command.consumerId } }]
        : [];
    case "Deactivate":
      if (state.blocked) throw new Refusal("pin_already_blocked");
      return [
        { type: "PinDeactivated", data: { code, consumerId: state.ownerId, comment: command.comment } },
      ];
    case "Activate":
      if (!state.blocked) throw new Refusal("pin_not_blocked");
      return [{ type: "PinActivated", data: { code, consumerId: state.ownerId, comment: command.comment } }];
    case "BindDevice":
      return bindDevice(code, command, state);
    case "RenameDevice":
      return renameDevice(code, command, state);
    case "RemoveDevices":
      return removeDevices(code, command, state);
    default:
      return unreachable(command);
  }
}

function importPin(command: Extract<PinCommand, { type: "Import" }>, state: PinState): PinEvent[] {
  const { code, batchName, importId } = command;
  return state.code === null ? [{ type: "PinImported", data: { code, batchName, importId } }] : [];
}

/** Someone else's and a blocked PIN get the answer of one that was never issued (security line 21). */
function register(
  code: string,
  { consumerId, name }: Extract<PinCommand, { type: "Register" }>,
  state: PinState,
): PinEvent[] {
  if (state.ownerId === consumerId) return [];
  if (state.blocked || state.ownerId !== null) throw new Refusal("pin_not_found");
  return [{ type: "PinRegistered", data: { code, consumerId, name } }];
}

/** A refusal is an event, so that support finds it in the log; the same one again within an hour adds nothing to it. */
function bindDevice(code: string, command: BindDevice, state: PinState): PinEvent[] {
  const { consumerId, userAgent, limit, now } = command;
  if (state.ownerId !== consumerId) throw new Refusal("pin_not_found");
  const reason = bindingProblem(state, command);
  if (reason) {
    const refusal = { code, consumerId, limit, reason, at: now };
    if (isKnownRefusal(refusal, state.lastRefusal)) throw bindingRefusal(reason);
    return [{ type: "DeviceBindingRefused", data: refusal }];
  }
  const known = knownDevice(state, command.knownDeviceIds);
  if (known) return [{ type: "DeviceSignedIn", data: { code, consumerId, deviceId: known.id } }];
  const deviceId = deviceIdOf(pinIdOf(code), state.lastOrdinal + 1);
  return [{ type: "DeviceBound", data: { code, consumerId, deviceId, limit, userAgent } }];
}

/** What the caller is told of a binding that was refused. */
export const bindingRefusal = (reason: BindingRefusal["reason"]) =>
  new Refusal(reason === "lockedpin" ? "lockedpin" : "device_limit_reached");

function isKnownRefusal(
  { consumerId, limit, reason, at }: BindingRefusal & { at: number },
  last: BindingRefusal | undefined,
): boolean {
  return (
    last?.at !== undefined &&
    last.at > at - refusalKnownMilliseconds &&
    last.consumerId === consumerId &&
    last.limit === limit &&
    last.reason === reason
  );
}

function renameDevice(
  code: string,
  { deviceId, name }: Extract<PinCommand, { type: "RenameDevice" }>,
  state: PinState,
): PinEvent[] {
  const device = state.devices.get(deviceId);
  if (!device || state.ownerId === null) throw new Refusal("device_not_found");
  if (device.name === name) return [];
  return [{ type: "DeviceRenamed", data: { code, consumerId: state.ownerId, deviceId, name } }];
}

function removeDevices(
  code: string,
  command: Extract<PinCommand, { type: "RemoveDevices" }>,
  state: PinState,
): PinEvent[] {
  const { ownerId } = state;
  const foreign = command.consumerId !== null && command.consumerId !== ownerId;
  if (ownerId === null || foreign) throw new Refusal("device_not_found");
  const ids = [...new Set(command.deviceIds)];
  if (ids.some((id) => !state.devices.has(id))) throw new Refusal("device_not_found");
  return ids.map((deviceId) => ({ type: "DeviceRemoved", data: { code, consumerId: ownerId, deviceId } }));
}

function evolve(state: PinState, event: PinEvent): PinState {
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
