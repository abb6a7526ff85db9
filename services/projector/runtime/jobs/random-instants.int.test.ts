import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/events/catalogue";
import { comparedTables, valuesOf } from "@ornament/contracts/read-models/compared-tables";
import {
  type ComparisonRow,
  comparisonRowsCollection,
  rowsOfComparison,
} from "@ornament/contracts/read-models/comparisons";
import {
  type Job,
  type JobOf,
  jobId,
  jobRequest,
  type Until,
  type Work,
} from "@ornament/contracts/read-models/jobs";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { projections } from "../../projections/all-projections.ts";
import { openTestStores, type TestStores } from "../../testing/projector-fixture.ts";
import { type NaiveTable, naiveTables, randomEvent } from "../../testing/random-tables.ts";
import { endFormerStates } from "../generations/end-former-states.ts";
import { compareInstants } from "./comparison.ts";
import type { JobContext, JobOptions } from "./job-context.ts";
import { fillPast } from "./past-tables.ts";

const tables = ["pins", "settings"] as const;
const eventCount = 300;
const tries = 50;

let at: TestStores;
let options: JobOptions;
const log: StoredEvent<DomainEvent>[] = [];
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

/** Park and Miller's generator, so that a failure can be repeated with its seed. */
let state = (seed % 2_147_483_646) + 1;
const random = (below: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
};

beforeAll(async () => {
  at = await openTestStores();
  options = {
    store: at.store,
    db: at.db,
    logger: silentLogger(),
    now: () => new Date(),
    projections: Object.values(projections),
    erased: new Set(),
  };
  for (let n = 0; n < eventCount; n += 1) {
    const { stream, event } = randomEvent(random);
    await at.append(stream, event);
  }
  for await (const event of at.store.readAll()) log.push(event as StoredEvent<DomainEvent>);
});
afterAll(() => at.close());

/** A job and its context, as the projector does it. No job here needs the run. */
function doing<K extends Work["kind"]>(work: Extract<Work, { kind: K }>) {
  const { filter, update } = jobRequest(work, new Date());
  const job = { ...filter, ...update.$setOnInsert, ...update.$set } as Job as JobOf<K>;
  const context = { id: job._id, options, progress: async () => undefined } as unknown as JobContext;
  return [job, context] as const;
}

async function filled(until: Until) {
  const work = { kind: "pastTables" as const, until, names: [...tables] };
  const { generations = [] } = await fillPast(...doing(work));
  return Promise.all(
    tables.map(async (table, n): Promise<NaiveTable> => {
      const found = at.db.collection(collectionOf(generations[n] ?? ""));
      const documents = await found.find({ deleted: false }).toArray();
      return new Map(
        documents.map((document) => [comparedTables[table].nameOf(document), valuesOf(table, document)]),
      );
    }),
  );
}

async function compared(table: (typeof tables)[number], from: Until, to: Until): Promise<ComparisonRow[]> {
  const work = { kind: "comparison" as const, table, from, to };
  const id = jobId(work);
  const { rows: count } = await compareInstants(...doing(work));
  const rows = at.db.collection<ComparisonRow>(comparisonRowsCollection);
  const found = await rows.find(rowsOfComparison(id)).sort({ _id: 1 }).toArray();
  expect(count).toBe(found.length);
  return found;
}

const upTo = (until: Until) =>
  log.filter(({ position, createdAt }) =>
    "instant" in until ? createdAt <= until.instant : position.commit <= until.commit,
  );

/** A random end: the position of an event, or its instant. */
function randomEnd(): Until {
  const event = log[random(log.length)];
  if (!event) throw new Error("The log is empty");
  return random(2) === 0 ? { commit: event.position.commit } : { instant: event.createdAt };
}

/** A table by the naive fold. A setting always exists, with its default before its first change. */
function naive(table: (typeof tables)[number], until: Until): NaiveTable {
  const found = naiveTables(upTo(until))[table];
  return table === "settings" && found.size === 0 ? new Map([["Device limit", { value: "5" }]]) : found;
}

/** The differences of two tables, as short as a test can find them. */
function differences(before: NaiveTable, after: NaiveTable) {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const [from, to] = [before.get(name) ?? {}, after.get(name) ?? {}];
    const fields = Object.keys({ ...from, ...to })
      .filter((field) => (from[field] ?? "") !== (to[field] ?? ""))
      .map((field) => ({ field, before: from[field] ?? "", after: to[field] ?? "" }));
    const kind = !before.has(name) ? "added" : !after.has(name) ? "removed" : "changed";
    return kind === "changed" && fields.length === 0 ? [] : [{ name, kind, fields }];
  });
}

test(`at ${tries} random instants and positions the tables are those of a naive fold (seed ${seed})`, async () => {
  for (let n = 0; n < tries; n += 1) {
    const until = randomEnd();
    const [pins, settings] = await filled(until);
    expect({ until, pins, settings }).toEqual({ until, ...naiveTables(upTo(until)) });
    await endFormerStates(at.db);
  }
});

test(`between ${tries} random pairs of ends the changes are the difference of two naive folds, each with the last event that set the value (seed ${seed})`, async () => {
  for (let n = 0; n < tries; n += 1) {
    const [one, other] = [randomEnd(), randomEnd()];
    const inOrder = upTo(one).length <= upTo(other).length;
    const [from, to] = inOrder ? [one, other] : [other, one];
    const table = n % 5 === 0 ? "settings" : "pins";
    const rows = await compared(table, from, to);
    const expected = differences(naive(table, from), naive(table, to));
    const found = rows.map(({ name, kind, fields }) => ({
      name,
      kind,
      fields: fields.map(({ field, before, after }) => ({ field, before, after })),
    }));
    expect({ from, to, found }).toEqual({ from, to, found: expected });
    for (const row of rows)
      for (const { field, after, event } of row.fields)
        expectSetBy(event, { table, name: row.name, field, after }, to);
    await endFormerStates(at.db);
  }
});

/** The event gave the field its value: before it the value is another one, and from it on it stays. */
function expectSetBy(
  id: string,
  {
    table,
    name,
    field,
    after,
  }: { table: (typeof tables)[number]; name: string; field: string; after: string },
  to: Until,
): void {
  const events = upTo(to);
  const place = events.findIndex((event) => event.id === id);
  const valueAfter = (count: number) => naiveTables(events.slice(0, count))[table].get(name)?.[field] ?? "";
  expect(place).toBeGreaterThanOrEqual(0);
  expect(valueAfter(place + 1)).toBe(after);
  expect(valueAfter(place)).not.toBe(after);
  for (let count = place + 1; count <= events.length; count += 1) expect(valueAfter(count)).toBe(after);
}
