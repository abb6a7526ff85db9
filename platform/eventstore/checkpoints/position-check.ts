import { type EventStore, UnavailableError } from "../event-store.ts";
import { pause } from "../outages/waiting.ts";
import { comparePositions, type Position } from "../position.ts";

/** A position that was stored, with the id of the event there; what an older version stored has no id. */
export interface Place {
  readonly position: Position;
  readonly eventId?: string | undefined;
}

/** A place that is not in the log, and where the log ends. */
export interface LostPlace {
  readonly kind: "lost";
  /** `beyond`: after the log's end. `gone`: no event is there. `another`: an event with another id is there. */
  readonly how: "beyond" | "gone" | "another";
  readonly end: Position | undefined;
}

export type FoundPlace = { readonly kind: "there"; readonly eventId: string } | LostPlace;

/** A node that follows the leader may be behind for so long after a failover. */
const patienceMilliseconds = 10_000;
const againMilliseconds = 250;

/**
 * Whether a stored place is in this log: the event at the position, with the id that was stored. It is not where the event
 * store was restored from an older backup, or where its address leads to another log. A place beyond the end is looked
 * for again until the patience is over. Throws `UnavailableError` when the store can't be reached, or the signal ends the search.
 */
export async function findPlace(
  store: Pick<EventStore, "eventIdAt" | "head">,
  { position, eventId }: Place,
  options: { patienceMilliseconds?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<FoundPlace> {
  const until = performance.now() + (options.patienceMilliseconds ?? patienceMilliseconds);
  for (;;) {
    // The end first: an event that is appended meanwhile must not look like one that has gone.
    const end = await store.head();
    const found = await store.eventIdAt(position);
    if (found !== undefined) {
      if (eventId === undefined || eventId === found) return { kind: "there", eventId: found };
      return { kind: "lost", how: "another", end };
    }
    if (end && comparePositions(end, position) >= 0) return { kind: "lost", how: "gone", end };
    if (performance.now() >= until) return { kind: "lost", how: "beyond", end };
    // Whether it is lost is not known yet, and nothing may follow from that.
    if (options.signal?.aborted)
      throw new UnavailableError(new Error("Stopped while a place was looked for"));
    await pause(againMilliseconds, options.signal);
  }
}

/** What is stored, where the log ends, and what that means, in one sentence without its end. */
export function lostPlaceText({ position, eventId }: Place, { how, end }: LostPlace): string {
  const stored = `the stored position ${position.commit}${eventId === undefined ? "" : ` (event ${eventId})`}`;
  const ends = end ? `the log ends at ${end.commit}` : "the log is empty";
  const found = { beyond: "is beyond the log's end", gone: "has no event", another: "has another event" }[
    how
  ];
  return `${stored} ${found}, and ${ends}: ${meaning[how]}`;
}

const replaced = "the event store was restored from an older backup, or its address leads to another one";
const meaning = {
  beyond: replaced,
  gone: `${replaced}, or the event has expired and was scavenged`,
  another: replaced,
} as const;
