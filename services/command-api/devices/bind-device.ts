import type { boundDevice, deviceRoutes } from "@ornament/contracts/devices/api";
import { Refusal } from "@ornament/contracts/routes/errors";
import { pinCodeOf, pinIdOf } from "@ornament/contracts/values/pin-code";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { Handler } from "@ornament/platform/http/route-request";
import type { z } from "zod";
import type { LoadedPin } from "../aggregates.ts";
import type { Parts } from "../compose-parts.ts";
import { callingConsumer } from "../http/caller.ts";
import { loadOwnPin } from "../ornaments/own-ornaments.ts";
import { bindingProblem, bindingRefusal } from "../pins/decide-devices.ts";
import { knownDevice } from "../pins/state.ts";
import type { Browser } from "../sessions/known-browsers.ts";
import { currentDeviceLimit, currentPlayerUrl } from "../settings/current-settings.ts";

/** `POST api/user/device-pin`. With `isCurrentDevice` false it only checks. */
export const bindOwnDevice =
  (parts: Parts): Handler<typeof deviceRoutes.bindDevice> =>
  async (request, reply) => {
    const { deviceTokens, knownBrowsers } = parts;
    const { pinId, device: userAgent, isCurrentDevice, deviceToken } = request.body;
    const { id: consumerId } = callingConsumer(request.caller);
    const code = pinCodeOf(pinId);
    const [{ pin }, limit, playerUrl] = await Promise.all([
      loadOwnPin(parts, { code, consumerId, positions: request.positions }),
      currentDeviceLimit(parts),
      isCurrentDevice ? currentPlayerUrl(parts) : undefined,
    ]);
    if (!isCurrentDevice) {
      const browser = knownBrowsers.find(request)?.nameAt({ code, consumerId });
      const recognition = { browser, knownDeviceIds: deviceTokens.heldDevices(consumerId, deviceToken) };
      const known = knownDevice(pin.state, recognition);
      return {
        bound: false,
        allowed: bindingProblem(pin.state, { limit, ...recognition }) === undefined,
        device: known ? { id: known.id, pinCodeId: pinId, title: known.userAgent ?? "" } : null,
      };
    }
    if (playerUrl === undefined) throw new Refusal("player_url_missing");
    const context = parts.contexts.of(request);
    const browser = knownBrowsers.recognise(request, reply, context.commandId);
    const binding = { code, consumerId, userAgent, browser, deviceToken, limit, context, pin };
    return { bound: true, device: await bindDevice(parts, binding), playerUrl };
  };

export type BoundDevice = z.output<typeof boundDevice>;

export interface Binding {
  readonly code: string;
  readonly consumerId: number;
  readonly userAgent: string;
  readonly browser: Browser;
  readonly deviceToken: string | undefined;
  /** The number of devices that may be bound to the PIN now. */
  readonly limit: number;
  readonly context: CommandContext;
  /** The PIN's stream as the request has read it. */
  readonly pin: LoadedPin | undefined;
}

/**
 * Binds this browser to the PIN. A browser that is a bound device, by its cookie or by its device token, is
 * signed in again. Throws `device_limit_reached` or `lockedpin`; these refusals are also recorded in the
 * PIN's stream.
 */
export async function bindDevice(
  { pins, deviceTokens }: Parts,
  { code, consumerId, userAgent, browser, deviceToken, limit, context, pin }: Binding,
): Promise<BoundDevice> {
  const held = deviceTokens.heldDevices(consumerId, deviceToken);
  const command = {
    type: "BindDevice",
    consumerId,
    userAgent,
    limit,
    browser: browser.nameAt({ code, consumerId }),
    knownDeviceIds: held,
    now: context.now.getTime(),
  } as const;
  const { events, state } = await pins.handle(code, command, context, pin);
  for (const event of events) {
    if (event.type === "DeviceBindingRefused") throw bindingRefusal(event.data.reason);
    if (event.type !== "DeviceBound" && event.type !== "DeviceSignedIn") continue;
    const { deviceId } = event.data;
    const device = state.devices.get(deviceId) ?? state.formerDevices.get(deviceId);
    return {
      id: deviceId,
      deviceToken: deviceTokens.issue({ deviceId, consumerId, held }),
      pinCodeId: pinIdOf(code),
      title: device?.userAgent ?? "",
    };
  }
  throw new Refusal("conflict");
}
