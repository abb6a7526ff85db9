import type { boundDevice, deviceRoutes, managedDeviceRoutes } from "@ornament/contracts/devices/api";
import { describeDevice } from "@ornament/contracts/devices/device-description";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { type ErrorCode, Refusal } from "@ornament/contracts/routes/errors";
import { pinCodeOf, pinIdOf } from "@ornament/contracts/values/pin-code";
import { changesSince } from "@ornament/platform/commands/changes-since";
import type { CommandContext } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Handler, HandlersFor } from "@ornament/platform/http/route-request";
import type { z } from "zod";
import type { LoadedPin } from "../aggregates.ts";
import type { Parts } from "../compose-parts.ts";
import { callingConsumer } from "../http/caller.ts";
import { explained, type Rename, refuseIfRenamed, versionAfter } from "../http/changed-meanwhile.ts";
import { hasOrnament, loadOwnPin } from "../ornaments/routes.ts";
import type { PinCommand, PinRefusals } from "../pins/commands.ts";
import { bindingProblem, bindingRefusal } from "../pins/decide-devices.ts";
import { knownDevice, type PinDevice, type PinState, wasBoundByOwner } from "../pins/state.ts";
import type { Browser } from "../sessions/known-browsers.ts";
import { currentDeviceLimit, currentPlayerUrl } from "../settings/current-settings.ts";
import { codeOfDevice } from "./device-code.ts";

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

type Routes = typeof managedDeviceRoutes;

/** The commands of admins about a device. */
export const manageDeviceHandlers = (parts: Parts): HandlersFor<Routes> => ({
  async updateDeviceName(request) {
    const context = parts.contexts.of(request);
    const command = deviceRenameFrom(request.body, context.commandId);
    const handled = await explained(parts, request.caller, () =>
      reportedAsDevice(parts.pins.handle(codeOfDevice(request.body.id), command, context)),
    );
    return { success: true, message: "The device was renamed.", version: versionAfter(handled) };
  },

  async removeDevice(request) {
    const { id } = request.params;
    const command = { type: "RemoveDevices", deviceIds: [id], consumerId: null } as const;
    const { state } = await reportedAsDevice(
      parts.pins.handle(codeOfDevice(id), command, parts.contexts.of(request)),
    );
    return { count: state.devices.size, message: "The device was removed." };
  },
});

/** Makes the command of a rename. Throws `ChangedMeanwhile` if the name was changed after the version. */
const deviceRenameFrom =
  ({ id, name, version }: Rename & { id: number }, commandId: string) =>
  (_state: PinState, events: readonly StoredEvent<PinEvent>[]): PinCommand => {
    const later = changesSince(events, version, commandId).flatMap((event) =>
      event.type === "DeviceRenamed" && event.data.deviceId === id ? [event] : [],
    );
    refuseIfRenamed(later);
    return { type: "RenameDevice", deviceId: id, name };
  };

/**
 * A missing PIN is answered as a missing device, so that a made-up device id does not show which PINs exist.
 */
const deviceRefusals: Record<PinRefusals["RenameDevice" | "RemoveDevices"], ErrorCode> = {
  pin_not_found: "device_not_found",
  device_not_found: "device_not_found",
};

async function reportedAsDevice<T>(handled: Promise<T>): Promise<T> {
  try {
    return await handled;
  } catch (error) {
    const code = answerTo(error, deviceRefusals);
    throw code === undefined ? error : new Refusal(code);
  }
}

/**
 * `PUT api/user/remove-devices`: forgets all of them, or none if one is not the caller's
 * (`device_not_found`). A device that is forgotten already is accepted: its name is answered like the others,
 * as long as its PIN's stream has it.
 */
export function removeOwnDevices({
  consumers,
  pins,
  contexts,
}: Parts): Handler<typeof deviceRoutes.removeOwnDevices> {
  /** Checks a PIN before any is changed. Devices that the same command has forgotten before are accepted. */
  const checkRemovable = async (
    removal: { code: string; deviceIds: readonly number[]; consumerId: number },
    commandId: string,
  ): Promise<void> => {
    const { code, deviceIds, consumerId } = removal;
    const { state, holds } = await pins.load(code);
    if (holds(commandId)) return;
    const removable = state.ownerId === consumerId && deviceIds.every((id) => wasBoundByOwner(state, id));
    if (!removable) throw new Refusal("device_not_found");
  };

  return async (request) => {
    const { id: consumerId } = callingConsumer(request.caller);
    const context = contexts.of(request);
    const ids = [...new Set(request.body.devices)];
    const byPin = groupByPin(ids);
    // No PIN is read that the account doesn't have.
    const account = await consumers.load(consumerId);
    if ([...byPin.keys()].some((code) => !hasOrnament(account, code))) throw new Refusal("device_not_found");
    await Promise.all(
      [...byPin].map(([code, deviceIds]) =>
        checkRemovable({ code, deviceIds, consumerId }, context.commandId),
      ),
    );
    const names = new Map<number, string>();
    for (const [code, deviceIds] of byPin) {
      const { state } = await pins.handle(code, { type: "RemoveDevices", deviceIds, consumerId }, context);
      for (const id of deviceIds) names.set(id, nameOfDevice(state.formerDevices.get(id)));
    }
    return { success: true, results: ids.map((id) => ({ id, name: names.get(id) ?? "" })) };
  };
}

const nameOfDevice = (device: PinDevice | undefined) => device?.name || describeDevice(device?.userAgent);

function groupByPin(deviceIds: readonly number[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const id of deviceIds) {
    const code = codeOfDevice(id);
    groups.set(code, [...(groups.get(code) ?? []), id]);
  }
  return groups;
}
