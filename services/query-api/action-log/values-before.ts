import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/action-log/document";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import type { Collection, Filter } from "mongodb";
import type { ReadView } from "../read-side/view.ts";
import { consumerIn } from "./entry-names.ts";

type Entry = Pick<ActionLogDocument, "_id" | "createdAt" | "commit" | "subject" | "about" | "changes">;
type Log = Collection<ActionLogDocument>;

export type ValuesBefore = (entry: Entry) => (string | null)[];

/** More values than these are not read together, so that a thing that changed often does not slow a page. */
const mostTogether = 10_000;

export const changingTypes = Object.values(eventCatalogue).flatMap(({ type, log }) =>
  log !== "hidden" && log.changes ? [type] : [],
);

const fields = { createdAt: 1, commit: 1, subject: 1, about: 1, changes: 1 } as const;

/** Finds the values before the changes of entries: those of the latest earlier entry with the same thing. */
export async function valuesBefore(view: ReadView, entries: readonly Entry[]): Promise<ValuesBefore> {
  const log = view.collection<ActionLogDocument>(actionLogReadModel);
  const subjects = [
    ...new Set(entries.flatMap(({ changes }) => changes.map(({ thing }) => subjectOf(thing)))),
  ];
  if (subjects.length === 0) return () => [];
  const newest = new Date(Math.max(...entries.map(({ createdAt }) => createdAt.getTime())));
  const found = await Promise.all(
    conditionsFor(subjects).map((condition) =>
      log
        .find({ ...condition, ...setUntil(newest) }, { projection: fields })
        .limit(mostTogether + 1)
        .toArray(),
    ),
  );
  const complete = found.every(({ length }) => length <= mostTogether);
  const valueBefore = valuesIn(complete ? found.flat() : await oneByOne(log, entries));
  return ({ commit, changes }) => changes.map(({ thing, first }) => valueBefore(thing, commit) ?? first);
}

const subjectOf = (thing: string) => thing.slice(0, thing.indexOf("/"));

const setUntil = (newest: Date): Filter<ActionLogDocument> => ({
  type: { $in: changingTypes },
  createdAt: { $lte: newest },
});

function conditionsFor(subjects: readonly string[]): Filter<ActionLogDocument>[] {
  const consumers = subjects.flatMap((subject) => consumerIn(subject) ?? []);
  const others = subjects.filter((subject) => consumerIn(subject) === undefined);
  return [
    ...(consumers.length === 0 ? [] : [{ subject: { $in: consumers } }]),
    ...(others.length === 0 ? [] : [{ about: { $in: others } }]),
  ];
}

async function oneByOne(log: Log, entries: readonly Entry[]): Promise<Entry[]> {
  const wanted = entries.flatMap((entry) => entry.changes.map(({ thing }) => ({ entry, thing })));
  const found: Entry[] = [];
  for (const { entry, thing } of wanted) {
    const [condition] = conditionsFor([subjectOf(thing)]);
    const earlier = log
      .find({ ...condition, ...setUntil(entry.createdAt) }, { projection: fields, batchSize: 50 })
      .sort({ createdAt: -1, commit: -1 });
    for await (const each of earlier)
      if (each.commit < entry.commit && each.changes.some((change) => change.thing === thing)) {
        found.push(each);
        break;
      }
  }
  return found;
}

function valuesIn(entries: readonly Entry[]) {
  const byThing = new Map<string, { commit: bigint; to: string }[]>();
  for (const { commit, changes } of entries.toSorted((a, b) => Number(a.commit - b.commit)))
    for (const { thing, to } of changes) {
      const known = byThing.get(thing) ?? [];
      known.push({ commit, to });
      byThing.set(thing, known);
    }
  return (thing: string, before: bigint) => byThing.get(thing)?.findLast(({ commit }) => commit < before)?.to;
}
