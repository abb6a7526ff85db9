import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import type { managedOrnamentRoutes, ornamentRoutes } from "@ornament/contracts/ornaments/api";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import { formatPinCode, pinCodeOf } from "@ornament/contracts/values/pin-code";
import { changesSince } from "@ornament/platform/commands/changes-since";
import { followUp, type PositionTracker } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Handler, HandlersFor } from "@ornament/platform/http/route-request";
import type { LoadedConsumer } from "../aggregates.ts";
import type { Parts } from "../compose-parts.ts";
import type { ConsumerCommand, ConsumerRefusals } from "../consumers/commands.ts";
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

/** `PUT api/user/select-pin`. A deactivated ornament can't be selected (`lockedpin`). */
export const selectPin =
  (parts: Parts): Handler<typeof ornamentRoutes.selectPin> =>
  async (request) => {
    const { id: consumerId } = callingConsumer(request.caller);
    const code = pinCodeOf(request.body.pinId);
    const own = { code, consumerId, positions: request.positions };
    const { account, pin } = await loadOwnPin(parts, own);
    if (pin.state.blocked) throw new Refusal("lockedpin");
    const context = parts.contexts.of(request);
    await parts.consumers.handle(consumerId, { type: "SelectOrnament", code }, context, account);
    return { success: true, message: "The ornament was selected." };
  };

/**
 * The consumer's PIN, and the account. Throws `pin_not_found` for somebody else's, as for one that does not
 * exist, after the same reads: no PIN is read that the account doesn't have.
 */
export async function loadOwnPin(
  { consumers, pins }: Parts,
  { code, consumerId, positions }: { code: string; consumerId: number; positions: PositionTracker },
) {
  const account = await consumers.load(consumerId);
  if (!hasOrnament(account, code)) throw new Refusal("pin_not_found");
  const pin = await pins.load(code);
  if (pin.state.ownerId !== consumerId) throw new Refusal("pin_not_found");
  positions.note(pin.position);
  return { account, pin };
}

export const hasOrnament = ({ state }: LoadedConsumer, code: string): boolean =>
  state.status !== "none" && state.ornaments.some((ornament) => ornament.code === code);

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

/** Releases a PIN, unless it has another owner now. `cause`: the event that this follows from. */
export async function releasePin(
  { pins, clock }: Pick<Parts, "pins" | "clock">,
  released: {
    code: string;
    consumerId: number;
    cause: StoredEvent;
    positions?: PositionTracker | undefined;
  },
): Promise<void> {
  const { code, consumerId, cause, positions } = released;
  const context = followUp(cause, "release-pin", { now: clock(), positions });
  await pins.handle(code, { type: "Release", consumerId }, context);
}

/** The ornaments of a deleted account are not removed. */
const whenNotRemoved: Record<ConsumerRefusals["RemoveOrnament"], "leave"> = { consumer_not_found: "leave" };

/** Removes a released PIN from its former owner's ornaments, unless it was entered again. Repeatable. */
export async function removeReleased(
  { pins, consumers, clock }: Parts,
  released: StoredEvent<Extract<PinEvent, { type: "PinReleased" }>>,
  positions?: PositionTracker,
): Promise<void> {
  const { code, consumerId } = released.data;
  if ((await pins.load(code)).state.ownerId === consumerId) return;
  const context = followUp(released, "remove-ornament", { now: clock(), positions });
  try {
    await consumers.handle(consumerId, { type: "RemoveOrnament", code }, context);
  } catch (error) {
    if (answerTo(error, whenNotRemoved) !== "leave") throw error;
  }
}

/** `POST api/admin/release-pin`. Throws `pin_not_found`, `pin_owner_changed`. */
export const releaseFromOwner =
  (parts: Parts): Handler<typeof managedOrnamentRoutes.releasePin> =>
  async (request) => {
    const { id, userId: consumerId, reason } = request.body;
    const code = pinCodeOf(id);
    const command = { type: "ReleaseFromOwner", consumerId, reason } as const;
    const { events } = await parts.pins.handle(code, command, parts.contexts.of(request));
    for (const event of events)
      if (event.type === "PinReleased") await removeReleased(parts, event, request.positions);
    return { success: true, message: `The PIN ${formatPinCode(code)} was released.` };
  };
