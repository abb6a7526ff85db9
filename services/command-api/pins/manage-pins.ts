import type { pinRoutes } from "@ornament/contracts/pins/api";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { formatPinCode, pinCodeOf } from "@ornament/contracts/values/pin-code";
import { changesSince } from "@ornament/platform/commands/changes-since";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { explained, type FieldChange, refuseIfChanged, versionAfter } from "../http/changed-meanwhile.ts";
import type { PinCommand } from "./commands.ts";
import type { PinState } from "./state.ts";

type Routes = Pick<typeof pinRoutes, "updatePinStatus">;

/** The agent decides again after having seen who changed the status, and why. */
const statusChanged = "{by} changed the status of this PIN after you opened it. Nothing was changed.";

/** The commands of admins about a PIN. */
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
});

const changesOfStatus = (later: readonly StoredEvent<PinEvent>[]): FieldChange[] =>
  later.flatMap(({ type, metadata: { actor } }) => {
    if (type !== "PinDeactivated" && type !== "PinActivated") return [];
    return [{ path: "status", now: type === "PinDeactivated" ? "Deactivated" : "Active", actor }];
  });
