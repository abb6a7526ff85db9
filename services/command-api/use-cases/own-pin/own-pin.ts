import { pinIdOfDevice } from "@ornament/contracts/domain/device-id";
import { maxPinId, pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import type { PositionTracker } from "@ornament/platform/commands/context";
import type { Aggregates } from "../../aggregates/aggregates.ts";

/** The consumer's PIN. Throws `pin_not_found` for somebody else's, as for one that does not exist. */
export async function loadOwnPin(
  pins: Pick<Aggregates["pins"], "load">,
  { code, consumerId, positions }: { code: string; consumerId: number; positions: PositionTracker },
) {
  const loaded = await pins.load(code);
  if (loaded.state.ownerId !== consumerId) throw new Refusal("pin_not_found");
  positions.note(loaded.position);
  return loaded;
}

/** The code of the PIN that a device id contains. Throws `device_not_found` if it contains none. */
export function codeOfDevice(deviceId: number): string {
  const pinId = pinIdOfDevice(deviceId);
  if (pinId > maxPinId) throw new Refusal("device_not_found");
  return pinCodeOf(pinId);
}
