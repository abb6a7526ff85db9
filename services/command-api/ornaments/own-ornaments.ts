import type { ornamentRoutes } from "@ornament/contracts/ornaments/api";
import { Refusal } from "@ornament/contracts/routes/errors";
import { pinCodeOf } from "@ornament/contracts/values/pin-code";
import type { PositionTracker } from "@ornament/platform/commands/context";
import type { Handler } from "@ornament/platform/http/route-request";
import type { LoadedConsumer } from "../aggregates.ts";
import type { Parts } from "../compose-parts.ts";
import { callingConsumer } from "../http/caller.ts";

/** `PUT api/user/select-pin`. A deactivated ornament can't be selected (`lockedpin`). */
export const selectPin =
  (parts: Parts): Handler<typeof ornamentRoutes.selectPin> =>
  async (request) => {
    const { id: consumerId } = callingConsumer(request.caller);
    const code = pinCodeOf(request.body.pinId);
    const own = { code, consumerId, positions: request.positions };
    const { account, pin } = await loadOwnPin(parts, own);
    if (pin.state.blocked) throw new Refusal("lockedpin");
    const context = parts.contexts.of(request);
    await parts.consumers.handle(consumerId, { type: "SelectOrnament", code }, context, account);
    return { success: true, message: "The ornament was selected." };
  };

/**
 * The consumer's PIN, and the account. Throws `pin_not_found` for somebody else's, as for one that does not
 * exist, after the same reads: no PIN is read that the account doesn't have.
 */
export async function loadOwnPin(
  { consumers, pins }: Parts,
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
