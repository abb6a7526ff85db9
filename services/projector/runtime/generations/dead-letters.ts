import {
  type FrozenGroupDocument,
  frozenGroupId,
  frozenGroupsCollection,
  frozenGroupsOf,
} from "@ornament/contracts/read-models/frozen-groups";
import {
  type DeadLetter,
  deadLettersCollection,
  deadLettersOf,
  deadLetterText,
  generationsCollection,
  liveGenerations,
  type NotUpToDate,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Logger } from "@ornament/platform/logging/logger";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Db } from "mongodb";
import type { ProjectorMetrics } from "../../metrics.ts";
import type { Failure, FrozenGroup } from "../folding/failures.ts";
import { generationRegistry } from "./registry.ts";

/**
 * Events that generations have skipped because their projection failed, and the groups that are frozen
 * because of them. An event that fails again after a crash is the same letter.
 */
export interface DeadLetters {
  /**
   * Stores and logs the failures, and marks the generation. Returns the first one in words. Readers see the
   * marks before they can see a document with a later event.
   */
  add(generation: ProjectionGeneration, failures: readonly Failure[]): Promise<string>;
  /** Removes the dead letters and frozen groups of a dropped generation. */
  remove(generation: string): Promise<void>;
}

const longestReason = 300;
/** A broken reducer can fail at each event. Others of the same batch are only counted in the program log. */
const mostLogged = 20;

interface Options {
  readonly db: Db;
  readonly logger: Logger;
  readonly metrics?: ProjectorMetrics | undefined;
  readonly now: () => Date;
}

/**
 * Counts the events that the live generations have skipped, also before the start of this process, and shows
 * the numbers in the registry and in the metrics.
 */
export async function showDeadLetters({ db, metrics, now }: Omit<Options, "logger">): Promise<void> {
  const live = liveGenerations(await generationRegistry(db, now).all());
  for (const generation of live.values()) {
    const found = await mark(db, generation);
    if (!metrics) continue;
    const projection = generation.name;
    const damaged = { ...deadLettersOf(generation._id), damaged: true };
    const letters = db.collection<DeadLetter>(deadLettersCollection);
    metrics.deadLetters.set({ projection }, found?.events ?? 0);
    metrics.frozenGroups.set({ projection }, found?.groups ?? 0);
    metrics.damagedEvents.set({ projection }, Number(await letters.countDocuments(damaged)));
  }
}

/** Marks a generation in the registry with the events that it misses. */
async function mark(
  db: Db,
  { _id, notUpToDate: known }: ProjectionGeneration,
): Promise<NotUpToDate | undefined> {
  const letters = db.collection<DeadLetter>(deadLettersCollection);
  const frozen = db.collection<FrozenGroupDocument>(frozenGroupsCollection);
  const [oldest] = await letters.find(deadLettersOf(_id)).sort({ commit: 1 }).limit(1).toArray();
  if (!oldest) return undefined;
  const notUpToDate: NotUpToDate = {
    since: oldest.since ?? oldest.at,
    events: Number(await letters.countDocuments(deadLettersOf(_id))),
    groups: Number(await frozen.countDocuments(frozenGroupsOf(_id))),
  };
  const isKnown = known?.events === notUpToDate.events && known.groups === notUpToDate.groups;
  const generations = forWriting(db.collection<ProjectionGeneration>(generationsCollection));
  if (!isKnown) await generations.updateOne({ _id }, { $set: { notUpToDate } });
  return notUpToDate;
}

export function createDeadLetters(options: Options): DeadLetters {
  const { db, logger, now } = options;
  const letters = forWriting(db.collection<DeadLetter>(deadLettersCollection));
  const frozen = forWriting(db.collection<FrozenGroupDocument>(frozenGroupsCollection));

  const log = (generation: ProjectionGeneration, failures: readonly Failure[]) => {
    for (const { event, error, groups } of failures.slice(0, mostLogged))
      logger.error(
        {
          err: error,
          projection: generation.name,
          generation: generation._id,
          event: event.type,
          position: String(event.position.commit),
          groups: groups.slice(0, mostLogged).map(({ key }) => `${key.part} ${key.id}`),
        },
        "The projection failed at an event and skips it",
      );
    if (failures.length > mostLogged)
      logger.error(
        { projection: generation.name, events: failures.length - mostLogged },
        "The projection failed at more events of the batch and skips them",
      );
  };

  return {
    async add(generation, failures) {
      const groups = failures.flatMap((failure) => failure.groups);
      if (groups.length > 0)
        await frozen.bulkWrite(
          groups.map((group) => upsertOf(frozenDocument(generation, group))),
          { ordered: false },
        );
      const found = failures.map((failure) => letterOf(generation, failure, now()));
      const { upsertedIds } = await letters.bulkWrite(found.map(upsertOf), { ordered: false });
      await mark(db, { ...generation, notUpToDate: null });
      await showDeadLetters(options);
      log(
        generation,
        failures.filter((_failure, index) => upsertedIds[index] !== undefined),
      );
      return found[0] ? deadLetterText(found[0]) : "";
    },
    async remove(generation) {
      await letters.deleteMany(deadLettersOf(generation));
      await frozen.deleteMany(frozenGroupsOf(generation));
    },
  };
}

const upsertOf = <D extends { _id: string }>({ _id, ...rest }: D) => ({
  updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true },
});

const letterOf = (
  { _id: generation, name: projection }: ProjectionGeneration,
  { event: { id: eventId, type: event, position, createdAt: since, damaged }, error }: Failure,
  at: Date,
): DeadLetter => ({
  _id: `${generation}@${position.commit}`,
  generation,
  projection,
  commit: position.commit,
  event,
  eventId,
  since,
  ...(damaged === undefined ? {} : { damaged: true }),
  reason: String(error).slice(0, longestReason),
  at,
});

const frozenDocument = (
  { _id: generation, name: projection }: ProjectionGeneration,
  { key: { part, id }, event, isMissing }: FrozenGroup,
): FrozenGroupDocument => ({
  _id: frozenGroupId(generation, part, id),
  generation,
  projection,
  part,
  id,
  commit: event.position.commit,
  event: event.type,
  since: event.createdAt,
  isMissing,
});
