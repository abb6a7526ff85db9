import { beforeEach, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import {
  type FilledTables,
  type JobOf,
  jobRequest,
  jobsCollection,
  pastReadModels,
  type Until,
} from "@ornament/contracts/projections/jobs";
import { collectionOf } from "@ornament/contracts/projections/read-model";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { gate } from "@ornament/platform/waiting/testing/gate";
import { until } from "@ornament/testing/stores/until";
import type { Document } from "mongodb";
import { codeOf, consumerId, facts } from "../../testing/facts.ts";
import { testStores } from "../../testing/projector-fixture.ts";
import { stillWanted } from "./run-jobs.ts";

const at = testStores();
let now: number;
const clock = () => new Date(now);
beforeEach(async () => {
  now = Date.now();
});

const importPin = (n: number) => at.append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));
const states = () => at.db.collection<JobOf<"pastTables">>(jobsCollection);

const wanted = () => stillWanted({ db: at.db, now: clock }, ["pastTables"]);

async function ask(until: Until, askedBy: number | null = null): Promise<string> {
  const work = { kind: "pastTables" as const, until, names: [...pastReadModels] };
  const { filter, update } = jobRequest(work, clock(), askedBy);
  await states().updateOne(filter, update, { upsert: true });
  return filter._id;
}

/** Waits until the state is filled or refused. */
const answered = (_id: string) =>
  until(() => states().findOne({ _id, state: { $in: ["ready", "refused"] } }));

const pastOf = async (until: Until, askedBy?: number) => answered(await ask(until, askedBy));

const documents = ({ generations = [] }: FilledTables, name: string): Promise<Document[]> => {
  const generation = generations.find((id) => id.startsWith(`${name}_v`)) ?? "";
  return at.db.collection(collectionOf(generation)).find({ deleted: false }).sort({ _id: 1 }).toArray();
};

const untilGone = (isThere: () => Promise<boolean>) => until(async () => !(await isThere()));

const untilDropped = (generations: readonly string[] = []) =>
  untilGone(async () => {
    const found = await at.db.listCollections().toArray();
    return found.some(({ name }) => generations.includes(name));
  });

test("a third former state ends the least recently used one, whose documents are dropped", async () => {
  const first = await importPin(1);
  const second = await importPin(2);
  const third = await importPin(3);
  await at.startProjector({ now: clock }).ready();
  const oldest = await pastOf({ commit: first });
  now += 1_000;
  await pastOf({ commit: second });
  now += 1_000;
  await ask({ commit: first });
  now += 1_000;
  await pastOf({ commit: third });
  const ids = (await states().find({}).toArray()).map(({ _id }) => _id);
  expect(ids).toEqual([oldest._id, expect.stringMatching(new RegExp(`^pastTables ${third} `))]);
  expect(await documents(oldest, "pins")).toHaveLength(1);
});

test("a caller who asks for one state after another takes neither the state nor the turn of another caller", async () => {
  const commits: bigint[] = [];
  for (let n = 1; n <= 6; n += 1) commits.push(await importPin(n));
  const [first = 0n, ...others] = commits;
  await at.startProjector({ now: clock }).ready();
  const kept = await pastOf({ commit: first }, 1);
  for (const commit of others) {
    now += 1_000;
    await pastOf({ commit }, 2);
  }
  expect(await states().findOne({ _id: kept._id })).toMatchObject({ state: "ready" });
  expect(await states().countDocuments()).toBe(2);
});

test("of each caller's requests that wait only the oldest stays, and none makes room for another caller's", async () => {
  const ids: string[] = [];
  for (const [commit, askedBy] of [
    [1n, 1],
    [2n, 1],
    [3n, 2],
    [4n, 3],
    [5n, 4],
  ] as const) {
    ids.push(await ask({ commit }, askedBy));
    now += 1;
  }
  const [first, , ...others] = ids;
  const idsOf = (found: { _id: string }[]) => found.map(({ _id }) => _id).sort();
  const expected = [first, ...others].sort();
  expect(idsOf(await wanted())).toEqual(expected);
  expect(idsOf(await states().find().toArray())).toEqual(expected);
});

test("a request that waits and that nobody repeats is ended after two minutes", async () => {
  const _id = await ask({ commit: 1n }, 1);
  now += 119_999;
  expect(await wanted()).toMatchObject([{ _id }]);
  now += 1;
  expect(await wanted()).toEqual([]);
});

test("a former state ends 15 minutes after its last use, and its collections are dropped", async () => {
  const commit = await importPin(1);
  const later = await importPin(2);
  await at.startProjector({ now: clock }).ready();
  const { _id, generations } = await pastOf({ commit });
  now += 14 * 60_000;
  await ask({ commit });
  now += 14 * 60_000;
  // The states that have ended are removed before another one is filled.
  await pastOf({ commit: later });
  expect(await states().findOne({ _id })).toMatchObject({ state: "ready" });
  now += 2 * 60_000;
  await untilGone(() => states().findOne({ _id }).then(Boolean));
  await untilDropped(generations);
});

test("an erasure of a person ends every former state, and a new one has none of the person's data", async () => {
  const stream = streams.consumer(consumerId);
  const registered = await at.append(stream, facts.registered({ email: "ann@ornament.test" }));
  await at.startProjector({ now: clock }).ready();
  const former = await pastOf({ commit: registered });
  expect(await documents(former, "consumers")).toMatchObject([{ email: "ann@ornament.test" }]);
  await at.store.erasePerson("consumer", consumerId);
  await at.append(stream, facts.consumerDeleted());
  await untilGone(() => states().findOne({ _id: former._id }).then(Boolean));
  await untilDropped(former.generations);
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
  await at.startProjector({ now: clock, db }).ready();
  expect(await pastOf({ commit })).toMatchObject({
    state: "refused",
    reason: expect.stringMatching(/^the document store has 0 MB free for it, and it needs up to \d+ MB$/),
  });
});

test("a new active projector ends the former states of the one before", async () => {
  const commit = await importPin(1);
  const first = at.startProjector({ now: clock });
  await first.ready();
  const { _id, generations } = await pastOf({ commit });
  await first.stop();
  await at.startProjector({ now: clock }).ready();
  expect(await states().findOne({ _id })).toBeNull();
  await untilDropped(generations);
  expect(await documents(await pastOf({ commit }), "pins")).toHaveLength(1);
});

test("nobody who waits for a former state waits behind a verify", async () => {
  const commit = await importPin(1);
  const { open: release, opened: released } = gate();
  // Only the check of the log's rules reads without options.
  const readAll: EventStore["readAll"] = async function* (options) {
    if (options === undefined) await released;
    yield* at.store.readAll(options);
  };
  const projector = at.startProjector({ now: clock, store: { ...at.store, readAll } });
  await projector.ready();
  const verified = at.carriedOut("verify", ["pins"]);
  await untilGone(() =>
    at.db
      .collection(jobsCollection)
      .findOne({ kind: "verify", fraction: 1 })
      .then((job) => job === null),
  );
  expect(await pastOf({ commit })).toMatchObject({ state: "ready" });
  release();
  expect(await verified).toMatchObject({ passed: true });
});
