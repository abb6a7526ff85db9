import { expect, test } from "@jest/globals";
import type { Batch } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import { named, raised, testMetadata } from "@ornament/platform/eventstore/testing/test-events";
import { eventStoreClientOfEachTest } from "@ornament/testing/stores/event-store-clients";

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

test("a subscription catches up and misses no event through restarts of the server", async () => {
  const seen: number[] = [];
  let wake = () => {};
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      wake = () => {
        if (seen.length >= count) resolve();
      };
      wake();
    });
  const onBatch = async ({ events }: Batch) => {
    for (const event of events) seen.push((event.data as { by: number }).by);
    wake();
  };
  const numbers = Array.from({ length: 3_000 }, (_, index) => index);
  await it.store.append("counter-1", "no_stream", numbers.map(raised), testMetadata);
  const subscription = it.store.subscribeToAll({ name: "test", from: "start", onBatch });
  await subscription.caughtUp();
  expect(seen).toEqual(numbers);
  expect(subscription.position()).toEqual(await it.store.head());
  await it.server.restart();
  await it.store.append("counter-1", 2_999n, [raised(3_000)], testMetadata);
  await until(3_001);
  await it.server.restart();
  await it.store.append("counter-2", "no_stream", [raised(3_001)], testMetadata);
  await until(3_002);
  expect(seen).toEqual([...numbers, 3_000, 3_001]);
});

test("appends during a restart of the server take effect exactly once", async () => {
  await it.store.append("counter-0", "no_stream", [raised(0)], testMetadata);
  const appends = Array.from({ length: 40 }, (_, index) =>
    it.store.append(`counter-${index + 1}`, "no_stream", [raised(index)], testMetadata),
  );
  await it.server.restart();
  await Promise.all(appends);
  for (let index = 0; index < 40; index += 1) {
    expect((await it.store.read(`counter-${index + 1}`)).events.map((event) => event.data)).toEqual([
      { by: index },
    ]);
  }
});
