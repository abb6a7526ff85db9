import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  isReadable,
  liveGenerations,
  type ProjectionGeneration,
  progressOf,
  stoppedText,
} from "@ornament/contracts/read-models/projection-status";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { whenAborted } from "@ornament/platform/waiting/pause";
import { newerVersion, onlyNewerReads } from "./folding/fold-batch.ts";
import type { ProjectionRunOptions } from "./generations/open-generation.ts";
import { generationRegistry } from "./generations/registry.ts";
import { ProjectionRun } from "./projection-run.ts";

/** The generations that this build still has to fill, with the filled part of each from 0 to 1. */
export type Missing = readonly { readonly name: ProjectionName; readonly fraction: number }[];

/** The read models of this build that can't be read yet. */
export async function missingGenerations({
  db,
  now,
  projections,
}: Pick<ProjectionRunOptions, "db" | "now" | "projections">): Promise<Missing> {
  const live = liveGenerations(await generationRegistry(db, now).all());
  return projections.flatMap(({ readModel: { name } }) => {
    const generation: ProjectionGeneration | undefined = live.get(name);
    // The start fills again what a former build of the same version has left events out of.
    if (generation && (isReadable(generation) || generation.notUpToDate)) return [];
    return [{ name, fraction: generation ? progressOf(generation) : 0 }];
  });
}

/** The read models of this build that have stopped at an event, in words. */
export async function stoppedGenerations({
  db,
  now,
}: Pick<ProjectionRunOptions, "db" | "now">): Promise<readonly string[]> {
  const live = liveGenerations(await generationRegistry(db, now).all());
  return [...live.values()].flatMap(({ name, stopped }) =>
    stopped ? `${name}: ${stoppedText(stopped)}` : [],
  );
}

/**
 * The read models of this build that stop at an event which only a newer build can read, in words. This build
 * can't take over from that build any more.
 */
export async function stoppingGenerations(options: ProjectionRunOptions): Promise<readonly string[]> {
  const { store, db, now, projections } = options;
  const live = liveGenerations(await generationRegistry(db, now).all());
  const stopping = new Map<ProjectionName, string>();
  const [first] = [...live.values()].sort(comparePositions);
  if (!first) return [];
  for await (const event of store.readAll({ from: first.commit < 0n ? "start" : first })) {
    if (!onlyNewerReads(event)) continue;
    for (const { readModel, events } of projections) {
      const { commit } = live.get(readModel.name) ?? event.position;
      if (events.has(event.type) && commit < event.position.commit && !stopping.has(readModel.name))
        stopping.set(
          readModel.name,
          `${readModel.name}: ${event.type} at ${event.position.commit} ${newerVersion(event)}`,
        );
    }
  }
  return [...stopping.values()];
}

/**
 * Fills the read models that only this build has, while the former build serves its own: the next start of
 * this build then continues them at their checkpoints. Takes no lease, because no other projector writes
 * these generations. Returns the names of the filled read models. Throws if a projector of this build takes
 * over meanwhile. A read model that stops at an event is filled up to there, as by a projector.
 * An interrupted run can be repeated: it continues. See docs/decisions/0052-upgrades.md.
 */
export async function prepareGenerations(
  options: ProjectionRunOptions,
  signal: AbortSignal,
): Promise<readonly ProjectionName[]> {
  const names = (await missingGenerations(options)).map(({ name }) => name);
  if (names.length === 0) return names;
  const projections = options.projections.filter(({ readModel }) => names.includes(readModel.name));
  let run: ProjectionRun | undefined;
  try {
    run = await ProjectionRun.start({ ...options, projections }, { signal, isActive: false });
    const stopped = await Promise.race([run.caughtUp(), run.invalidated(), whenAborted(signal)]);
    if (stopped instanceof Error) throw stopped;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await run?.stop();
  }
  return signal.aborted ? [] : names;
}
