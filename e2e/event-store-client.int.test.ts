import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { Batch, EventStore } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import {
  named,
  raised,
  testDefinitions,
  testMetadata,
} from "@ornament/platform/eventstore/testing/test-events";
import { silentLogger } from "@ornament/platform/logging/logger";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { type TestEventStore, testEventStore, testOnEmbeddedEventStore } from "./product/test-event-store.ts";

const masterKey = serverKey(randomBytes(32));

describe("the event store client on a server", () => {
  let server: TestEventStore;
  let store: EventStore;
  let now = Date.now();
  const extra: EventStore[] = [];

  const open = (timeoutMilliseconds = 10_000) =>
    openEventStore({
      connectionString: server.connectionString,
      definitions: testDefinitions,
      masterKey,
      logger: silentLogger(),
      timeoutMilliseconds,
    });
  const another = () => {
    const opened = open();
    extra.push(opened);
    return opened;
  };

  beforeEach(async () => {
    now = Date.now();
    server = await testEventStore({ clock: () => now });
    store = open();
  });

  afterEach(async () => {
    await Promise.all([store, ...extra.splice(0)].map((opened) => opened.close()));
    await server.close();
  });

  test("events are appended at an exact revision and read back, and a conflict contains the actual revision", async () => {
    expect(await store.head()).toBeUndefined();
    expect(await store.read("counter-1")).toEqual({
      events: [],
      revision: "no_stream",
      lastPosition: undefined,
    });
    const first = await store.append("counter-1", "no_stream", [raised(1), raised(2)], testMetadata);
    const second = await store.append("counter-1", first.revision, [raised(3)], testMetadata);
    const loaded = await store.read("counter-1");
    expect(loaded.events.map((event) => event.data)).toEqual([{ by: 1 }, { by: 2 }, { by: 3 }]);
    expect([loaded.revision, loaded.lastPosition]).toEqual([2n, second.position]);
    expect(await store.head()).toEqual(second.position);
    const conflict = await store.append("counter-1", 0n, [raised(4)], testMetadata).catch((error) => error);
    expect(conflict).toBeInstanceOf(ConflictError);
    expect(conflict.actual).toBe(2n);
    const fresh = await store.append("counter-2", 5n, [raised(4)], testMetadata).catch((error) => error);
    expect(fresh.actual).toBe("no_stream");
  });

  test("a stream on a server can be read backwards, in part and past its end", async () => {
    await store.append("counter-1", "no_stream", [raised(1), raised(2), raised(3)], testMetadata);
    const last = await store.read("counter-1", { backwards: true, maxCount: 2 });
    expect(last.events.map((event) => event.data)).toEqual([{ by: 3 }, { by: 2 }]);
    expect(last.revision).toBe(2n);
    expect(await store.read("counter-1", { fromRevision: 7n })).toMatchObject({ events: [], revision: 2n });
  });

  test("a command that is sent twice at the same time is written once", async () => {
    const metadata = { ...testMetadata, commandId: "0e6f2b1c-6f5e-4f43-8f0a-5a2d2b1c6f5e" };
    const [one, two] = await Promise.all(
      [store, another()].map((client) => client.append("counter-1", "no_stream", [raised(1)], metadata)),
    );
    expect(one?.revision).toBe(two?.revision);
    expect((await store.read("counter-1")).events).toHaveLength(1);
  });

  test("a deleted stream is read as missing and continues from its revision", async () => {
    await store.append("counter-1", "no_stream", [raised(1)], testMetadata);
    await store.deleteStream("counter-1", 0n);
    expect((await store.read("counter-1")).revision).toBe("no_stream");
    expect((await store.append("counter-1", "no_stream", [raised(2)], testMetadata)).revision).toBe(1n);
    const late = store.deleteStream("counter-1", 0n);
    await expect(late).rejects.toBeInstanceOf(ConflictError);
  });

  testOnEmbeddedEventStore("clock")("events older than a stream's age limit can't be read", async () => {
    await store.setStreamMetadata("guard-x", { maxAge: 3_600 });
    await store.append("guard-x", "any", [raised(1)], testMetadata);
    now += 3_601_000;
    await store.append("guard-x", "any", [raised(2)], testMetadata);
    expect((await store.read("guard-x")).events.map((event) => event.data)).toEqual([{ by: 2 }]);
  });

  test("personal fields of an erased person are read as null by every client", async () => {
    await store.append("counter-1", "no_stream", [named(7, "Ada Lovelace")], testMetadata);
    await store.append("counter-2", "no_stream", [named(8, "Grace Hopper")], testMetadata);
    const reader = another();
    expect((await reader.read("counter-1")).events[0]?.data).toMatchObject({ name: "Ada Lovelace" });
    await store.erasePerson("consumer", 7);
    const later = another();
    expect((await later.read("counter-1")).events[0]?.data).toEqual({
      ownerId: 7,
      name: null,
      nickname: null,
    });
    expect((await later.read("counter-2")).events[0]?.data).toMatchObject({ name: "Grace Hopper" });
    await later.append("counter-3", "no_stream", [named(7, "Ada again")], testMetadata);
    expect((await later.read("counter-3")).events[0]?.data).toMatchObject({ name: null });
    await store.erasePerson("consumer", 99);
  });

  test("clients that write a person's first event at the same time share one key", async () => {
    const clients = [store, another(), another()];
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        clients[index % 3]?.append(`counter-${index}`, "no_stream", [named(7, `n${index}`)], testMetadata),
      ),
    );
    const reader = another();
    for (const index of [0, 1, 2, 29]) {
      expect((await reader.read(`counter-${index}`)).events[0]?.data).toMatchObject({ name: `n${index}` });
    }
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
    await store.append("counter-1", "no_stream", numbers.map(raised), testMetadata);
    const subscription = store.subscribeToAll({ name: "test", from: "start", onBatch });
    await subscription.caughtUp();
    expect(seen).toEqual(numbers);
    expect(subscription.position()).toEqual(await store.head());
    await server.restart();
    await store.append("counter-1", 2_999n, [raised(3_000)], testMetadata);
    await until(3_001);
    await server.restart();
    await store.append("counter-2", "no_stream", [raised(3_001)], testMetadata);
    await until(3_002);
    expect(seen).toEqual([...numbers, 3_000, 3_001]);
  });

  test("a filtered subscription reaches the end of the log if the last events don't match its filter", async () => {
    for (let index = 0; index < 5; index += 1) {
      await store.append(
        `counter-${index}`,
        "no_stream",
        Array.from({ length: 20 }, () => raised(1)),
        testMetadata,
      );
    }
    await store.append("counter-9", "no_stream", [named(1, "Ada")], testMetadata);
    const last = await store.append("counter-9", 0n, [raised(1)], testMetadata);
    const batches: Batch[] = [];
    const subscription = store.subscribeToAll({
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
    const resumed = another().subscribeToAll({
      name: "resumed",
      from: last.position,
      onBatch: async (batch) => void later.push(batch),
    });
    await resumed.caughtUp();
    const eventId = last.events.at(-1)?.id;
    expect(later).toEqual([{ events: [], position: last.position, eventId, caughtUp: true }]);
    expect(resumed.position()).toEqual(last.position);
  });

  test("appends during a restart of the server take effect exactly once", async () => {
    await store.append("counter-0", "no_stream", [raised(0)], testMetadata);
    const appends = Array.from({ length: 40 }, (_, index) =>
      store.append(`counter-${index + 1}`, "no_stream", [raised(index)], testMetadata),
    );
    await server.restart();
    await Promise.all(appends);
    for (let index = 0; index < 40; index += 1) {
      expect((await store.read(`counter-${index + 1}`)).events.map((event) => event.data)).toEqual([
        { by: index },
      ]);
    }
  });

  test("calls fail with UnavailableError within their time while the server is down, and succeed when it is back", async () => {
    const hasty = open(1_500);
    extra.push(hasty);
    await hasty.append("counter-1", "no_stream", [raised(1)], testMetadata);
    await server.stop();
    await expect(hasty.read("counter-1")).rejects.toBeInstanceOf(UnavailableError);
    await expect(hasty.append("counter-1", 0n, [raised(2)], testMetadata)).rejects.toBeInstanceOf(
      UnavailableError,
    );
    await server.start();
    expect((await onceAvailable(() => hasty.read("counter-1"))).revision).toBe(0n);
    await onceAvailable(() => hasty.append("counter-1", 0n, [raised(2)], testMetadata));
  });

  /** Repeats the call while the store is unavailable. */
  async function onceAvailable<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
      }
    }
  }
});
