import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import { silentLogger } from "@ornament/platform/logging/logger";
import { projections } from "../projections/all-projections.ts";
import { codeOf, facts } from "../testing/facts.ts";
import { openSurroundings, type Surroundings } from "../testing/projector-fixture.ts";
import { Session } from "./session.ts";

let at: Surroundings;
beforeEach(async () => {
  at = await openSurroundings();
});
afterEach(() => at.close());

const importPin = (n: number) => at.append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));

test("a rebuild under writes never shows half a table, and loses nothing", async () => {
  for (let n = 1; n <= 40; n += 1) await importPin(n);
  await at.startProjector({ batchSize: 5 }).ready();
  let asking = true;
  let written = 40;
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
  expect(request).toMatchObject({ state: "done", messages: ["pins: now pins_v1_2"] });
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(40);
  // What a reader sees only ever grows: the new generation is as far as the old one when it takes its place.
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(await at.documents("pins", end)).toHaveLength(written);
  expect((await at.live("pins"))?.number).toBe(2);
});

test("on an empty log a rebuild and a comparison are done, and what comes then is seen", async () => {
  await at.startProjector().ready();
  expect(await at.carriedOut("rebuild", ["pins"])).toMatchObject({ state: "done" });
  expect(await at.carriedOut("verify", ["pins"])).toMatchObject({ state: "done" });
  expect(await at.documents("pins", await importPin(1))).toHaveLength(1);
  expect((await at.live("pins"))?.number).toBe(2);
});

test("the generation before is kept for readers that still use it, then dropped", async () => {
  await importPin(1);
  let now = Date.now();
  const clock = () => new Date(now);
  const first = at.startProjector({ clock });
  await first.ready();
  await at.carriedOut("rebuild", ["settings", "pins"]);
  const names = async () => (await at.db.listCollections().toArray()).map(({ name }) => name);
  expect(await names()).toEqual(expect.arrayContaining(["pins_v1_1", "pins_v1_2"]));
  await first.stop();
  now += 16 * 60_000;
  at.startProjector({ clock });
  await at.documents("pins", await importPin(2));
  expect(await names()).not.toContain("pins_v1_1");
  expect(await names()).toContain("pins_v1_2");
});

test("all projections are built anew by one reading of the log", async () => {
  const end = await importPin(1);
  await at.startProjector().ready();
  const request = await at.carriedOut("rebuild", [
    "admins",
    "pins",
    "consumers",
    "actionLog",
    "settings",
    "pinImports",
    "access",
  ]);
  expect(request.state).toBe("done");
  expect(request.progress.every(({ fraction }) => fraction === 1)).toBe(true);
  expect((await at.live("access"))?.number).toBe(2);
  expect(await at.documents("pins", end)).toHaveLength(1);
});

test("a build that was cut off is dropped at the next start", async () => {
  await importPin(1);
  const projector = at.startProjector();
  await projector.ready();
  await projector.stop();
  const generations = at.db.collection<ProjectionGeneration>(generationsCollection);
  const live = await at.live("pins");
  if (!live) throw new Error("There is no live generation");
  await generations.insertOne({
    ...live,
    _id: "pins_v1_2",
    number: 2,
    state: "building",
    commit: 1n,
    prepare: 1n,
  });
  await at.db.collection<{ _id: number }>("pins_v1_2").insertOne({ _id: 1 });
  at.startProjector();
  await at.documents("pins", await importPin(2));
  expect((await at.live("pins"))?.number).toBe(1);
  expect(await generations.countDocuments({ _id: "pins_v1_2" })).toBe(0);
  expect(await at.db.collection("pins_v1_2").countDocuments({})).toBe(0);
});

test("verify finds the live documents as a replay makes them, or names those that are not", async () => {
  await importPin(1);
  const end = await importPin(2);
  await at.startProjector().ready();
  const good = await at.carriedOut("verify", ["pins", "settings"]);
  expect(good.messages).toEqual([
    "pins: 2 documents, all as a fresh replay makes them",
    "settings: 0 documents, all as a fresh replay makes them",
  ]);
  const { _id } = await at.untilLive("pins", ({ commit }) => commit >= end);
  await at.db.collection<{ _id: number }>(_id).updateOne({ _id: 1 }, { $set: { batchName: "tampered" } });
  const bad = await at.carriedOut("verify", ["pins"]);
  expect(bad.state).toBe("failed");
  expect(bad.messages).toEqual(["pins: 1 of 2 documents differ from a fresh replay, e.g. main 1"]);
  expect((await at.db.listCollections().toArray()).map(({ name }) => name)).not.toContain("pins_v1_2");
});

test("verify finds the log of an erased account as a replay after the erasure makes it", async () => {
  await at.append(streams.consumer(7), facts.registered({ consumerId: 7 }));
  await at.startProjector().ready();
  const end = await at.append(streams.consumer(7), {
    type: "ConsumerAccountDeleted",
    data: { consumerId: 7 },
  });
  await at.store.erasePerson("consumer", 7);
  await at.documents("actionLog", end);
  const { messages } = await at.carriedOut("verify", ["actionLog", "consumers"]);
  expect(messages).toEqual([
    "consumers: 0 documents, all as a fresh replay makes them",
    "actionLog: 2 documents, all as a fresh replay makes them",
  ]);
});

test("a switch that a crash cut off is finished at the next start", async () => {
  await importPin(1);
  const first = at.startProjector();
  await first.ready();
  await at.carriedOut("rebuild", ["pins"]);
  await first.stop();
  const generations = at.db.collection<ProjectionGeneration>(generationsCollection);
  // The new generation was made live, and the one before did not come to be retired.
  await generations.updateOne({ _id: "pins_v1_1" }, { $set: { state: "live", retiredAt: null } });
  at.startProjector();
  await at.documents("pins", await importPin(2));
  expect(await generations.findOne({ _id: "pins_v1_1" })).toMatchObject({ state: "retired" });
  expect((await at.live("pins"))?.number).toBe(2);
});

test("what is just being added is not swept away as if it were left over", async () => {
  await importPin(1);
  const session = await Session.start({
    store: at.store,
    db: at.db,
    projections: Object.values(projections),
    logger: silentLogger(),
    now: () => new Date(),
  });
  const [catchUp] = await Promise.all([
    session.rebuild(Object.values(projections), await at.store.head()),
    ...Array.from({ length: 20 }, () => session.sweep()),
  ]);
  await Promise.race([catchUp.joined(), session.ended().then((reason) => Promise.reject(reason))]);
  expect((await at.live("access"))?.number).toBe(2);
  await session.stop();
});

test("verify reads tables of any length", async () => {
  for (let n = 1; n <= 250; n += 1) await importPin(n);
  await at.startProjector().ready();
  await at.carriedOut("rebuild", ["pins"]);
  const { messages } = await at.carriedOut("verify", ["pins"]);
  expect(messages).toEqual(["pins: 250 documents, all as a fresh replay makes them"]);
});
