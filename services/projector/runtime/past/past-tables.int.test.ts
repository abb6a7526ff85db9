import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import {
  type PastTables,
  pastReadModels,
  pastTablesCollection,
  pastTablesRequest,
  type Until,
} from "@ornament/contracts/read-models/past-tables";
import { collectionOf } from "@ornament/contracts/read-models/read-model";
import type { Document } from "mongodb";
import { codeOf, consumerId, facts } from "../../testing/facts.ts";
import { openTestStores, type TestStores } from "../../testing/projector-fixture.ts";

let at: TestStores;
let now: number;
const clock = () => new Date(now);
beforeEach(async () => {
  at = await openTestStores();
  now = Date.now();
});
afterEach(() => at.close());

const importPin = (n: number) => at.append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));
const states = () => at.db.collection<PastTables>(pastTablesCollection);

async function ask(until: Until): Promise<string> {
  const { filter, update } = pastTablesRequest(until, pastReadModels, clock());
  await states().updateOne(filter, update, { upsert: true });
  return filter._id;
}

/** Waits until the state is filled or refused. */
async function answered(_id: string): Promise<PastTables> {
  for (;;) {
    const state = await states().findOne({ _id });
    if (state?.state === "ready" || state?.state === "refused") return state;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const pastOf = async (until: Until) => answered(await ask(until));

const documents = ({ generations }: PastTables, name: string): Promise<Document[]> => {
  const generation = generations.find((id) => id.startsWith(`${name}_v`)) ?? "";
  return at.db.collection(collectionOf(generation)).find({ deleted: false }).sort({ _id: 1 }).toArray();
};

const names = async () => (await at.db.listCollections().toArray()).map(({ name }) => name);

test("read models up to a position have the events up to it and no later one", async () => {
  const first = await importPin(1);
  const second = await importPin(2);
  await importPin(3);
  await at.startProjector({ clock }).ready();
  const state = await pastOf({ commit: second });
  expect(await documents(state, "pins")).toMatchObject([{ code: codeOf(1) }, { code: codeOf(2) }]);
  expect(state.last).toMatchObject({ commit: second });
  expect(await documents(await pastOf({ commit: first }), "pins")).toHaveLength(1);
  now += 1_000;
  expect(await documents(await pastOf({ commit: 0n }), "pins")).toEqual([]);
});

test("read models at an instant have the events of that instant and no later one", async () => {
  await importPin(1);
  const { events } = await at.store.read(streams.pin(codeOf(1)));
  const instant = events[0]?.createdAt ?? new Date(0);
  while (Date.now() <= instant.getTime()) await new Promise(setImmediate);
  await importPin(2);
  await at.startProjector({ clock }).ready();
  expect(await documents(await pastOf({ instant }), "pins")).toMatchObject([{ code: codeOf(1) }]);
  const before = new Date(instant.getTime() - 1);
  expect(await documents(await pastOf({ instant: before }), "pins")).toEqual([]);
});

test("a third former state ends the least recently used one, whose documents are dropped", async () => {
  const first = await importPin(1);
  const second = await importPin(2);
  const third = await importPin(3);
  await at.startProjector({ clock }).ready();
  const oldest = await pastOf({ commit: first });
  now += 1_000;
  await pastOf({ commit: second });
  now += 1_000;
  await ask({ commit: first });
  now += 1_000;
  await pastOf({ commit: third });
  const ids = (await states().find({}).toArray()).map(({ _id }) => _id);
  expect(ids).toEqual([oldest._id, expect.stringMatching(new RegExp(`^${third} `))]);
  expect(await documents(oldest, "pins")).toHaveLength(1);
});

test("a former state ends 15 minutes after its last use, and its collections are dropped", async () => {
  const commit = await importPin(1);
  const later = await importPin(2);
  await at.startProjector({ clock }).ready();
  const { _id, generations } = await pastOf({ commit });
  now += 14 * 60_000;
  await ask({ commit });
  now += 14 * 60_000;
  // The states that have ended are removed before another one is filled.
  await pastOf({ commit: later });
  expect(await states().findOne({ _id })).toMatchObject({ state: "ready" });
  now += 2 * 60_000;
  while (await states().findOne({ _id })) await new Promise((resolve) => setTimeout(resolve, 10));
  while ((await names()).some((name) => generations.includes(name)))
    await new Promise((resolve) => setTimeout(resolve, 10));
});

test("an erasure of a person ends every former state, and a new one has none of the person's data", async () => {
  const stream = streams.consumer(consumerId);
  const registered = await at.append(stream, facts.registered({ email: "ann@ornament.test" }));
  await at.startProjector({ clock }).ready();
  const former = await pastOf({ commit: registered });
  expect(await documents(former, "consumers")).toMatchObject([{ email: "ann@ornament.test" }]);
  await at.store.erasePerson("consumer", consumerId);
  await at.append(stream, facts.consumerDeleted());
  while (await states().findOne({ _id: former._id })) await new Promise((resolve) => setTimeout(resolve, 10));
  while ((await names()).some((name) => former.generations.includes(name)))
    await new Promise((resolve) => setTimeout(resolve, 10));
  const again = await pastOf({ commit: registered });
  expect(await documents(again, "consumers")).toMatchObject([{ _id: consumerId, email: null }]);
});

test("a former state whose documents don't fit is refused with the room that it needs", async () => {
  const commit = await importPin(1);
  const stats = { objects: 1, dataSize: 5_000_000, fsUsedSize: 9_000_000, fsTotalSize: 10_000_000 };
  const db = new Proxy(at.db, {
    get: (target, name) => {
      const value = name === "stats" ? async () => stats : Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await at.startProjector({ clock, db }).ready();
  expect(await pastOf({ commit })).toMatchObject({
    state: "refused",
    reason: expect.stringMatching(/^the document store has 0 MB free for it, and it needs up to \d+ MB$/),
  });
});

test("a new active projector ends the former states of the one before", async () => {
  const commit = await importPin(1);
  const first = at.startProjector({ clock });
  await first.ready();
  const { _id, generations } = await pastOf({ commit });
  await first.stop();
  await at.startProjector({ clock }).ready();
  expect(await states().findOne({ _id })).toBeNull();
  while ((await names()).some((name) => generations.includes(name)))
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await documents(await pastOf({ commit }), "pins")).toHaveLength(1);
});
