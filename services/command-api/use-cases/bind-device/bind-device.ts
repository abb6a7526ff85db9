import type { boundDevice, ornamentRoutes } from "@ornament/contracts/api/ornaments";
import type { ResponseOf } from "@ornament/contracts/api/route";
import { pinCodeOf, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { playerUrlProblem } from "@ornament/contracts/domain/settings";
import { Refusal } from "@ornament/contracts/errors";
import type { CommandContext } from "@ornament/platform/commands/handle-command";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { z } from "zod";
import { bindingProblem, bindingRefusal, knownDevice, type PinState } from "../../aggregates/pin/decider.ts";
import type { PinCommands } from "../../aggregates/pin/pin-commands.ts";
import { readDeviceLimit, readPlayerUrl } from "../../aggregates/setting/read-settings.ts";
import type { Dependencies } from "../../dependencies.ts";
import { callingConsumer } from "../../http/consumer-caller.ts";
import { commandContext } from "../../http/request-context.ts";
import { loadOwnPin } from "../own-ornaments/own-pin.ts";
import { heldDevices, signDeviceToken } from "./held-device.ts";

type BoundDevice = z.output<typeof boundDevice>;
type BindRequest = RouteRequest<typeof ornamentRoutes.bindDevice>;
type BindAnswer = ResponseOf<typeof ornamentRoutes.bindDevice>;

export interface Binding {
  readonly code: string;
  readonly consumerId: number;
  readonly userAgent: string;
  readonly deviceToken: string | undefined;
  readonly context: CommandContext;
}

/**
 * Binds this browser to the PIN, or signs it in again where its token names a device that is bound. Throws
 * `device_limit_reached` or `lockedpin`, which stand in the PIN's stream, too.
 */
export async function bindDevice(
  dependencies: Dependencies,
  pins: PinCommands,
  binding: Binding,
): Promise<BoundDevice> {
  const { code, consumerId, userAgent, context } = binding;
  const held = heldDevices(dependencies, consumerId, binding.deviceToken);
  const limit = await readDeviceLimit(dependencies.store);
  const { events, state } = await pins.handle(
    code,
    { type: "BindDevice", consumerId, userAgent, limit, knownDeviceIds: held, now: context.now.getTime() },
    context,
  );
  for (const event of events) {
    if (event.type === "DeviceBindingRefused") throw bindingRefusal(event.data.reason);
    if (event.type !== "DeviceBound" && event.type !== "DeviceSignedIn") continue;
    const { deviceId } = event.data;
    return {
      id: deviceId,
      deviceToken: signDeviceToken(dependencies, { deviceId, consumerId, held }),
      pinCodeId: pinIdOf(code),
      title: titleOf(state, deviceId),
    };
  }
  throw new Refusal("conflict");
}

const titleOf = (state: PinState, deviceId: number) =>
  (state.devices.get(deviceId) ?? state.formerDevices.get(deviceId))?.userAgent ?? "";

/** The player's address, checked once more before a browser is sent there (security line 24); `undefined` without one. */
export async function safePlayerUrl(dependencies: Dependencies): Promise<string | undefined> {
  const url = await readPlayerUrl(dependencies);
  return url !== undefined && playerUrlProblem(url) === undefined ? url : undefined;
}

/** `POST api/user/device-pin` (spec §7). With `isCurrentDevice` false only a look: no event, no token. */
export const bindDeviceHandler =
  (dependencies: Dependencies, pins: PinCommands) =>
  async (request: BindRequest): Promise<BindAnswer> => {
    const { pinId, device, isCurrentDevice, deviceToken } = request.body;
    const consumerId = callingConsumer(request.caller);
    const code = pinCodeOf(pinId);
    const { state } = await loadOwnPin(pins, { code, consumerId, positions: request.positions });
    if (!isCurrentDevice) return look(dependencies, state, { code, consumerId, deviceToken });
    const playerUrl = await safePlayerUrl(dependencies);
    if (playerUrl === undefined) throw new Refusal("player_url_missing");
    const context = commandContext(dependencies, request);
    const bound = { code, consumerId, userAgent: device, deviceToken, context };
    return { bound: true, device: await bindDevice(dependencies, pins, bound), playerUrl };
  };

async function look(
  dependencies: Dependencies,
  state: PinState,
  { code, consumerId, deviceToken }: Pick<Binding, "code" | "consumerId" | "deviceToken">,
): Promise<BindAnswer> {
  const knownDeviceIds = heldDevices(dependencies, consumerId, deviceToken);
  const limit = await readDeviceLimit(dependencies.store);
  const known = knownDevice(state, knownDeviceIds);
  return {
    bound: false,
    allowed: bindingProblem(state, { limit, knownDeviceIds }) === undefined,
    device: known ? { id: known.id, pinCodeId: pinIdOf(code), title: known.userAgent ?? "" } : null,
  };
}
