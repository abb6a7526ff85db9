import { randomInt } from "node:crypto";
import { maxPinId, pinCodeOf } from "@ornament/contracts/domain/pin-code";

/** So many PINs that follow each other, from a random one on, so that no two lists have one in common. */
export function newPinCodes(count: number): string[] {
  const first = randomInt(maxPinId - count);
  return Array.from({ length: count }, (_, place) => pinCodeOf(first + place));
}
