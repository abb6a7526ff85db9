import { describeDevice } from "@ornament/contracts/devices/device-description";
import { deviceIdOf, maxDeviceOrdinal } from "@ornament/contracts/devices/device-id";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { type PinCommand, refuse } from "./commands.ts";
import {
  type BindingRefusal,
  knownDevice,
  type PinState,
  type Recognition,
  wasBoundByOwner,
} from "./state.ts";

type BindDevice = Extract<PinCommand, { type: "BindDevice" }>;
type DeviceCommand = Extract<
  PinCommand,
  { type: "BindDevice" | "RecordUse" | "RenameDevice" | "RemoveDevices" }
>;

/** Within this time the same refusal of a binding is recorded once. */
const refusalKnownMilliseconds = 3_600_000;

/** The devices of the PIN `code`. */
export function decideDevices(code: string, command: DeviceCommand, state: PinState): PinEvent[] {
  switch (command.type) {
    case "BindDevice":
      return bindDevice(code, command, state);
    case "RecordUse":
      return recordUse(code, command, state);
    case "RenameDevice":
      return renameDevice(code, command, state);
    case "RemoveDevices":
      return removeDevices(code, command, state);
    default:
      return unreachable(command);
  }
}

/**
 * The reason why binding would be refused, or `undefined`. A bound device is accepted at the limit and
 * refused above it. A new device needs a free place. A lower limit forgets no device.
 */
export function bindingProblem(
  state: PinState,
  { limit, ...recognition }: Recognition & { limit: number },
): "lockedpin" | "maximum-number-devices" | undefined {
  if (state.blocked) return "lockedpin";
  const count = state.devices.size;
  if (knownDevice(state, recognition)) return count > limit ? "maximum-number-devices" : undefined;
  return count >= limit || state.lastOrdinal >= maxDeviceOrdinal ? "maximum-number-devices" : undefined;
}

/** A refusal is an event, so that support finds it in the log: once an hour for the same one. */
function bindDevice(code: string, command: BindDevice, state: PinState): PinEvent[] {
  const { consumerId, userAgent, limit, browser, now } = command;
  if (state.ownerId !== consumerId) throw refuse<"BindDevice">("pin_not_found");
  const reason = bindingProblem(state, command);
  if (reason) {
    const refusal = {
      code,
      consumerId,
      limit,
      reason,
      at: now,
      userAgent,
      device: describeDevice(userAgent),
    };
    if (isKnownRefusal(refusal, state.lastRefusal)) throw bindingRefusal(reason);
    return [{ type: "DeviceBindingRefused", data: refusal }];
  }
  const known = knownDevice(state, command);
  if (known) return [{ type: "DeviceSignedIn", data: { code, consumerId, deviceId: known.id, browser } }];
  const deviceId = deviceIdOf(pinIdOf(code), state.lastOrdinal + 1);
  const device = describeDevice(userAgent);
  return [{ type: "DeviceBound", data: { code, consumerId, deviceId, limit, userAgent, device, browser } }];
}

/** A device that was forgotten in the meantime is left as it is. */
function recordUse(
  code: string,
  { consumerId, deviceId }: Extract<PinCommand, { type: "RecordUse" }>,
  state: PinState,
): PinEvent[] {
  if (state.ownerId !== consumerId || !state.devices.has(deviceId)) return [];
  return [{ type: "DeviceSignedIn", data: { code, consumerId, deviceId } }];
}

/** The answer to a binding that was refused. */
export const bindingRefusal = (reason: BindingRefusal["reason"]) =>
  refuse<"BindDevice">(reason === "lockedpin" ? "lockedpin" : "device_limit_reached");

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
  if (!device || state.ownerId === null) throw refuse<"RenameDevice">("device_not_found");
  if (device.name === name) return [];
  return [{ type: "DeviceRenamed", data: { code, consumerId: state.ownerId, deviceId, name } }];
}

function removeDevices(
  code: string,
  command: Extract<PinCommand, { type: "RemoveDevices" }>,
  state: PinState,
): PinEvent[] {
  const { ownerId } = state;
  const isOthers = command.consumerId !== null && command.consumerId !== ownerId;
  if (ownerId === null || isOthers) throw refuse<"RemoveDevices">("device_not_found");
  const ids = [...new Set(command.deviceIds)];
  if (!ids.every((id) => wasBoundByOwner(state, id))) throw refuse<"RemoveDevices">("device_not_found");
  return ids.flatMap((deviceId): PinEvent[] => {
    const bound = state.devices.get(deviceId);
    if (!bound) return [];
    const device = bound.name || describeDevice(bound.userAgent ?? "");
    return [{ type: "DeviceRemoved", data: { code, consumerId: ownerId, deviceId, device } }];
  });
}
