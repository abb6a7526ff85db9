import { beforeEach, expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import {
  type Job,
  type JobOf,
  jobRequest,
  type Until,
  type Work,
} from "@ornament/contracts/projections/jobs";
import { collectionOf } from "@ornament/contracts/projections/read-model";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { projections } from "@ornament/projector/all-projections";
import type { ProjectorParts } from "@ornament/projector/parts";
import { endFormerStates } from "@ornament/projector/runtime/generations/open-generation";
import { fillPast } from "@ornament/projector/runtime/jobs/work";
import { testStores } from "@ornament/projector/testing/projector-fixture";
import { type NaiveTable, naiveTables, randomEvent } from "@ornament/projector/testing/random-tables";
import { rowOf } from "./tables.ts";

const tables = ["pins", "settings"] as const;
const eventCount = 300;
const tries = 50;

const at = testStores();
let parts: ProjectorParts;
const log: StoredEvent<DomainEvent>[] = [];
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);

/** Park and Miller's generator, so that a failure can be repeated with its seed. */
let state = (seed % 2_147_483_646) + 1;
const random = (below: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % below;
};

beforeEach(async () => {
  parts = {
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

/** A job and its context, as the projector does it. No job here needs the run. */
function doing<K extends Work["kind"]>(work: Extract<Work, { kind: K }>) {
  const { filter, update } = jobRequest(work, new Date());
  const job = { ...filter, ...update.$setOnInsert, ...update.$set } as Job as JobOf<K>;
  return [job, { parts, progress: async () => undefined }] as const;
}

async function filled(until: Until) {
  const work = { kind: "pastTables" as const, until, names: [...tables] };
  const { generations = [] } = await fillPast(...doing(work));
  return Promise.all(
    tables.map(async (table, n): Promise<NaiveTable> => {
      const found = at.db.collection(collectionOf(generations[n] ?? ""));
      const documents = await found.find({ deleted: false }).toArray();
      return new Map(
        documents.map((document) => {
          const { id: _id, name, ...values } = rowOf(table, document);
          return [String(name), values as Record<string, string>];
        }),
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
