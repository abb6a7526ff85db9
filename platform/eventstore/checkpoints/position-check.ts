import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { pause } from "../../waiting/pause.ts";
import type { EventStore } from "../event-store.ts";
import { comparePositions, type Position } from "../position.ts";

/** A stored position. Those of old versions have no id. */
export interface StoredPosition {
  readonly position: Position;
  readonly eventId?: string | undefined;
}

/** The stored position is missing. `end` is the end of the event store. */
export interface MissingPosition {
  readonly kind: "missing";
  /** `beyond`: after the end. `gone`: without an event. `another`: with an event of another id. */
  readonly how: "beyond" | "gone" | "another";
  readonly end: Position | undefined;
}

export type PositionCheck = { readonly kind: "found"; readonly eventId: string } | MissingPosition;

/** A follower node may need so long to reach its leader after a failover. */
const patienceMilliseconds = 10_000;
const againMilliseconds = 250;

/**
 * Checks that the event store has the stored event id at the stored position. The position is missing if the
 * event store was restored from an older backup, or if its URL leads to another one. A position beyond the end
 * is checked again for `patienceMilliseconds`. Throws `UnavailableError` if the store can't be reached or the
 * signal aborts.
 */
export async function checkPosition(
  store: Pick<EventStore, "eventIdAt" | "head">,
  { position, eventId }: StoredPosition,
  options: { patienceMilliseconds?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<PositionCheck> {
  const until = performance.now() + (options.patienceMilliseconds ?? patienceMilliseconds);
  for (;;) {
    // The end is read first, so that an event appended in the meantime does not look like a missing one.
    const end = await store.head();
    const found = await store.eventIdAt(position);
    if (found !== undefined) {
      if (eventId === undefined || eventId === found) return { kind: "found", eventId: found };
      return { kind: "missing", how: "another", end };
    }
    if (end && comparePositions(end, position) >= 0) return { kind: "missing", how: "gone", end };
    if (performance.now() >= until) return { kind: "missing", how: "beyond", end };
    // The check has no result yet, so none is returned.
    if (options.signal?.aborted)
      throw new UnavailableError(new Error("Stopped while a position was checked"));
    await pause(againMilliseconds, options.signal);
  }
}

/** Names the likely cause, without a full stop. */
export function missingPositionText(
  { position, eventId }: StoredPosition,
  { how, end }: MissingPosition,
): string {
  const stored = `the stored position ${position.commit}${eventId === undefined ? "" : ` (event ${eventId})`}`;
  const ends = end ? `the event store ends at ${end.commit}` : "the event store is empty";
  const found = {
    beyond: "is beyond the end of the event store",
    gone: "has no event",
    another: "has another event",
  }[how];
  const expired = how === "gone" ? ", or the event has expired and was scavenged" : "";
  const replaced = "the event store was restored from an older backup, or its address leads to another one";
  return `${stored} ${found}, and ${ends}: ${replaced}${expired}`;
}
