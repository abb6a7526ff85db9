import { expect, test } from "@jest/globals";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import type { Batch } from "@ornament/platform/eventstore/event-store";
import { raised, testMetadata } from "@ornament/platform/eventstore/testing/test-events";
import { eventStoreClientOfEachTest } from "@ornament/testing/stores/event-store-clients";

const it = eventStoreClientOfEachTest();

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

test("calls fail with UnavailableError within their time while the server is down, and succeed when it is back", async () => {
  const hasty = it.anotherClient(1_500);
  await hasty.append("counter-1", "no_stream", [raised(1)], testMetadata);
  await it.server.stop();
  await expect(hasty.read("counter-1")).rejects.toBeInstanceOf(UnavailableError);
  await expect(hasty.append("counter-1", 0n, [raised(2)], testMetadata)).rejects.toBeInstanceOf(
    UnavailableError,
  );
  await it.server.start();
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
