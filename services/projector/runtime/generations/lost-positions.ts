import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import {
  checkPosition,
  missingPositionText,
  type StoredPosition,
} from "@ornament/platform/eventstore/checkpoints/position-check";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { Logger } from "@ornament/platform/logging/logger";
import { type GenerationRegistry, placeOf } from "./registry.ts";

export interface PositionSearch {
  readonly patienceMilliseconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The stored positions that are not in the event store, each with the reason. Throws `UnavailableError`. */
export async function lostPositions<P extends StoredPosition>(
  store: EventStore,
  places: readonly P[],
  search: PositionSearch = {},
): Promise<Map<P, string>> {
  const lost = new Map<P, string>();
  const searches = new Map<string, Promise<string | undefined>>();
  for (const place of places) {
    const { commit, prepare } = place.position;
    if (commit < 0n) continue;
    const name = `${commit}/${prepare} ${place.eventId ?? ""}`;
    const reason = searches.get(name) ?? whyLost(store, place, search);
    searches.set(name, reason);
    const why = await reason;
    if (why !== undefined) lost.set(place, why);
  }
  return lost;
}

interface Place extends StoredPosition {
  readonly generation: Pick<ProjectionGeneration, "_id">;
}

/**
 * The generations whose position is not in the event store. A position beyond the end is searched for the
 * time of the options. During the search readers of the generation are refused, because its documents may
 * belong to another event store.
 */
export async function lostGenerations<P extends Place>(
  { store, registry }: { store: EventStore; registry: Pick<GenerationRegistry, "hold" | "release"> },
  places: readonly P[],
  search: PositionSearch,
): Promise<Map<P, string>> {
  const idsOf = (of: readonly P[]) => of.map(({ generation }) => generation._id);
  const missing = await lostPositions(store, places, { ...search, patienceMilliseconds: 0 });
  if (missing.size > 0) await registry.hold(idsOf([...missing.keys()]));
  const lost = missing.size > 0 ? await lostPositions(store, [...missing.keys()], search) : missing;
  await registry.release(idsOf(places.filter((place) => !lost.has(place))));
  return lost;
}

async function whyLost(...given: Parameters<typeof checkPosition>): Promise<string | undefined> {
  const found = await checkPosition(...given);
  return found.kind === "found" ? undefined : missingPositionText(given[1], found);
}

/** Their documents belong to another history. Readers are refused until the caller has filled fresh ones. */
export async function generationsOfAnotherLog(
  { logger, ...stores }: { store: EventStore; registry: GenerationRegistry; logger: Logger },
  stored: readonly ProjectionGeneration[],
  search: PositionSearch,
): Promise<ReadonlySet<ProjectionGeneration>> {
  const places = stored.map((generation) => ({ generation, ...placeOf(generation) }));
  const lost = await lostGenerations(stores, places, search);
  const generations = [...lost.keys()].map(({ generation }) => generation);
  const [why] = lost.values();
  if (why !== undefined) {
    const names = generations.map(({ name }) => name).join(", ");
    const consequence = "They are filled again from the log. Their tables are not available until then";
    logger.warn(`The read models are not of this log (${names}): ${why}. ${consequence}`);
  }
  return new Set(generations);
}
