import { pinIdOfDevice } from "@ornament/contracts/domain/device-id";
import { maxPinId, pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import type { PositionTracker } from "@ornament/platform/commands/context";
import type { Aggregates } from "../../aggregates/aggregates.ts";

/** The consumer's PIN. Somebody else's is `pin_not_found`, as if it did not exist. */
export async function loadOwnPin(
  pins: Pick<Aggregates["pins"], "load">,
  { code, consumerId, positions }: { code: string; consumerId: number; positions: PositionTracker },
) {
  const loaded = await pins.load(code);
  if (loaded.state.ownerId !== consumerId) throw new Refusal("pin_not_found");
  positions.note(loaded.position);
  return loaded;
}

/** The code of the PIN that a device id names. Throws `device_not_found` where it can't name one. */
export function codeOfDevice(deviceId: number): string {
  const pinId = pinIdOfDevice(deviceId);
  if (pinId > maxPinId) throw new Refusal("device_not_found");
  return pinCodeOf(pinId);
}
