import { pinIdOfDevice } from "@ornament/contracts/devices/device-id";
import type { ornamentRoutes } from "@ornament/contracts/ornaments/api";
import { maxPinId, pinCodeOf } from "@ornament/contracts/values/pin-code";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { consumerSessionRoutes } from "@ornament/contracts/sign-in/consumer-api";
import type { PositionTracker } from "@ornament/platform/commands/context";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { LoadedConsumer } from "../aggregates.ts";
import type { Parts } from "../compose-parts.ts";
import { loadOwnAccount } from "./own-account.ts";
import { callingConsumer } from "../http/caller.ts";
import { explainedToOwner, renameFrom } from "../http/changed-meanwhile.ts";

type Routes = Pick<typeof ornamentRoutes, "selectPin" | "renameOwnPin"> &
  Pick<typeof consumerSessionRoutes, "ownAccount">;

/** Shows, selects and renames the caller's ornaments. A deactivated one can't be selected (`lockedpin`). */
export const ownOrnamentHandlers = (parts: Parts): HandlersFor<Routes> => ({
  /** `GET api/user/account`. Throws `consumer_not_found`. */
  ownAccount(request) {
    const { id } = callingConsumer(request.caller);
    return loadOwnAccount(parts, id, {
      browser: parts.knownBrowsers.find(request),
      positions: request.positions,
    });
  },

  async selectPin(request) {
    const { id: consumerId } = callingConsumer(request.caller);
    const code = pinCodeOf(request.body.pinId);
    const own = { code, consumerId, positions: request.positions };
    const { account, pin } = await loadOwnPin(parts, own);
    if (pin.state.blocked) throw new Refusal("lockedpin");
    const context = parts.contexts.of(request);
    await parts.consumers.handle(consumerId, { type: "SelectOrnament", code }, context, account);
    return { success: true, message: "The ornament was selected." };
  },

  async renameOwnPin(request) {
    const { id: consumerId } = callingConsumer(request.caller);
    const { id, ...rename } = request.body;
    const context = parts.contexts.of(request);
    const command = renameFrom({ code: pinCodeOf(id), ...rename }, context.commandId);
    await explainedToOwner(() => parts.consumers.handle(consumerId, command, context));
    return { success: true, message: "The ornament was renamed." };
  },
});

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

/** The code of the PIN that a device id contains. Throws `device_not_found` if it contains none. */
export function codeOfDevice(deviceId: number): string {
  const pinId = pinIdOfDevice(deviceId);
  if (pinId > maxPinId) throw new Refusal("device_not_found");
  return pinCodeOf(pinId);
}
