import { once } from "node:events";
import { type AllStreamSubscription, eventTypeFilter, type Position, START } from "@eventstore/db-client";
import { describe, expect, test } from "@jest/globals";
import {
  collect,
  failure,
  numbered,
  numberOf,
  numbersTo,
  storeForEachTest,
  take,
} from "@ornament/embedded/eventstore/testing/test-store";

const store = storeForEachTest();

const append = (count: number, type?: string) =>
  store.client.appendToStream("a-1", numbersTo(count, type), { expectedRevision: "any" });
const END_OF_ALL = 2n ** 64n - 1n;

/** A subscription to events of one type, and all items that it received, in order. */
function filtered(fromPosition: Position | typeof START = START) {
  const received: (bigint | string)[] = [];
  const filter = eventTypeFilter({
    prefixes: ["Wanted"],
    checkpointReached: async (_subscription, { commit }) => {
      received.push(commit);
    },
  });
  const subscription = store.client.subscribeToAll({ fromPosition, filter });
  subscription.on("caughtUp", () => received.push("caughtUp"));
  subscription.on("data", ({ event }) => received.push(event?.type ?? ""));
  return { subscription, received };
}

const event = (subscription: AllStreamSubscription, name: "data" | "caughtUp") =>
  new Promise<unknown>((resolve) => subscription.once(name, resolve));

describe("dropped subscriptions", () => {
  test("a dropped subscription ends like that of a slow reader, and can be opened again", async () => {
    await append(1);
    const subscription = store.client.subscribeToAll({ fromPosition: START });
    const caughtUp = event(subscription, "caughtUp");
    const ended = failure(collect(subscription));
    await caughtUp;
    store.server.faults.dropSubscriptions();
    expect(await ended).toMatchObject({ code: 10, message: expect.stringContaining("Consumer too slow") });
    const again = await take(store.client.subscribeToAll({ fromPosition: START }), 1);
    expect(again.map(numberOf)).toEqual([0]);
  });

  test("only the subscriptions that a test chooses are dropped", async () => {
    const all = store.client.subscribeToAll({ fromPosition: START });
    const one = store.client.subscribeToAll({
      fromPosition: START,
      filter: eventTypeFilter({ prefixes: ["Counted"] }),
    });
    const ended = failure(collect(one));
    await Promise.all([once(all, "confirmation"), once(one, "confirmation")]);
    store.server.faults.dropSubscriptions(({ filtered }) => filtered);
    expect(await ended).toMatchObject({ code: 10 });
    const given = event(all, "data");
    await append(1);
    await given;
    await all.unsubscribe();
  });
});

describe("a filtered subscription that has caught up", () => {
  test("a filtered subscription sends one checkpoint before caught-up", async () => {
    await append(3, "Wanted");
    const { subscription, received } = filtered();
    await event(subscription, "caughtUp");
    expect(received).toContain("caughtUp");
    const [checkpoint] = received.filter((what) => typeof what === "bigint");
    const [last] = await collect(store.client.readAll({ direction: "backwards", fromPosition: "end" }));
    expect(checkpoint).toBe(last?.event?.position?.commit);
    await subscription.unsubscribe();
  });

  test("a filtered subscription without a match sends the start as its checkpoint", async () => {
    await append(3, "Other");
    const { subscription, received } = filtered();
    await event(subscription, "caughtUp");
    expect(received).toEqual([0n, "caughtUp"]);
    await subscription.unsubscribe();
    const again = await take(store.client.subscribeToAll({ fromPosition: { commit: 0n, prepare: 0n } }), 3);
    expect(again.map(numberOf)).toEqual([0, 1, 2]);
  });

  test("a filtered subscription with the fault of versions 24.2 to 24.10.4 sends 2^64-1 as its only checkpoint", async () => {
    store.server.faults.endCheckpoint = true;
    await append(3, "Other");
    const { subscription, received } = filtered();
    await event(subscription, "caughtUp");
    expect(received).toEqual([END_OF_ALL, "caughtUp"]);
    await append(40, "Other");
    const given = event(subscription, "data");
    await store.client.appendToStream("a-1", numbered(1, "Wanted"));
    await given;
    expect(received.filter((what) => typeof what === "bigint")).toEqual([END_OF_ALL]);
    await subscription.unsubscribe();
  });

  test("a filtered subscription with the fault sends the position of its last event", async () => {
    store.server.faults.endCheckpoint = true;
    await append(1, "Wanted");
    const { subscription, received } = filtered();
    await event(subscription, "caughtUp");
    expect(received).not.toContain(END_OF_ALL);
    await subscription.unsubscribe();
  });
});
