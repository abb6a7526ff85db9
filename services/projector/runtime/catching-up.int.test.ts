import { expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { codeOf, fact, facts } from "../testing/facts.ts";
import { testStores } from "../testing/projector-fixture.ts";

const at = testStores();

const pinsShown = async (position: bigint) => (await at.documents("pins", position)).map(({ pin }) => pin);

async function importPins(from: number, to: number): Promise<bigint> {
  const numbers = Array.from({ length: to - from + 1 }, (_, n) => from + n);
  const positions = await Promise.all(
    numbers.map((n) => at.append(streams.pin(codeOf(n)), facts.imported(codeOf(n)))),
  );
  return positions.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? -1n;
}

test("the first start reads the whole event store, then follows it", async () => {
  await importPins(1, 1);
  const projector = at.startProjector();
  await projector.ready();
  expect(await projector.readiness()).toEqual({ ready: true });
  expect(await pinsShown(await importPins(2, 2))).toEqual(["0000-001", "0000-002"]);
});

test("on an empty event store the projector is ready immediately", async () => {
  const projector = at.startProjector();
  await projector.ready();
  expect(await pinsShown(-1n)).toEqual([]);
});

test("a stopped projector continues at its checkpoint", async () => {
  const half = await importPins(1, 30);
  const first = at.startProjector({ batchSize: 7 });
  await first.ready();
  const end = await importPins(31, 60);
  await first.stop();
  const seen = (await at.live("pins"))?.commit ?? -1n;
  expect(seen).toBeGreaterThanOrEqual(half);
  await at.startProjector({ batchSize: 7 }).ready();
  expect(await pinsShown(end)).toHaveLength(60);
  expect((await at.live("pins"))?.number).toBe(1);
});

test("an emptied document store is filled again, also without new events", async () => {
  const end = await importPins(1, 10);
  const projector = at.startProjector();
  await projector.ready();
  await at.db.dropDatabase();
  expect(await pinsShown(end)).toHaveLength(10);
});

test("a standby takes over when the active projector stops", async () => {
  await importPins(1, 5);
  const active = at.startProjector();
  await active.ready();
  const standby = at.startProjector();
  await standby.ready();
  await active.stop();
  expect(await pinsShown(await importPins(6, 6))).toHaveLength(6);
  expect((await at.live("pins"))?.number).toBe(1);
});

test("a projector whose checkpoint was moved by another one continues from the stored state", async () => {
  await importPins(1, 5);
  const projector = at.startProjector();
  await projector.ready();
  // Another projector has gone back to an earlier checkpoint.
  await at.goBack();
  expect(await pinsShown(await importPins(6, 6))).toHaveLength(6);
});

test("tombstones are removed when the checkpoint is after them", async () => {
  const end = await at.append(
    streams.consumer(7),
    facts.registered({ consumerId: 7 }),
    fact("ConsumerAccountDeleted", { consumerId: 7 }),
  );
  const later = await at.append(streams.consumer(8), facts.registered({ consumerId: 8 }));
  await at.startProjector({ batchSize: 1 }).ready();
  expect(end).toBeLessThan(later);
  const { _id } = await at.untilLive("consumers", ({ commit }) => commit >= later);
  const left = await at.db.collection(_id).find({}).toArray();
  expect(left.map((document) => Number(document._id))).toEqual([8]);
});
