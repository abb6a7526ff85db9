import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/events/catalogue";
import { comparedTables, valuesOf } from "@ornament/contracts/read-models/compared-tables";
import {
  type PastTables,
  pastTablesCollection,
  pastTablesRequest,
  type Until,
} from "@ornament/contracts/read-models/past-tables";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { projections } from "../../projections/all-projections.ts";
import { openTestStores, type TestStores } from "../../testing/projector-fixture.ts";
import { type NaiveTable, naiveTables, randomEvent } from "../../testing/random-tables.ts";
import { endFormerStates } from "../generations/end-former-states.ts";
import type { ProjectionRunOptions } from "../projection-run.ts";
import { fillPast } from "./fill-past.ts";

const tables = ["pins", "settings"] as const;
const eventCount = 300;
const tries = 50;

let at: TestStores;
let options: ProjectionRunOptions;
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
  };
  for (let n = 0; n < eventCount; n += 1) {
    const { stream, event } = randomEvent(random);
    await at.append(stream, event);
  }
  for await (const event of at.store.readAll()) log.push(event as StoredEvent<DomainEvent>);
});
afterAll(() => at.close());

const signal = new AbortController().signal;

async function filled(until: Until) {
  const { filter, update } = pastTablesRequest(until, tables, new Date());
  const states = at.db.collection<PastTables>(pastTablesCollection);
  await states.updateOne(filter, update, { upsert: true });
  const asked = await states.findOne(filter);
  expect(asked && (await fillPast(options, asked, signal))).toBe(true);
  const { generations = [] } = (await states.findOne(filter)) ?? {};
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

test(`at ${tries} random instants and positions the tables are those of a naive fold (seed ${seed})`, async () => {
  for (let n = 0; n < tries; n += 1) {
    const until = randomEnd();
    const [pins, settings] = await filled(until);
    expect({ until, pins, settings }).toEqual({ until, ...naiveTables(upTo(until)) });
    await endFormerStates(at.db);
  }
});
