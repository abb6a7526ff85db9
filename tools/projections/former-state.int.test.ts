import { beforeEach, expect, test } from "@jest/globals";
import { type Job, type JobOf, jobRequest, jobsCollection } from "@ornament/contracts/projections/jobs";
import type { ProjectionName } from "@ornament/contracts/projections/names";
import { collectionOf } from "@ornament/contracts/projections/read-model";
import { readModels } from "@ornament/contracts/read-models";
import { projections } from "@ornament/projector/all-projections";
import { compareDocuments } from "@ornament/projector/runtime/verify/compare-documents";
import { testStores } from "@ornament/projector/testing/projector-fixture";
import { until } from "@ornament/testing/stores/until";
import type { Output } from "@ornament/tools/projections/output";
import type { Db, Document } from "mongodb";
import { FormerStateGone } from "./follow-job.ts";
import { rebuildUntil, writeAsOf } from "./former-state.ts";

// Acts of an active projector, for tests of the command line.

/** Holds the lease for an hour, as if a projector were active. */
async function holdLease(db: Db): Promise<void> {
  const lease = { holder: "by hand", until: new Date(Date.now() + 3_600_000) };
  await db
    .collection<{ _id: string }>("leases")
    .updateOne({ _id: "projector" }, { $set: lease }, { upsert: true });
}

/** The first asked tables in the state, as soon as they are stored. */
const untilTablesAreAsked = (db: Db, state: Job["state"] = "waiting") =>
  until(() => db.collection<JobOf<"pastTables">>(jobsCollection).findOne({ kind: "pastTables", state }));

async function changeJob(db: Db, _id: string, change: Partial<Job>): Promise<void> {
  await db.collection<Job>(jobsCollection).updateOne({ _id }, { $set: change });
}
const changeTables = (db: Db, _id: string, change: Partial<JobOf<"pastTables">>) =>
  changeJob(db, _id, change);

