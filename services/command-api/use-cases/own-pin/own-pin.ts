import { pinIdOfDevice } from "@ornament/contracts/domain/device-id";
import { maxPinId, pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import type { PositionTracker } from "@ornament/platform/commands/context";
import type { Aggregates, LoadedConsumer } from "../../aggregates/aggregates.ts";

/**
 * The consumer's PIN, and the account. Throws `pin_not_found` for somebody else's, as for one that does not
 * exist, after the same reads: no PIN is read that the account doesn't have.
 */
export async function loadOwnPin(
  { consumers, pins }: Pick<Aggregates, "consumers" | "pins">,
  { code, consumerId, positions }: { code: string; consumerId: number; positions: PositionTracker },
) {
  const account = await consumers.load(consumerId);
  if (!hasOrnament(account, code)) throw new Refusal("pin_not_found");
  const pin = await pins.load(code);
  if (pin.state.ownerId !== consumerId) throw new Refusal("pin_not_found");
  positions.note(pin.position);
  return { account, pin };
}

export const hasOrnament = ({ state }: LoadedConsumer, code: string): boolean =>
  state.status !== "none" && state.ornaments.some((ornament) => ornament.code === code);

/** The code of the PIN that a device id contains. Throws `device_not_found` if it contains none. */
export function codeOfDevice(deviceId: number): string {
  const pinId = pinIdOfDevice(deviceId);
  if (pinId > maxPinId) throw new Refusal("device_not_found");
  return pinCodeOf(pinId);
}
