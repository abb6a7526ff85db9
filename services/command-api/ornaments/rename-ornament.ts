import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import type { managedOrnamentRoutes, ornamentRoutes } from "@ornament/contracts/ornaments/api";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import { pinCodeOf } from "@ornament/contracts/values/pin-code";
import { changesSince } from "@ornament/platform/commands/changes-since";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import type { ConsumerCommand } from "../consumers/commands.ts";
import type { ConsumerState } from "../consumers/state.ts";
import { callingConsumer } from "../http/caller.ts";
import {
  explained,
  explainedToOwner,
  type FieldChange,
  type Rename,
  refuseIfChanged,
  refuseIfRenamed,
  versionAfter,
} from "../http/changed-meanwhile.ts";

type Routes = Pick<typeof ornamentRoutes, "renameOwnPin"> &
  Pick<typeof managedOrnamentRoutes, "updatePinName">;

/** A former owner's name for the ornament must not reach the present owner. */
const enteredAgain = "{by} entered this PIN after you opened it. Nothing was changed.";

/** The owner, or an admin, renames an ornament. */
export const renameOrnamentHandlers = (parts: Parts): HandlersFor<Routes> => ({
  async renameOwnPin(request) {
    const { id: consumerId } = callingConsumer(request.caller);
    const { id, ...rename } = request.body;
    const context = parts.contexts.of(request);
    const command = renameFrom({ code: pinCodeOf(id), ...rename }, context.commandId);
    await explainedToOwner(() => parts.consumers.handle(consumerId, command, context));
    return { success: true, message: "The ornament was renamed." };
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
});

/** Makes the command of a rename. Throws `ChangedMeanwhile` if the name was changed after the version. */
const renameFrom =
  ({ code, name, version }: Rename & { code: string }, commandId: string) =>
  (_state: ConsumerState, events: readonly StoredEvent<ConsumerEvent>[]): ConsumerCommand => {
    const later = changesSince(events, version, commandId).flatMap((event) =>
      event.type === "OrnamentRenamed" && event.data.code === code ? [event] : [],
    );
    refuseIfRenamed(later);
    return { type: "RenameOrnament", code, name };
  };

const entriesOf = (later: readonly StoredEvent<PinEvent>[]): FieldChange[] =>
  later.flatMap(({ type, metadata: { actor } }) =>
    type === "PinRegistered" ? [{ path: "id", now: "Entered", actor }] : [],
  );
