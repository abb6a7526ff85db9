import type { Start } from "../event-store.ts";
import type { LogItem, RawEvent } from "../log-client.ts";
import { comparePositions, laterPosition, type Position } from "../position.ts";

/** The position of an event and its id. */
export type EventPosition = Pick<RawEvent, "id" | "position">;

/** The progress of a subscription. */
export interface Progress {
  readonly position: Start;
  /** The id of the event at `position`, if known. */
  readonly eventId: string | undefined;
  readonly caughtUp: boolean;
}

/** The progress after the items. @param head the end of the event store at the start of the subscription */
export function progressAfter(
  before: Progress,
  items: readonly LogItem[],
  head: EventPosition | undefined,
): Progress {
  let position = before.position === "start" ? undefined : before.position;
  let { eventId, caughtUp } = before;
  for (const item of items) {
    if (item.kind === "event") {
      position = item.event.position;
      eventId = item.event.id;
    } else if (item.kind === "checkpoint") {
      if (isLater(item.position, position)) eventId = undefined;
      position = laterPosition(position, item.position);
    } else {
      caughtUp = true;
      position = laterPosition(position, head?.position);
    }
  }
  caughtUp ||= head !== undefined && isReached(position, head.position);
  if (head && position && comparePositions(position, head.position) === 0) eventId = head.id;
  return { position: position ?? "start", eventId, caughtUp };
}

/** Whether the second position is after the first. */
export const hasMoved = (before: Start, after: Start): boolean =>
  after !== "start" && isLater(after, before === "start" ? undefined : before);

/** Whether `at` is not before the head; an empty event store has no head. */
export const isReached = (at: Start | undefined, head: Position | undefined): boolean =>
  head === undefined || (at !== undefined && at !== "start" && comparePositions(at, head) >= 0);

const isLater = (a: Position, b: Position | undefined) => b === undefined || comparePositions(a, b) > 0;
