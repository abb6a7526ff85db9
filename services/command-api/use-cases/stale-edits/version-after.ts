import type { Handled } from "@ornament/platform/commands/handle-command";
import type { PlainEvent, Position } from "@ornament/platform/eventstore/event-store";

/**
 * The version after a command: the position of its own newest event, also when the command is repeated after
 * somebody else's change. A command that changed nothing answers the version that it has read.
 */
export function versionAfter<State, Event extends PlainEvent>({
  events,
  position: read,
}: Pick<Handled<State, Event>, "events" | "position">): string {
  return versionAt(events.at(-1)?.position ?? read);
}

/** The version of data that were read up to a position; "0" for data without events. */
export const versionAt = (position: Position | undefined): string => String(position?.commit ?? 0n);
