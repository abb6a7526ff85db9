import { Refusal } from "@ornament/contracts/errors";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import type { PinEvent } from "@ornament/contracts/events/pin";
import { changesSince } from "@ornament/platform/commands/changes-since";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { ConsumerCommand } from "../../aggregates/consumer/commands.ts";
import type { ConsumerState } from "../../aggregates/consumer/state.ts";
import type { PinCommand } from "../../aggregates/pin/commands.ts";
import type { PinState } from "../../aggregates/pin/state.ts";
import { ChangedMeanwhile, refuseIfChanged } from "./changed-meanwhile.ts";

interface Rename {
  readonly code: string;
  readonly name: string;
  /** The version of the account that was read. */
  readonly version?: string | undefined;
}

interface DeviceRename {
  readonly id: number;
  readonly name: string;
  /** The version of the PIN that was read. */
  readonly version?: string | undefined;
}

type Renamed = Extract<ConsumerEvent | PinEvent, { type: "OrnamentRenamed" | "DeviceRenamed" }>;

const became = (name: string | null) => (name ? `is “${name}” now` : "was removed");

function refuseIfRenamed(later: readonly StoredEvent<Renamed>[]): void {
  const newest = later.at(-1)?.data.name ?? null;
  refuseIfChanged(
    later.map(({ data, metadata: { actor } }) => ({ path: "name", now: data.name ?? "", actor })),
    `{by} changed the name after you opened it: it ${became(newest)}; save again to replace it.`,
  );
}

/** Makes the command of a rename. Throws `ChangedMeanwhile` if the name was changed after the version. */
export const renameFrom =
  ({ code, name, version }: Rename, commandId: string) =>
  (_state: ConsumerState, events: readonly StoredEvent<ConsumerEvent>[]): ConsumerCommand => {
    const later = changesSince(events, version, commandId).flatMap((event) =>
      event.type === "OrnamentRenamed" && event.data.code === code ? [event] : [],
    );
    refuseIfRenamed(later);
    return { type: "RenameOrnament", code, name };
  };

/** The same for the name of a device. */
export const deviceRenameFrom =
  ({ id, name, version }: DeviceRename, commandId: string) =>
  (_state: PinState, events: readonly StoredEvent<PinEvent>[]): PinCommand => {
    const later = changesSince(events, version, commandId).flatMap((event) =>
      event.type === "DeviceRenamed" && event.data.deviceId === id ? [event] : [],
    );
    refuseIfRenamed(later);
    return { type: "RenameDevice", deviceId: id, name };
  };

/** Runs a consumer's rename. The refusal names no admin: the consumer or our support made the change. */
export async function explainedToOwner<T>(rename: () => Promise<T>): Promise<T> {
  try {
    return await rename();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const newest = error.changes.at(-1);
    const by = newest?.actor.kind === "admin" ? "Our support" : "Another window of yours";
    throw new Refusal("changed_meanwhile", { message: error.text, details: { by } });
  }
}