/** Fills a generation's part `main`. As of an active projector, a part without documents and indexes is no collection. */
async function fillGeneration(
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
function keptOutput(onWrite: (written: number) => Promise<void> = async () => undefined) {
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

const at = testStores();
beforeEach(() => holdLease(at.db));

const instant = new Date("2026-11-24T12:00:00Z");
const generation = "settings_v1_7";
const last = { commit: 4711n, eventId: "event-9", createdAt: new Date("2026-11-24T11:59:00Z") };
const asked = { until: { instant }, table: "settings", format: "ndjson" } as const;
const quiet = { withBars: false };
const stored = [
  { _id: "playerUrl", value: "https://player.test", changedAt: instant },
  { _id: "numberDevices", value: 4, changedAt: instant },
  { _id: "former", deleted: true },
];
/** More rows than one read returns. */
const many = Array.from({ length: 2_500 }, (_, n) => ({ _id: `s${String(n).padStart(4, "0")}`, value: n }));

async function fill(documents: readonly { _id: string }[] = stored): Promise<JobOf<"pastTables">> {
  const tables = await untilTablesAreAsked(at.db);
  await fillGeneration(at.db, "settings", generation, documents);
  await changeTables(at.db, tables._id, { state: "ready", generations: [generation], last });
  return tables;
}

test("a table as it stood is asked for, and its rows are written by id without tombstones when it is filled", async () => {
  const { output, lines } = keptOutput();
  const done = writeAsOf(at.db, asked, output, quiet);
  expect(await fill()).toMatchObject({ until: { instant }, names: ["settings"], fraction: 0, reason: null });
  expect(await done).toBe(
    "As it stood after event event-9 at 4711 of 2026-11-24T11:59:00.000Z. Rows of Settings: 2.",
  );
  expect(lines()).toEqual([
    { id: "numberDevices", name: "Device limit", value: "4" },
    { id: "playerUrl", name: "Player link", value: "https://player.test" },
  ]);
});

test("a table as it stood is written as CSV with the titles of its fields", async () => {
  const { output, text } = keptOutput();
  const done = writeAsOf(at.db, { ...asked, format: "csv" }, output, quiet);
  await fill();
  await done;
  expect(text()).toBe(
    "\ufeffId,Name,Value\r\nnumberDevices,Device limit,4\r\nplayerUrl,Player link,https://player.test\r\n",
  );
});

test("a table of thousands of rows is written whole and in order", async () => {
  const { output, lines } = keptOutput();
  const done = writeAsOf(at.db, { ...asked, until: { commit: 12n } }, output, quiet);
  expect((await fill(many)).until).toEqual({ commit: 12n });
  await done;
  expect(lines().map(({ id }) => id)).toEqual(many.map(({ _id }) => _id));
});

test("a table before the first event says so and has no rows", async () => {
  const { output, text } = keptOutput();
  const done = writeAsOf(at.db, asked, output, quiet);
  const tables = await untilTablesAreAsked(at.db);
  await changeTables(at.db, tables._id, { state: "ready", generations: [generation], last: null });
  expect(await done).toBe("As it stood before the first event. Rows of Settings: 0.");
  expect(text()).toBe("");
});

test("the wait for a table prints the filled part", async () => {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const following = { withBars: false, reportMilliseconds: 0, print };
  const done = writeAsOf(at.db, asked, keptOutput().output, following);
  const { _id } = await untilTablesAreAsked(at.db);
  while (!printed.includes("Waiting for the projector to begin")) await new Promise(setImmediate);
  await changeTables(at.db, _id, { state: "filling", fraction: 0.5 });
  while (!printed.includes("Waiting for the former state of settings (50 %)"))
    await new Promise(setImmediate);
  await changeTables(at.db, _id, { state: "waiting" });
  await fill();
  await done;
});

test("a table that is not filled further ends the command with the part that it waits for", async () => {
  const following = { withBars: false, stuckMilliseconds: 300 };
  const done = writeAsOf(at.db, asked, keptOutput().output, following);
  const failure = expect(done).rejects.toThrow(
    "The projector makes no progress: it waits for the former state of settings (30 %). See its program log.",
  );
  const { _id } = await untilTablesAreAsked(at.db);
  await changeTables(at.db, _id, { state: "filling", fraction: 0.3 });
  await failure;
});

test("a refused table ends the command with the reason and without output, and is asked for again the next time", async () => {
  const { output, text } = keptOutput();
  const refused = writeAsOf(at.db, asked, output, quiet);
  const failure = expect(refused).rejects.toThrow("Refused: there is too little memory.");
  const { _id } = await untilTablesAreAsked(at.db);
  await changeTables(at.db, _id, { state: "refused", reason: "there is too little memory" });
  await failure;
  expect(text()).toBe("");

  const again = writeAsOf(at.db, asked, output, quiet);
  await fill();
  expect(await again).toContain("Rows of Settings: 2.");
});

const drop = () => at.db.collection(collectionOf(generation)).drop();
const remove = () => at.db.collection(jobsCollection).deleteMany({});

test.each([
  ["with its request", async () => void (await Promise.all([drop(), remove()]))],
  [
    "and filled again under the same name",
    async () => {
      await Promise.all([drop(), remove()]);
      await at.db.createCollection(generation);
      const { filter, update } = jobRequest(
        { kind: "pastTables", until: { instant }, names: ["settings"] },
        new Date(),
      );
      await at.db.collection<Job>(jobsCollection).updateOne(filter, update, { upsert: true });
      await changeTables(at.db, filter._id, { state: "ready", generations: [generation], last });
    },
  ],
])(
  "a table that is taken away while it is read, %s, is not passed off as complete",
  async (_how, takeAway) => {
    const { output, lines } = keptOutput(async (written) => {
      if (written === 2) await takeAway();
    });
    const done = writeAsOf(at.db, asked, output, quiet);
    const failure = expect(done).rejects.toThrow(FormerStateGone);
    await fill(many);
    await failure;
    expect(lines().length).toBeLessThan(many.length);
  },
);

test("a table is marked as used while a slow reader reads it", async () => {
  const usedAt = async () => (await at.db.collection<Job>(jobsCollection).findOne({}))?.usedAt.getTime() ?? 0;
  const marks: number[] = [];
  const { output } = keptOutput(async () => {
    const before = await usedAt();
    while ((await usedAt()) === before) await new Promise(setImmediate);
    marks.push(before);
  });
  const done = writeAsOf(at.db, asked, output, { withBars: false, touchMilliseconds: 5 });
  await fill();
  await done;
  expect(marks).toHaveLength(2);
});

test("a replay up to a position prints for each read model its documents, the digest that verify prints too, and the last event", async () => {
  const done = rebuildUntil(at.db, ["settings", "access"], { commit: 4800n }, { withBars: false });
  const { _id, until, names } = await untilTablesAreAsked(at.db);
  expect({ until, names }).toEqual({ until: { commit: 4800n }, names: ["settings", "access"] });
  await fillGeneration(at.db, "settings", "settings_v1_2", [
    { _id: "numberDevices", value: 4 },
    { _id: "playerUrl", value: "https://player.test" },
    { _id: "former", deleted: true },
  ]);
  await fillGeneration(at.db, "access", "access_v9_3", [{ _id: "1", role: "ADMIN" }]);
  const generations = ["settings_v1_2", "access_v9_3"];
  await changeTables(at.db, _id, { state: "ready", generations, last });
  const digest = async (projection: (typeof projections)[keyof typeof projections], live: string) =>
    (await compareDocuments(at.db, projection, { live, fresh: live })).digest;
  const stood = "after event event-9 at 4711 of 2026-11-24T11:59:00.000Z";
  expect(await done).toEqual([
    `settings: 2 documents, sha256 ${await digest(projections.settings, "settings_v1_2")}, ${stood}, as settings_v1_2`,
    `access: 1 documents, sha256 ${await digest(projections.access, "access_v9_3")}, ${stood}, as access_v9_3`,
    "Kept for 15 minutes. The live read models stay.",
  ]);
});
