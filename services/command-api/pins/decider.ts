import type { PinEvent } from "@ornament/contracts/pins/events";
import type { Decider } from "@ornament/platform/commands/decider";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { type PinCommand, type PinRefusals, refuse } from "./commands.ts";
import { pinCompaction } from "./compaction.ts";
import { decideDevices } from "./decide-devices.ts";
import { evolvePin, noPin, type PinState } from "./state.ts";

/** `pin-{CODE}`: owner, status and devices. See docs/decisions/0012-devices-and-the-limit.md. */
export const pinDecider: Decider<PinState, PinCommand, PinEvent> = {
  initialState: () => noPin,
  decide,
  evolve: evolvePin,
  compaction: pinCompaction,
};

function decide(command: PinCommand, state: PinState): PinEvent[] {
  if (command.type === "Import") return importPin(command, state);
  const { code } = state;
  if (code === null) throw refuse<Exclude<keyof PinRefusals, "Import">>("pin_not_found");
  switch (command.type) {
    case "Register":
      return register(code, command, state);
    case "Release":
      return state.ownerId === command.consumerId
        ? [{ type: "PinReleased", data: { code, consumerId: command.consumerId } }]
        : [];
    case "ReleaseFromOwner": {
      const { consumerId, reason } = command;
      if (state.ownerId !== consumerId) throw refuse<"ReleaseFromOwner">("pin_owner_changed");
      return [{ type: "PinReleased", data: { code, consumerId, reason } }];
    }
    case "Deactivate":
      if (isChangedSince(command, state)) throw refuse<"Deactivate">("changed_meanwhile");
      if (state.blocked) throw refuse<"Deactivate">("pin_already_blocked");
      return [{ type: "PinDeactivated", data: { code, consumerId: state.ownerId, ...reasonOf(command) } }];
    case "Activate":
      if (isChangedSince(command, state)) throw refuse<"Activate">("changed_meanwhile");
      if (!state.blocked) throw refuse<"Activate">("pin_not_blocked");
      return [{ type: "PinActivated", data: { code, consumerId: state.ownerId, ...reasonOf(command) } }];
    case "BindDevice":
    case "RecordUse":
    case "RenameDevice":
    case "RemoveDevices":
      return decideDevices(code, command, state);
    default:
      return unreachable(command);
  }
}

type ChangeOfStatus = Extract<PinCommand, { type: "Deactivate" | "Activate" }>;

const isChangedSince = ({ bulkChange }: ChangeOfStatus, { lastBulkChange }: PinState): boolean =>
  bulkChange?.undoes !== undefined && bulkChange.undoes !== lastBulkChange;

const reasonOf = ({ comment, bulkChange }: ChangeOfStatus) => ({
  comment,
  ...(bulkChange ? { bulkChangeId: bulkChange.id } : {}),
});

function importPin(command: Extract<PinCommand, { type: "Import" }>, state: PinState): PinEvent[] {
  const { code, batchName, importId } = command;
  return state.code === null ? [{ type: "PinImported", data: { code, batchName, importId } }] : [];
}

/** Somebody else's and a deactivated PIN are refused like one never issued: which exist doesn't show. */
function register(
  code: string,
  { consumerId, name }: Extract<PinCommand, { type: "Register" }>,
  state: PinState,
): PinEvent[] {
  if (state.ownerId === consumerId) return [];
  if (state.blocked || state.ownerId !== null) throw refuse<"Register">("pin_not_found");
  return [{ type: "PinRegistered", data: { code, consumerId, name } }];
}
