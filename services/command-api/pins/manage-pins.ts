import type { consumerRoutes } from "@ornament/contracts/consumers/api";
import type { pinRoutes } from "@ornament/contracts/pins/api";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { formatPinCode, pinCodeOf } from "@ornament/contracts/values/pin-code";
import { type ErrorCode, Refusal } from "@ornament/contracts/routes/errors";
import { changesSince } from "@ornament/platform/commands/changes-since";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import {
  deviceRenameFrom,
  explained,
  type FieldChange,
  refuseIfChanged,
  renameFrom,
  versionAfter,
} from "../http/changed-meanwhile.ts";
import { codeOfDevice } from "../ornaments/own-ornaments.ts";
import type { PinCommand, PinRefusals } from "./commands.ts";
import type { PinState } from "./state.ts";

type Routes = Pick<typeof pinRoutes, "updatePinStatus" | "updatePinName"> &
  Pick<typeof consumerRoutes, "updateDeviceName" | "removeDevice">;

/** The agent decides again after having seen who changed the status, and why. */
const statusChanged = "{by} changed the status of this PIN after you opened it. Nothing was changed.";

/** A former owner's name for the ornament must not reach the present owner. */
const enteredAgain = "{by} entered this PIN after you opened it. Nothing was changed.";

/** The commands of admins about PINs and devices. */
export const managePinHandlers = (parts: Parts): HandlersFor<Routes> => ({
  async updatePinStatus(request) {
    const { id, status, comment, version } = request.body;
    const code = pinCodeOf(id);
    const context = parts.contexts.of(request);
    const command = (_state: PinState, events: readonly StoredEvent<PinEvent>[]): PinCommand => {
      refuseIfChanged(changesOfStatus(changesSince(events, version, context.commandId)), statusChanged);
      return { type: status ? "Activate" : "Deactivate", comment };
    };
    const handled = await explained(parts, request.caller, () => parts.pins.handle(code, command, context));
    const done = status ? "activated" : "deactivated";
    const message = `The PIN ${formatPinCode(code)} was ${done}.`;
    return { success: true, message, version: versionAfter(handled) };
  },

  async updatePinName(request) {
    const { id, ...rename } = request.body;
    const code = pinCodeOf(id);
    const { state, position, events } = await parts.pins.load(code);
    const { ownerId } = state;
    if (ownerId === null) throw new Refusal("pin_not_found");
    request.positions.note(position);
    const context = parts.contexts.of(request);
    const commandOf = renameFrom({ code, ...rename }, context.commandId);
    const handled = await explained(parts, request.caller, () =>
      parts.consumers.handle(
        ownerId,
        (account, ofAccount) => {
          refuseIfChanged(entriesOf(changesSince(events, rename.version, context.commandId)), enteredAgain);
          return commandOf(account, ofAccount);
        },
        context,
      ),
    );
    return { success: true, message: "The ornament was renamed.", version: versionAfter(handled) };
  },

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

const changesOfStatus = (later: readonly StoredEvent<PinEvent>[]): FieldChange[] =>
  later.flatMap(({ type, metadata: { actor } }) => {
    if (type !== "PinDeactivated" && type !== "PinActivated") return [];
    return [{ path: "status", now: type === "PinDeactivated" ? "Deactivated" : "Active", actor }];
  });

const entriesOf = (later: readonly StoredEvent<PinEvent>[]): FieldChange[] =>
  later.flatMap(({ type, metadata: { actor } }) =>
    type === "PinRegistered" ? [{ path: "id", now: "Entered", actor }] : [],
  );

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
