import { pinIdOfDevice } from "@ornament/contracts/domain/device-id";
import { maxPinId, pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import type { PositionTracker } from "@ornament/platform/commands/handle-command";
import type { PinCommands } from "../../aggregates/pin/pin-commands.ts";

/** A PIN of the consumer's; someone else's is answered like one that doesn't exist (security line 2). */
export async function loadOwnPin(
  pins: PinCommands,
  pin: { code: string; consumerId: number; positions: PositionTracker },
) {
  const loaded = await pins.load(pin.code);
  if (loaded.state.ownerId !== pin.consumerId) throw new Refusal("pin_not_found");
  pin.positions.note(loaded.position);
  return loaded;
}

/** The code of the PIN that a device id names. Throws `device_not_found` where it can't name one. */
export function codeOfDevice(deviceId: number): string {
  const pinId = pinIdOfDevice(deviceId);
  if (pinId > maxPinId) throw new Refusal("device_not_found");
  return pinCodeOf(pinId);
}
