import type { deviceRoutes } from "@ornament/contracts/devices/api";
import { describeDevice } from "@ornament/contracts/devices/device-description";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { callingConsumer } from "../http/caller.ts";
import { hasOrnament } from "../ornaments/own-ornaments.ts";
import { type PinDevice, wasBoundByOwner } from "../pins/state.ts";
import { codeOfDevice } from "./device-code.ts";

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
