import { liveGenerations } from "@ornament/contracts/read-models/projection-status";
import { findErased } from "../erasures/erased-persons.ts";
import type { Projection } from "../projections/projection.ts";
import { dropCollection } from "./generations/document-store.ts";
import { endFormerStates } from "./generations/end-former-states.ts";
import type { GenerationWriter } from "./generations/generation-writer.ts";
import { generationsOfAnotherLog, type PositionSearch } from "./generations/lost-positions.ts";
import type { ProjectionRunOptions } from "./generations/open-generation.ts";
import { addGeneration, continueGeneration, dropGeneration } from "./generations/open-generation.ts";
import { ended, generationRegistry } from "./generations/registry.ts";

/** Collections of former builds, in part with personal data. Nobody else would remove them. */
const formerCollections = [
  "projectionDeadLetters",
  "projectionFrozenGroups",
  "projectionDifferences",
  "projectionRequests",
  "pastTables",
  "comparisons",
  "comparisonRows",
  "evidenceFiles",
];

/**
 * The live generations of a run. Stored ones are continued. Missing ones, those of another event store, and those from
 * which a former build has left events out are begun again. `isActive`: this projector has the lease, so that builds
 * of other runs are interrupted ones.
 */
export async function startGenerations(
  options: ProjectionRunOptions,
  search: PositionSearch,
  isActive: boolean,
): Promise<GenerationWriter[]> {
  const { store, db, now, erased } = options;
  const registry = generationRegistry(db, now);
  const known = await registry.all();
  if (isActive) {
    const interrupted = known.filter(({ state }) => state !== "live" && state !== "retired");
    for (const old of [...interrupted, ...ended(known, now())]) await dropGeneration(options, old);
    await endFormerStates(db);
    for (const name of formerCollections) await dropCollection(db, name);
  }
  const live = liveGenerations(known);
  const ofAnotherLog = await generationsOfAnotherLog({ ...options, registry }, [...live.values()], search);
  const head = await store.head();
  const writers: GenerationWriter[] = [];
  const missing: Projection[] = [];
  for (const projection of options.projections) {
    const stored = live.get(projection.readModel.name);
    if (!stored || ofAnotherLog.has(stored) || stored.notUpToDate) {
      missing.push(projection);
      continue;
    }
    const writer = await continueGeneration(options, projection, stored);
    writers.push(writer);
    // After a crash during a switch, the old generation may still be live.
    if (writer.ready) await registry.promote(writer.generation);
  }
  for (const projection of missing) {
    const stored = live.get(projection.readModel.name);
    const onNewLog = stored !== undefined && ofAnotherLog.has(stored);
    writers.push(await addGeneration(options, projection, "live", head, { onNewLog }));
    if (stored) await registry.retire(stored._id);
  }
  // A generation that stops before a deletion must not have the person's data.
  const mayStop = writers.some(({ ready, generation }) => !ready || generation.stopped);
  if (mayStop) await findErased(store, erased, search.signal);
  return writers;
}
