import { expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { type JobOf, jobRequest, jobsCollection } from "@ornament/contracts/projections/jobs";
import { collectionOf } from "@ornament/contracts/projections/read-model";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { silentLogger } from "@ornament/platform/logging/logger";
import { projections } from "../all-projections.ts";
import { codeOf, facts } from "../testing/facts.ts";
import { pinsGeneration, testStores } from "../testing/projector-fixture.ts";
import { ProjectionRun } from "./projection-run.ts";

const at = testStores();

const importPin = (n: number) => at.append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));

test("a rebuild while events are written never shows an incomplete table and loses nothing", async () => {
  for (let n = 1; n <= 250; n += 1) await importPin(n);
  await at.startProjector({ batchSize: 5 }).ready();
  let asking = true;
  let written = 250;
  let end = 0n;
  const writing = (async () => {
    while (asking) {
      written += 1;
      end = await importPin(written);
    }
  })();
  const counts: number[] = [];
  const reading = (async () => {
    while (asking) {
      const live = await at.live("pins");
      if (live) counts.push(await at.db.collection(collectionOf(live._id)).countDocuments({}));
      await new Promise(setImmediate);
    }
  })();
  const request = await at.carriedOut("rebuild", ["pins"]);
  asking = false;
  await Promise.all([writing, reading]);
  expect(request).toMatchObject({ passed: true, messages: [`pins: now ${pinsGeneration(2)}`] });
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(250);
  // A reader never sees fewer documents: at the switch the new generation has the position of the old one.
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(await at.documents("pins", end)).toHaveLength(written);
  expect((await at.live("pins"))?.number).toBe(2);
  expect(await at.carriedOut("verify", ["pins"])).toMatchObject({ passed: true });
});

test("after a rebuild the previous generation is kept for 15 minutes, then dropped", async () => {
  await importPin(1);
  let now = Date.now();
  const clock = () => new Date(now);
  const first = at.startProjector({ now: clock });
  await first.ready();
  await at.carriedOut("rebuild", ["settings", "pins"]);
  const names = async () => (await at.db.listCollections().toArray()).map(({ name }) => name);
  expect(await names()).toEqual(expect.arrayContaining([pinsGeneration(1), pinsGeneration(2)]));
  await first.stop();
  now += 16 * 60_000;
  at.startProjector({ now: clock });
  await at.documents("pins", await importPin(2));
  expect(await names()).not.toContain(pinsGeneration(1));
  expect(await names()).toContain(pinsGeneration(2));
});

test("jobs of the same instant are done in the order of their ids", async () => {
  const jobs = at.db.collection<JobOf<"rebuild">>(jobsCollection);
  for (const names of [["settings", "pins"], ["pins"]] as const) {
    const { filter, update } = jobRequest({ kind: "rebuild", names: [...names] }, new Date());
    const requestedAt = new Date(0);
    await jobs.updateOne(
      filter,
      { ...update, $setOnInsert: { ...update.$setOnInsert, requestedAt } },
      { upsert: true },
    );
  }
  at.startProjector();
  while ((await jobs.countDocuments({ state: "ready" })) < 2) await new Promise(setImmediate);
  const done = await jobs.find().sort({ _id: 1 }).toArray();
  expect(done.map(({ messages }) => messages)).toEqual([
    [`pins: now ${pinsGeneration(2)}`],
    [`pins: now ${pinsGeneration(3)}`, "settings: now settings_v1_2"],
  ]);
});

test("an interrupted build is dropped at the next start", async () => {
  await importPin(1);
  const projector = at.startProjector();
  await projector.ready();
  await projector.stop();
  const generations = at.db.collection<ProjectionGeneration>(generationsCollection);
  const live = await at.live("pins");
  if (!live) throw new Error("There is no live generation");
  await generations.insertOne({
    ...live,
    _id: pinsGeneration(2),
    number: 2,
    state: "building",
    commit: 1n,
    prepare: 1n,
  });
  await at.db.collection<{ _id: number }>(pinsGeneration(2)).insertOne({ _id: 1 });
  at.startProjector();
  await at.documents("pins", await importPin(2));
  expect((await at.live("pins"))?.number).toBe(1);
  expect(await generations.countDocuments({ _id: pinsGeneration(2) })).toBe(0);
  expect(await at.db.collection(pinsGeneration(2)).countDocuments({})).toBe(0);
});

test("verify reports that the live documents equal a replay, or names those that differ, last", async () => {
  await importPin(1);
  const end = await importPin(2);
  await at.startProjector().ready();
  const good = await at.carriedOut("verify", ["pins", "settings"]);
  expect(good.messages).toEqual([
    expect.stringMatching(/^pins: 3 documents, the same as after a fresh replay \(at /),
    expect.stringMatching(/^settings: 0 documents, the same as after a fresh replay \(at /),
    "log: 2 events keep the rules of the product",
  ]);
  const { _id } = await at.untilLive("pins", ({ commit }) => commit >= end);
  await at.db.collection<{ _id: number }>(_id).updateOne({ _id: 1 }, { $set: { batchName: "tampered" } });
  const bad = await at.carriedOut("verify", ["pins", "settings"]);
  expect(bad.passed).toBe(false);
  expect(bad.messages).toEqual([
    expect.stringMatching(/^settings: 0 documents, the same/),
    "log: 2 events keep the rules of the product",
    expect.stringContaining("npm run audit -- verify names it"),
    expect.stringMatching(/^pins: 1 of 3 documents differ from a fresh replay, e.g. main 1 \(at /),
  ]);
  expect((await at.db.listCollections().toArray()).map(({ name }) => name)).not.toContain(pinsGeneration(2));
});

test("a switch that a crash interrupted is completed at the next start", async () => {
  await importPin(1);
  const first = at.startProjector();
  await first.ready();
  await at.carriedOut("rebuild", ["pins"]);
  await first.stop();
  const generations = at.db.collection<ProjectionGeneration>(generationsCollection);
  // The new generation is live, but the previous one is not retired yet.
  await generations.updateOne({ _id: pinsGeneration(1) }, { $set: { state: "live", retiredAt: null } });
  at.startProjector();
  await at.documents("pins", await importPin(2));
  expect(await generations.findOne({ _id: pinsGeneration(1) })).toMatchObject({ state: "retired" });
  expect((await at.live("pins"))?.number).toBe(2);
});

test("a generation that is being added is not dropped as an interrupted build", async () => {
  await importPin(1);
  const run = await ProjectionRun.start({
    store: at.store,
    erased: new Set<string>(),
    db: at.db,
    projections: Object.values(projections),
    logger: silentLogger(),
    now: () => new Date(),
  });
  const [fresh] = await Promise.all([
    run.add(Object.values(projections)),
    ...Array.from({ length: 20 }, () => run.tidy()),
  ]);
  await run.catchUp(fresh, () => run.switchTo(fresh));
  expect((await at.live("access"))?.number).toBe(2);
  await run.stop();
});
