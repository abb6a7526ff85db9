import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach } from "@jest/globals";
import { type DomainEvent, eventCatalogue } from "@ornament/contracts/catalogue";
import type { Actor } from "@ornament/contracts/events/metadata";
import { pinsReadModel } from "@ornament/contracts/pins/document";
import {
  isOfKind,
  type Job,
  type JobOf,
  jobRequest,
  jobsCollection,
} from "@ornament/contracts/projections/jobs";
import type { ProjectionName } from "@ornament/contracts/projections/names";
import { collectionOf } from "@ornament/contracts/projections/read-model";
import {
  generationsCollection,
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { EventStore, PlainEvent } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { createMongoClient } from "@ornament/platform/mongodb/connection";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { testEventStore } from "@ornament/testing/stores/test-event-store";
import { type TestMongo, testMongo } from "@ornament/testing/stores/test-mongo";
import { until } from "@ornament/testing/stores/until";
import type { Db, Document, MongoClient } from "mongodb";
import { z } from "zod";
import { projections } from "../all-projections.ts";
import { type RunningProjector, startProjector } from "../app.ts";
import type { ProjectorParts } from "../parts.ts";

/** The name of a generation of `pins`. */
export const pinsGeneration = (number: number) => `pins_v${pinsReadModel.version}_${number}`;

/** An event store and a document store to run projectors on. */
export interface TestStores {
  readonly store: EventStore;
  readonly db: Db;
  readonly mongo: TestMongo;
  /** Starts a projector that `close` stops. */
  startProjector(options?: Partial<ProjectorParts>): RunningProjector;
  /** Appends to a stream at any revision. Returns the commit position. */
  append(stream: string, ...events: DomainEvent[]): Promise<bigint>;
  /** Appends without a check of the data, as another program may do. Returns the commit position. */
  appendUnchecked(stream: string, event: PlainEvent): Promise<bigint>;
  appendAs(actor: Actor, stream: string, ...events: DomainEvent[]): Promise<bigint>;
  /** The documents of a live read model, as soon as it has reached the position. */
  documents(name: ProjectionName, position: bigint, part?: string): Promise<Document[]>;
  live(name: ProjectionName): Promise<ProjectionGeneration | undefined>;
  /** Waits for a live generation that meets the condition. */
  untilLive(
    name: ProjectionName,
    holds: (generation: ProjectionGeneration) => boolean,
  ): Promise<ProjectionGeneration>;
  /** Sets every checkpoint back to the first event of the event store. */
  goBack(): Promise<void>;
  /** Asks for a job as the command line does, and returns its outcome. */
  carriedOut<K extends "rebuild" | "verify">(kind: K, names: ProjectionName[]): Promise<JobOf<K>>;
  close(): Promise<void>;
}

/** The stores of a test file, opened for each of its tests. */
export function testStores(): TestStores {
  let opened: TestStores | undefined;
  beforeEach(async () => {
    opened = await openTestStores();
  });
  afterEach(() => opened?.close());
  return new Proxy({} as TestStores, { get: (_none, name) => opened && Reflect.get(opened, name) });
}

async function openTestStores(): Promise<TestStores> {
  const [server, mongo] = await Promise.all([testEventStore(), testMongo()]);
  const { connectionString } = server;
  const others = { connectionString, masterKey: serverKey(randomBytes(32)), logger: silentLogger() };
  const definitions = Object.values(eventCatalogue);
  const erased = new Set<string>();
  const store = openEventStore({ ...others, definitions, erased });
  const client: MongoClient = createMongoClient(mongo.url, { appName: "test" });
  const db = client.db(mongo.database);
  const projectors: RunningProjector[] = [];

  const appendAs: TestStores["appendAs"] = async (actor, stream, ...events) => {
    const { revision } = await store.read(stream, { backwards: true, maxCount: 1 });
    const { position } = await store.append(stream, revision, events, { actor, correlationId: randomUUID() });
    return position.commit;
  };
  const live: TestStores["live"] = async (name) => {
    const known = await db.collection<ProjectionGeneration>(generationsCollection).find({ name }).toArray();
    return liveGenerations(known).get(name);
  };
  const untilLive: TestStores["untilLive"] = (name, holds) =>
    until(async () => {
      const generation = await live(name);
      return generation && holds(generation) && generation;
    });
  return {
    store,
    db,
    mongo,
    startProjector(options = {}) {
      const projector = startProjector({
        store,
        erased,
        db,
        logger: silentLogger(),
        now: () => new Date(),
        projections: Object.values(projections),
        ...options,
      });
      projectors.push(projector);
      return projector;
    },
    appendAs,
    async appendUnchecked(stream, event) {
      const unchecked = definitions.map((definition) => ({
        ...definition,
        schema: z.looseObject({}),
        personal: [],
      }));
      const other = openEventStore({ ...others, definitions: unchecked });
      const cause = { actor: { kind: "system" }, correlationId: randomUUID() } as const;
      const { position } = await other.append(stream, "any", [event], cause);
      await other.close();
      return position.commit;
    },
    append: (stream, ...events) => appendAs({ kind: "system" }, stream, ...events),
    live,
    untilLive,
    async goBack() {
      // Without a limit, because the event store's system events count too, and are not returned.
      for await (const { id, position } of store.readAll()) {
        const first = { ...position, eventId: id };
        await db.collection<ProjectionGeneration>(generationsCollection).updateMany({}, { $set: first });
        return;
      }
      throw new Error("The event store has no event to go back to");
    },
    async carriedOut(kind, names) {
      const jobs = db.collection<Job>(jobsCollection);
      const { filter, update } = jobRequest({ kind, names }, new Date());
      await jobs.deleteOne(filter);
      await jobs.updateOne(filter, update, { upsert: true });
      return until(async () => {
        const job = await jobs.findOne({ ...filter, state: { $in: ["ready", "refused"] } });
        return job && isOfKind(job, kind) && job;
      });
    },
    async documents(name, position, part = "main") {
      const { _id } = await untilLive(name, ({ commit, ready }) => ready && commit >= position);
      return db.collection(collectionOf(_id, part)).find({ deleted: false }).sort({ _id: 1 }).toArray();
    },
    async close() {
      await Promise.all(projectors.map((projector) => projector.stop()));
      await Promise.all([store.close(), client.close()]);
      await Promise.all([mongo.close(), server.close()]);
    },
  };
}
