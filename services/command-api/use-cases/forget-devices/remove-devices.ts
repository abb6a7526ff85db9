import type { ornamentRoutes } from "@ornament/contracts/api/ornaments";
import type { ResponseOf } from "@ornament/contracts/api/route";
import { describeDevice } from "@ornament/contracts/domain/device-description";
import { limits } from "@ornament/contracts/domain/limits";
import { Refusal } from "@ornament/contracts/errors";
import type { CommandContext } from "@ornament/platform/commands/handle-command";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { PinDevice } from "../../aggregates/pin/decider.ts";
import type { PinCommands } from "../../aggregates/pin/pin-commands.ts";
import type { Dependencies } from "../../dependencies.ts";
import { callingConsumer } from "../../http/consumer-caller.ts";
import { commandContext } from "../../http/request-context.ts";
import { codeOfDevice } from "../own-ornaments/own-pin.ts";

type RemoveRequest = RouteRequest<typeof ornamentRoutes.removeOwnDevices>;
type RemoveAnswer = ResponseOf<typeof ornamentRoutes.removeOwnDevices>;

export const nameOfDevice = (device: PinDevice | undefined) =>
  device?.name || describeDevice(device?.userAgent);

/** `PUT api/user/remove-devices`: all of them, or none where one is not the caller's (`device_not_found`). */
export const removeOwnDevicesHandler =
  (dependencies: Dependencies, pins: PinCommands) =>
  async (request: RemoveRequest): Promise<RemoveAnswer> => {
    const consumerId = callingConsumer(request.caller);
    const context = commandContext(dependencies, request);
    const ids = [...new Set(request.body.devices)];
    const byPin = groupByPin(ids);
    // Of that many PINs one is somebody else's: none needs a look.
    if (byPin.size > limits.ornamentsPerAccount) throw new Refusal("device_not_found");
    await Promise.all(
      [...byPin].map(([code, deviceIds]) => checkRemovable(pins, { code, deviceIds, consumerId, context })),
    );
    const names = new Map<number, string>();
    for (const [code, deviceIds] of byPin) {
      const command = { type: "RemoveDevices", deviceIds, consumerId } as const;
      const { state } = await pins.handle(code, command, context);
      for (const id of deviceIds) names.set(id, nameOfDevice(state.formerDevices.get(id)));
    }
    return { success: true, results: ids.map((id) => ({ id, name: names.get(id) ?? "" })) };
  };

function groupByPin(deviceIds: readonly number[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const id of deviceIds) {
    const code = codeOfDevice(id);
    groups.set(code, [...(groups.get(code) ?? []), id]);
  }
  return groups;
}

/** Looks at every PIN before the first is changed. What the same command removed before counts as removable. */
async function checkRemovable(
  pins: PinCommands,
  removal: { code: string; deviceIds: readonly number[]; consumerId: number; context: CommandContext },
): Promise<void> {
  const { code, deviceIds, consumerId, context } = removal;
  const { state, holds } = await pins.load(code);
  if (holds(context.commandId)) return;
  const removable = state.ownerId === consumerId && deviceIds.every((id) => state.devices.has(id));
  if (!removable) throw new Refusal("device_not_found");
}
