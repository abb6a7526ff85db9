import { type Job, type JobOf, jobsCollection } from "@ornament/contracts/projections/jobs";
import type { ProjectionName } from "@ornament/contracts/projections/names";
import { collectionOf } from "@ornament/contracts/projections/read-model";
import { readModels } from "@ornament/contracts/read-models";
import { until } from "@ornament/testing/stores/until";
import type { Output } from "@ornament/tools/projections/output";
import type { Db, Document } from "mongodb";

// Acts of an active projector, for tests of the command line.

/** Holds the lease for an hour, as if a projector were active. */
export async function holdLease(db: Db): Promise<void> {
  const lease = { holder: "by hand", until: new Date(Date.now() + 3_600_000) };
  await db
    .collection<{ _id: string }>("leases")
    .updateOne({ _id: "projector" }, { $set: lease }, { upsert: true });
}

/** The first asked tables in the state, as soon as they are stored. */
export const untilTablesAreAsked = (db: Db, state: Job["state"] = "waiting") =>
  until(() => db.collection<JobOf<"pastTables">>(jobsCollection).findOne({ kind: "pastTables", state }));

export async function changeJob(db: Db, _id: string, change: Partial<Job>): Promise<void> {
  await db.collection<Job>(jobsCollection).updateOne({ _id }, { $set: change });
}
export const changeTables = (db: Db, _id: string, change: Partial<JobOf<"pastTables">>) =>
  changeJob(db, _id, change);

/** Fills a generation's part `main`. As of an active projector, a part without documents and indexes is no collection. */
export async function fillGeneration(
  db: Db,
  name: ProjectionName,
  generation: string,
  documents: readonly Document[],
): Promise<void> {
  for (const [part, { indexes }] of Object.entries(readModels[name].collections))
    if (indexes.length > 0) await db.createCollection(collectionOf(generation, part));
  const stored = documents.map((document) => ({ position: 1n, deleted: false, ...document }));
  if (stored.length > 0) await db.collection(collectionOf(generation)).insertMany(stored);
}

/** An output that keeps its text. `onWrite` is awaited after each writing. */
export function keptOutput(onWrite: (written: number) => Promise<void> = async () => undefined) {
  let text = "";
  let written = 0;
  const output: Output = {
    async write(more) {
      text += more;
      written += 1;
      await onWrite(written);
    },
    finish: async () => undefined,
    discard: () => undefined,
  };
  return {
    output,
    text: () => text,
    lines: () =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
  };
}
