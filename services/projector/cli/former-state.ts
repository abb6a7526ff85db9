import type { ProjectionName } from "@ornament/contracts/events/projections";
import {
  type Comparison,
  comparisonRequest,
  comparisonsCollection,
} from "@ornament/contracts/read-models/comparisons";
import {
  type PastTables,
  pastTablesCollection,
  pastTablesRequest,
  type Until,
} from "@ornament/contracts/read-models/past-tables";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import { readModels } from "@ornament/contracts/read-models/read-models";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { Collection, Db, Filter, UpdateFilter } from "mongodb";
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

/** Former states of read models, or comparisons of a table. Both are asked for in the same way. */
type Former = PastTables | Comparison;

interface Asked<D extends Former> {
  readonly collection: Collection<D>;
  readonly request: { filter: { _id: string }; update: object };
  /** The name of the work in words. */
  readonly waitsFor: string;
  /** The collections that a complete state has for itself. A part without documents may have none. */
  collectionsOf(state: D): Promise<string[]>;
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
export function withPastTables<T>(
  db: Db,
  { until, names }: { until: Until; names: readonly ProjectionName[] },
  following: Following,
  read: (tables: PastTables) => Promise<T>,
): Promise<T> {
  const asked: Asked<PastTables> = {
    collection: db.collection(pastTablesCollection),
    request: pastTablesRequest(until, names, new Date()),
    waitsFor: names.length === 1 ? `the former state of ${names.join()}` : "the former states",
    async collectionsOf({ generations, names }) {
      const possible = generations.flatMap((generation, index) =>
        partsOf(names[index]).map((part) => collectionOf(generation, part)),
      );
      const found = await db.listCollections({ name: { $in: possible } }, { nameOnly: true }).toArray();
      return found.map(({ name }) => name);
    },
  };
  return withFormerState(db, asked, following, read);
}

/** Gives the comparison of a table to `read`, as `withPastTables` does. */
export function withComparison<T>(
  db: Db,
  { table, from, to }: Pick<Comparison, "table" | "from" | "to">,
  following: Following,
  read: (comparison: Comparison) => Promise<T>,
): Promise<T> {
  const asked: Asked<Comparison> = {
    collection: db.collection(comparisonsCollection),
    request: comparisonRequest(table, from, to, new Date()),
    waitsFor: `the comparison of ${table}`,
    collectionsOf: async () => [],
  };
  return withFormerState(db, asked, following, read);
}

async function withFormerState<D extends Former, T>(
  db: Db,
  asked: Asked<D>,
  following: Following,
  read: (ready: D) => Promise<T>,
): Promise<T> {
  const { _id } = asked.request.filter;
  const id = { _id } as Filter<D>;
  const writing = forWriting(asked.collection);
  await onceAnswered(async () => {
    // The reason of a former refusal may be gone.
    await writing.deleteOne({ _id, state: "refused" } as Filter<D>);
    await writing.updateOne(id, asked.request.update as UpdateFilter<D>, { upsert: true });
  });
  const used = setInterval(() => {
    // The next mark follows soon.
    writing.updateOne(id, { $set: { usedAt: new Date() } } as UpdateFilter<D>).catch(() => undefined);
  }, following.touchMilliseconds ?? touchMilliseconds);
  try {
    const ready = await filled(db, asked, following);
    const stored = await onceAnswered(() => asked.collectionsOf(ready));
    const result = await read(ready);
    const left = new Set(await onceAnswered(() => asked.collectionsOf(ready)));
    const last = (await onceAnswered(() => asked.collection.findOne(id))) as D | null;
    const isSame = last?.state === "ready" && last.requestedAt.getTime() === ready.requestedAt.getTime();
    if (!isSame || stored.some((name) => !left.has(name))) throw new FormerStateGone();
    return result;
  } finally {
    clearInterval(used);
  }
}

async function filled<D extends Former>(
  db: Db,
  { collection, request, waitsFor }: Asked<D>,
  following: Following,
): Promise<D> {
  const bars = following.withBars ? showBars([waitsFor]) : undefined;
  let before: number | undefined;
  try {
    const work = {
      read: async () => {
        before = await fractionInWork(db);
        return (await collection.findOne(request.filter as Filter<D>)) as D | null;
      },
      isOver: ({ state }: D) => state === "ready" || state === "refused",
      onProgress: ({ fraction }: D) => bars?.update([{ name: waitsFor, fraction }]),
      stage: (state: D) => stageOf(state, waitsFor, before),
      gone: new FormerStateGone().message,
    };
    const state = await awaitProjector(db, work, following);
    if (state.state === "refused") throw new Error(`Refused: ${state.reason}.`);
    return state;
  } finally {
    bars?.stop();
  }
}

/** The filled part of the former state that the projector fills now; it fills one at a time. */
async function fractionInWork(db: Db): Promise<number | undefined> {
  for (const name of [pastTablesCollection, comparisonsCollection]) {
    const inWork = await db.collection<Former>(name).findOne({ state: "filling" });
    if (inWork) return inWork.fraction;
  }
  return undefined;
}

/** @param before the filled part of the former state that comes first, if there is one */
function stageOf(
  { state, fraction }: Former,
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
