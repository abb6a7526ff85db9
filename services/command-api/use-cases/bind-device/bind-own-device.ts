import type { ornamentRoutes } from "@ornament/contracts/api/ornaments";
import { pinCodeOf, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { bindingProblem } from "../../aggregates/pin/decide-devices.ts";
import { knownDevice, type PinState } from "../../aggregates/pin/state.ts";
import type { CurrentSettings } from "../../aggregates/setting/current-settings.ts";
import { callingConsumer } from "../../http/caller.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { DeviceTokens } from "../../sessions/device-tokens.ts";
import { loadOwnPin } from "../own-pin/own-pin.ts";
import type { BindDevice } from "./bind-device.ts";
import { safePlayerUrl } from "./player-url.ts";

interface Needs {
  readonly pins: Pick<Aggregates["pins"], "load">;
  readonly settings: CurrentSettings;
  readonly deviceTokens: Pick<DeviceTokens, "heldDevices">;
  readonly bindDevice: BindDevice;
  readonly contexts: Pick<RequestContexts, "of">;
}

/** `POST api/user/device-pin`. If `isCurrentDevice` is false, it only checks whether the device could be bound. */
export function bindOwnDevice(needs: Needs): Handler<typeof ornamentRoutes.bindDevice> {
  const { pins, settings, deviceTokens, contexts } = needs;

  const check = async (state: PinState, code: string, knownDeviceIds: readonly number[]) => {
    const limit = await settings.deviceLimit();
    const known = knownDevice(state, knownDeviceIds);
    return {
      bound: false as const,
      allowed: bindingProblem(state, { limit, knownDeviceIds }) === undefined,
      device: known ? { id: known.id, pinCodeId: pinIdOf(code), title: known.userAgent ?? "" } : null,
    };
  };

  return async (request) => {
    const { pinId, device: userAgent, isCurrentDevice, deviceToken } = request.body;
    const { id: consumerId } = callingConsumer(request.caller);
    const code = pinCodeOf(pinId);
    const { state } = await loadOwnPin(pins, { code, consumerId, positions: request.positions });
    if (!isCurrentDevice) return check(state, code, deviceTokens.heldDevices(consumerId, deviceToken));
    const playerUrl = await safePlayerUrl(settings);
    if (playerUrl === undefined) throw new Refusal("player_url_missing");
    const context = contexts.of(request);
    const device = await needs.bindDevice({ code, consumerId, userAgent, deviceToken, context });
    return { bound: true, device, playerUrl };
  };
}
