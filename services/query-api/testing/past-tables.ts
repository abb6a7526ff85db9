import type { PinDocument } from "@ornament/contracts/pins/document";
import { type JobOf, jobRequest, jobsCollection, pastReadModels } from "@ornament/contracts/projections/jobs";
import { collectionOf, type Stored } from "@ornament/contracts/projections/read-model";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Db } from "mongodb";
import { now } from "./query-api-fixture.ts";

let fillings = 0;

/** Fills the read models as they stood at an instant, as the projector does: only with these PINs. */
export async function fillPastTables(
  db: Db,
  instant: Date,
  pins: readonly Omit<PinDocument, keyof Stored>[] = [],
): Promise<void> {
  const number = ++fillings;
  const id = (name: string) => `${name}_v9_${number}`;
  await db.collection<ProjectionGeneration>(generationsCollection).insertMany(
    pastReadModels.map((name) => ({
      _id: id(name),
      name,
      version: 9,
      number,
      state: "past" as const,
      commit: 50n,
      prepare: 50n,
      ready: true,
      target: -1n,
      createdAt: now,
      retiredAt: null,
    })),
  );
  for (const pin of pins)
    await db
      .collection<PinDocument>(collectionOf(id("pins")))
      .insertOne({ ...pin, position: 50n, deleted: false });
  const states = db.collection<JobOf<"pastTables">>(jobsCollection);
  const { filter, update } = jobRequest(
    { kind: "pastTables", until: { instant }, names: [...pastReadModels] },
    now,
  );
  await states.updateOne(filter, update, { upsert: true });
  const filled = { state: "ready", fraction: 1, generations: pastReadModels.map(id) } as const;
  await states.updateOne(filter, { $set: filled });
}
