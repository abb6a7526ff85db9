import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  type PastTables,
  pastTablesCollection,
  pastTablesRequest,
  type Until,
} from "@ornament/contracts/read-models/past-tables";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import { readModels } from "@ornament/contracts/read-models/read-models";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Collection, Db } from "mongodb";
import { awaitProjector, onceAnswered, percent, type Stage, type Waiting } from "./await-projector.ts";
import { showBars } from "./progress-bars.ts";

const touchMilliseconds = 30_000;

/** How a command waits for a former state and keeps it. */
export interface Following extends Waiting {
  /** Whether a bar shows the progress. */
  readonly withBars: boolean;
  /** The time between two marks of use. */
  readonly touchMilliseconds?: number;
}

/** A former state that was taken away while it was waited for or read. */
export class FormerStateGone extends Error {
  constructor() {
    super(
      "The former state was taken away, because a person was erased or other former states were asked for. The output is not whole; please try again.",
    );
    this.name = "FormerStateGone";
  }
}

/**
 * Gives read models as they stood at an instant or a position to `read`, as soon as the active projector has
 * filled them. Throws `FormerStateGone` if they were removed before `read` had ended, so that nobody takes a part for
 * the whole.
 */
export async function withPastTables<T>(
  db: Db,
  { until, names }: { until: Until; names: readonly ProjectionName[] },
  following: Following,
  read: (tables: PastTables) => Promise<T>,
): Promise<T> {
  const states = db.collection<PastTables>(pastTablesCollection);
  const { filter, update } = pastTablesRequest(until, names, new Date());
  const writing = forWriting(states);
  await onceAnswered(async () => {
    // The reason of a former refusal may be gone.
    await writing.deleteOne({ ...filter, state: "refused" });
    await writing.updateOne(filter, update, { upsert: true });
  });
  const used = setInterval(() => {
    // The next mark follows soon.
    writing.updateOne(filter, { $set: { usedAt: new Date() } }).catch(() => undefined);
  }, following.touchMilliseconds ?? touchMilliseconds);
  try {
    const waitsFor = names.length === 1 ? `the former state of ${names.join()}` : "the former states";
    const ready = await filled(states, filter, waitsFor, following);
    const stored = await onceAnswered(() => collectionsOf(db, ready));
    const result = await read(ready);
    const left = new Set(await onceAnswered(() => collectionsOf(db, ready)));
    const last = await onceAnswered(() => states.findOne(filter));
    const isSame = last?.state === "ready" && last.requestedAt.getTime() === ready.requestedAt.getTime();
    if (!isSame || stored.some((name) => !left.has(name))) throw new FormerStateGone();
    return result;
  } finally {
    clearInterval(used);
  }
}

/** The collections that a complete state has for itself. A part without documents may have none. */
async function collectionsOf(db: Db, { generations, names }: PastTables): Promise<string[]> {
  const possible = generations.flatMap((generation, index) =>
    partsOf(names[index]).map((part) => collectionOf(generation, part)),
  );
  const found = await db.listCollections({ name: { $in: possible } }, { nameOnly: true }).toArray();
  return found.map(({ name }) => name);
}

async function filled(
  states: Collection<PastTables>,
  filter: { _id: string },
  waitsFor: string,
  following: Following,
): Promise<PastTables> {
  const bars = following.withBars ? showBars([waitsFor]) : undefined;
  let before: number | undefined;
  try {
    const work = {
      read: async () => {
        before = (await states.findOne({ state: "filling" }))?.fraction;
        return states.findOne(filter);
      },
      isOver: ({ state }: PastTables) => state === "ready" || state === "refused",
      onProgress: ({ fraction }: PastTables) => bars?.update([{ name: waitsFor, fraction }]),
      stage: (state: PastTables) => stageOf(state, waitsFor, before),
      gone: new FormerStateGone().message,
    };
    const state = await awaitProjector(states.db, work, following);
    if (state.state === "refused") throw new Error(`Refused: ${state.reason}.`);
    return state;
  } finally {
    bars?.stop();
  }
}

/** @param before the filled part of the former state that comes first, if there is one */
function stageOf(
  { state, fraction }: PastTables,
  waitsFor: string,
  before: number | undefined,
): Stage | undefined {
  if (state === "filling") return { waitsFor: `${waitsFor} (${percent(fraction)})`, isSilent: fraction >= 1 };
  return before === undefined ? undefined : { waitsFor: `another former state first (${percent(before)})` };
}

const partsOf = (name: ProjectionName | undefined) =>
  name === undefined ? [] : Object.keys(readModels[name].collections);

/** The end of a former state in words. */
export const standText = ({ last }: Pick<PastTables, "last">): string =>
  last
    ? `after event ${last.eventId} at ${last.commit} of ${last.createdAt.toISOString()}`
    : "before the first event";
