import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import {
  findPlace,
  lostPlaceText,
  type Place,
} from "@ornament/platform/eventstore/checkpoints/position-check";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { placeOf } from "./generations.ts";
import type { SessionParts } from "./session.ts";

/**
 * Those of the places that are not in the log, with a sentence about each that says why. A place before the first event is
 * in every log. Throws `UnavailableError` when the event store can't be reached.
 */
export async function lostPlaces<P extends Place>(
  store: EventStore,
  places: readonly P[],
  options: { patienceMilliseconds?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Map<P, string>> {
  const lost = new Map<P, string>();
  const found = new Map<string, Promise<string | undefined>>();
  for (const place of places) {
    const { commit, prepare } = place.position;
    if (commit < 0n) continue;
    const name = `${commit}/${prepare} ${place.eventId ?? ""}`;
    const known = found.get(name) ?? whyLost(store, place, options);
    found.set(name, known);
    const why = await known;
    if (why !== undefined) lost.set(place, why);
  }
  return lost;
}

async function whyLost(...given: Parameters<typeof findPlace>): Promise<string | undefined> {
  const found = await findPlace(...given);
  return found.kind === "there" ? undefined : lostPlaceText(given[1], found);
}

/**
 * The generations whose place is not in the log. Their documents are of another past: fresh generations take their place at
 * once, and until these are filled, readers are refused as they are at a first start.
 */
export async function ofAnotherLog(
  { store, patienceMilliseconds, logger }: Pick<SessionParts, "store" | "patienceMilliseconds" | "logger">,
  stored: readonly ProjectionGeneration[],
  signal?: AbortSignal,
): Promise<ReadonlySet<ProjectionGeneration>> {
  const places = stored.map((generation) => ({ generation, ...placeOf(generation) }));
  const lost = await lostPlaces(store, places, { patienceMilliseconds, signal });
  const generations = [...lost.keys()].map(({ generation }) => generation);
  const [why] = lost.values();
  if (why !== undefined) {
    const names = generations.map(({ name }) => name).join(", ");
    const then = "They are filled anew from the log; until that is done their tables are not answered";
    logger.warn(`The read models are not of this log (${names}): ${why}. ${then}`);
  }
  return new Set(generations);
}
