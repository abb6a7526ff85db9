import { randomUUID } from "node:crypto";
import type { ProjectionName } from "@ornament/contracts/projections/names";
import {
  isReadable,
  liveGenerations,
  type ProjectionGeneration,
  progressOf,
  stoppedText,
} from "@ornament/contracts/read-models/projection-status";
import type { Environment } from "@ornament/platform/config/read-config";
import { checkKeys, masterKeyCheck } from "@ornament/platform/eventstore/encryption/key-check";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { silentLogger } from "@ornament/platform/logging/logger";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
import { pause, whenAborted } from "@ornament/platform/waiting/pause";
import { projections } from "@ornament/projector/all-projections";
import type { ProjectorParts } from "@ornament/projector/parts";
import { newerVersion, onlyNewerReads } from "@ornament/projector/runtime/folding/fold-batch";
import { GenerationRegistry } from "@ornament/projector/runtime/generations/registry";
import { ProjectionRun } from "@ornament/projector/runtime/projection-run";
import type { Db } from "mongodb";

const reportMilliseconds = 3_000;

/**
 * Fills the read models of this build next to those of the running build, so that an upgrade has no gap. The exit code is
 * 1 if one stopped at an event. Throws, and changes nothing, if a newer build wrote an event that stops one.
 */
export async function prepare(db: Db, connectionString: string, environment: Environment): Promise<void> {
  const erased = new Set<string>();
  const { store, masterKey, reached, close } = await openServedLog(
    { ...environment, EVENTSTORE_URL: connectionString },
    { erased },
  );
  const ended = new AbortController();
  try {
    await reached(() => checkKeys(store, [masterKeyCheck(store, masterKey)], randomUUID()));
    await reached(() => store.requireMacs({ record: false }));
    const parts = {
      store,
      erased,
      db,
      logger: silentLogger(),
      now: () => new Date(),
      projections: Object.values(projections),
    };
    void reportProgress(parts, ended.signal);
    const stopping = await stoppingGenerations(parts);
    if (stopping.length > 0)
      throw new Error(["This build can't take over: its projections stop.", ...stopping].join("\n"));
    const filled = await prepareGenerations(parts, ended.signal);
    console.log(
      filled.length === 0
        ? "Every read model of this build is ready."
        : `Filled: ${filled.join(", ")}. Start this build now.`,
    );
    const stopped = await stoppedGenerations(parts);
    for (const line of stopped) console.error(line);
    if (stopped.length > 0) process.exitCode = 1;
  } finally {
    ended.abort();
    await close();
  }
}

async function reportProgress(parts: ProjectorParts, signal: AbortSignal): Promise<void> {
  for (;;) {
    await pause(reportMilliseconds, signal);
    if (signal.aborted) return;
    const missing = await missingGenerations(parts).catch(() => []);
    const percents = missing.map(({ name, fraction }) => `${name} ${Math.floor(fraction * 100)} %`);
    if (percents.length > 0) console.error(`Filling ${percents.join(", ")}`);
  }
}

const liveOf = async ({ db, now }: Pick<ProjectorParts, "db" | "now">) =>
  liveGenerations(await new GenerationRegistry(db, now).all());

/** The read models of this build that can't be read yet, with the filled part of each from 0 to 1. */
export async function missingGenerations(parts: ProjectorParts) {
  const live = await liveOf(parts);
  return parts.projections.flatMap(({ readModel: { name } }) => {
    const generation: ProjectionGeneration | undefined = live.get(name);
    // The start fills again what a former build of the same version has left events out of.
    if (generation && (isReadable(generation) || generation.notUpToDate)) return [];
    return [{ name, fraction: generation ? progressOf(generation) : 0 }];
  });
}

export async function stoppedGenerations(parts: ProjectorParts): Promise<readonly string[]> {
  return [...(await liveOf(parts)).values()].flatMap(({ name, stopped }) =>
    stopped ? `${name}: ${stoppedText(stopped)}` : [],
  );
}

/** The read models of this build that stop at an event which only a newer build can read, in words. */
export async function stoppingGenerations(parts: ProjectorParts): Promise<readonly string[]> {
  const { store, projections } = parts;
  const live = await liveOf(parts);
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
 * Fills the read models that only this build has; its start continues them. Takes no lease, because no other projector
 * writes them. Throws if a projector of this build takes over. It can be repeated. See docs/decisions/0052-upgrades.md.
 */
export async function prepareGenerations(
  parts: ProjectorParts,
  signal: AbortSignal,
): Promise<readonly ProjectionName[]> {
  const names = (await missingGenerations(parts)).map(({ name }) => name);
  if (names.length === 0) return names;
  const projections = parts.projections.filter(({ readModel }) => names.includes(readModel.name));
  let run: ProjectionRun | undefined;
  try {
    run = await ProjectionRun.start({ ...parts, projections }, { signal, isActive: false });
    const stopped = await Promise.race([run.caughtUp(), run.invalidated(), whenAborted(signal)]);
    if (stopped instanceof Error) throw stopped;
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await run?.stop();
  }
  return signal.aborted ? [] : names;
}
