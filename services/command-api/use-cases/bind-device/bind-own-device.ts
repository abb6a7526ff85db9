import type { ornamentRoutes } from "@ornament/contracts/api/ornaments";
import { pinCodeOf, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import type { Handler } from "@ornament/platform/http/route-request";
import { bindingProblem } from "../../aggregates/pin/decide-devices.ts";
import { knownDevice, type PinState, type Recognition } from "../../aggregates/pin/state.ts";
import type { Parts } from "../../compose-parts.ts";
import { callingConsumer } from "../../http/caller.ts";
import { loadOwnPin } from "../own-pin/own-pin.ts";
import { safePlayerUrl } from "./player-url.ts";

/**
 * `POST api/user/device-pin`. If `isCurrentDevice` is false, it only checks whether the device could be
 * bound.
 */
export function bindOwnDevice(parts: Parts): Handler<typeof ornamentRoutes.bindDevice> {
  const { settings, deviceTokens, knownBrowsers, contexts } = parts;

  const check = (
    state: PinState,
    { code, limit }: { code: string; limit: number },
    recognition: Recognition,
  ) => {
    const known = knownDevice(state, recognition);
    return {
      bound: false as const,
      allowed: bindingProblem(state, { limit, ...recognition }) === undefined,
      device: known ? { id: known.id, pinCodeId: pinIdOf(code), title: known.userAgent ?? "" } : null,
    };
  };

  return async (request, reply) => {
    const { pinId, device: userAgent, isCurrentDevice, deviceToken } = request.body;
    const { id: consumerId } = callingConsumer(request.caller);
    const code = pinCodeOf(pinId);
    const [{ pin }, limit, playerUrl] = await Promise.all([
      loadOwnPin(parts, { code, consumerId, positions: request.positions }),
      settings.deviceLimit(),
      isCurrentDevice ? safePlayerUrl(settings) : undefined,
    ]);
    if (!isCurrentDevice) {
      const browser = knownBrowsers.find(request)?.nameAt({ code, consumerId });
      return check(
        pin.state,
        { code, limit },
        {
          browser,
          knownDeviceIds: deviceTokens.heldDevices(consumerId, deviceToken),
        },
      );
    }
    if (playerUrl === undefined) throw new Refusal("player_url_missing");
    const context = contexts.of(request);
    const browser = knownBrowsers.recognise(request, reply, context.commandId);
    const binding = { code, consumerId, userAgent, browser, deviceToken, limit, context, pin };
    const device = await parts.bindDevice(binding);
    return { bound: true, device, playerUrl };
  };
}
