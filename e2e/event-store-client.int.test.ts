import { expect, test } from "@jest/globals";
import type { Batch } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import { named, raised, testMetadata } from "@ornament/platform/eventstore/testing/test-events";
import { eventStoreClientOfEachTest } from "@ornament/testing/stores/event-store-clients";
import { testOnEmbeddedEventStore } from "@ornament/testing/stores/test-event-store";

const it = eventStoreClientOfEachTest();

test("events are appended at an exact revision and read back, and a conflict contains the actual revision", async () => {
  expect(await it.store.head()).toBeUndefined();
  expect(await it.store.read("counter-1")).toEqual({
    events: [],
    revision: "no_stream",
    lastPosition: undefined,
  });
  const first = await it.store.append("counter-1", "no_stream", [raised(1), raised(2)], testMetadata);
  const second = await it.store.append("counter-1", first.revision, [raised(3)], testMetadata);
  const loaded = await it.store.read("counter-1");
  expect(loaded.events.map((event) => event.data)).toEqual([{ by: 1 }, { by: 2 }, { by: 3 }]);
  expect([loaded.revision, loaded.lastPosition]).toEqual([2n, second.position]);
  expect(await it.store.head()).toEqual(second.position);
  const conflict = await it.store.append("counter-1", 0n, [raised(4)], testMetadata).catch((error) => error);
  expect(conflict).toBeInstanceOf(ConflictError);
  expect(conflict.actual).toBe(2n);
  const fresh = await it.store.append("counter-2", 5n, [raised(4)], testMetadata).catch((error) => error);
  expect(fresh.actual).toBe("no_stream");
});

test("a stream on a server can be read backwards, in part and past its end", async () => {
  await it.store.append("counter-1", "no_stream", [raised(1), raised(2), raised(3)], testMetadata);
  const last = await it.store.read("counter-1", { backwards: true, maxCount: 2 });
  expect(last.events.map((event) => event.data)).toEqual([{ by: 3 }, { by: 2 }]);
  expect(last.revision).toBe(2n);
  expect(await it.store.read("counter-1", { fromRevision: 7n })).toMatchObject({ events: [], revision: 2n });
});

test("a command that is sent twice at the same time is written once", async () => {
  const metadata = { ...testMetadata, commandId: "0e6f2b1c-6f5e-4f43-8f0a-5a2d2b1c6f5e" };
  const [one, two] = await Promise.all(
    [it.store, it.anotherClient()].map((client) =>
      client.append("counter-1", "no_stream", [raised(1)], metadata),
    ),
  );
  expect(one?.revision).toBe(two?.revision);
  expect((await it.store.read("counter-1")).events).toHaveLength(1);
});

test("a deleted stream is read as missing and continues from its revision", async () => {
  await it.store.append("counter-1", "no_stream", [raised(1)], testMetadata);
  await it.store.deleteStream("counter-1", 0n);
  expect((await it.store.read("counter-1")).revision).toBe("no_stream");
  expect((await it.store.append("counter-1", "any", [raised(2)], testMetadata)).revision).toBe(1n);
  const late = it.store.deleteStream("counter-1", 0n);
  await expect(late).rejects.toBeInstanceOf(ConflictError);
});

testOnEmbeddedEventStore("clock")("events older than a stream's age limit can't be read", async () => {
  await it.store.setStreamMetadata("guard-x", { maxAge: 3_600 });
  await it.store.append("guard-x", "any", [raised(1)], testMetadata);
  it.now += 3_601_000;
  await it.store.append("guard-x", "any", [raised(2)], testMetadata);
  expect((await it.store.read("guard-x")).events.map((event) => event.data)).toEqual([{ by: 2 }]);
});

test("personal fields of an erased person are read as null by every client", async () => {
  await it.store.append("counter-1", "no_stream", [named(7, "Ada Lovelace")], testMetadata);
  await it.store.append("counter-2", "no_stream", [named(8, "Grace Hopper")], testMetadata);
  const reader = it.anotherClient();
  expect((await reader.read("counter-1")).events[0]?.data).toMatchObject({ name: "Ada Lovelace" });
  await it.store.erasePerson("consumer", 7);
  const later = it.anotherClient();
  expect((await later.read("counter-1")).events[0]?.data).toEqual({
    ownerId: 7,
    name: null,
    nickname: null,
  });
  expect((await later.read("counter-2")).events[0]?.data).toMatchObject({ name: "Grace Hopper" });
  await later.append("counter-3", "no_stream", [named(7, "Ada again")], testMetadata);
  expect((await later.read("counter-3")).events[0]?.data).toMatchObject({ name: null });
  await it.store.erasePerson("consumer", 99);
});

test("clients that write a person's first event at the same time share one key", async () => {
  const clients = [it.store, it.anotherClient(), it.anotherClient()];
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      clients[index % 3]?.append(`counter-${index}`, "no_stream", [named(7, `n${index}`)], testMetadata),
    ),
  );
  const reader = it.anotherClient();
  for (const index of [0, 1, 2, 29]) {
    expect((await reader.read(`counter-${index}`)).events[0]?.data).toMatchObject({ name: `n${index}` });
  }
});

test("a filtered subscription reaches the end of the event store if the last events don't match its filter", async () => {
  for (let index = 0; index < 5; index += 1) {
    await it.store.append(
      `counter-${index}`,
      "no_stream",
      Array.from({ length: 20 }, () => raised(1)),
      testMetadata,
    );
  }
  await it.store.append("counter-9", "no_stream", [named(1, "Ada")], testMetadata);
  const last = await it.store.append("counter-9", 0n, [raised(1)], testMetadata);
  const batches: Batch[] = [];
  const subscription = it.store.subscribeToAll({
    name: "test",
    from: "start",
    filter: { eventTypes: ["CounterNamed"] },
    onBatch: async (batch) => void batches.push(batch),
  });
  await subscription.caughtUp();
  expect(batches.flatMap((batch) => batch.events)).toMatchObject([
    { type: "CounterNamed", data: { name: "Ada" } },
  ]);
  expect(subscription.position()).toEqual(last.position);
  const later: Batch[] = [];
  const resumed = it.anotherClient().subscribeToAll({
    name: "resumed",
    from: last.position,
    onBatch: async (batch) => void later.push(batch),
  });
  await resumed.caughtUp();
  const eventId = last.events.at(-1)?.id;
  expect(later).toEqual([{ events: [], position: last.position, eventId, caughtUp: true }]);
  expect(resumed.position()).toEqual(last.position);
});
