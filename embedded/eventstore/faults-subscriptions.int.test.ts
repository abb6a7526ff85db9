import { once } from "node:events";
import { type AllStreamSubscription, eventTypeFilter, type Position, START } from "@eventstore/db-client";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  collect,
  failure,
  numbered,
  numberOf,
  numbersTo,
  openTestStore,
  type TestStore,
  take,
} from "./event-store-fixture.ts";

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const append = (count: number, type?: string) =>
  store.client.appendToStream("a-1", numbersTo(count, type), { expectedRevision: "any" });
const END_OF_ALL = 2n ** 64n - 1n;

/** A subscription to events of one type; what it says, in order, stands in `said`. */
function filtered(fromPosition: Position | typeof START = START) {
  const said: (bigint | string)[] = [];
  const filter = eventTypeFilter({
    prefixes: ["Wanted"],
    checkpointReached: async (_subscription, { commit }) => {
      said.push(commit);
    },
  });
  const subscription = store.client.subscribeToAll({ fromPosition, filter });
  subscription.on("caughtUp", () => said.push("caughtUp"));
  subscription.on("data", ({ event }) => said.push(event?.type ?? ""));
  return { subscription, said };
}

const event = (subscription: AllStreamSubscription, name: "data" | "caughtUp") =>
  new Promise<unknown>((resolve) => subscription.once(name, resolve));

describe("dropped subscriptions", () => {
  test("end as those of a consumer that is too slow, and can be taken up again", async () => {
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

  test("are those alone that the test picks", async () => {
    const all = store.client.subscribeToAll({ fromPosition: START });
    const one = store.client.subscribeToStream("a-1");
    const ended = failure(collect(one));
    await Promise.all([once(all, "confirmation"), once(one, "confirmation")]);
    store.server.faults.dropSubscriptions(({ stream }) => stream === "a-1");
    expect(await ended).toMatchObject({ code: 10 });
    const given = event(all, "data");
    await append(1);
    await given;
    await all.unsubscribe();
  });
});

describe("a filtered subscription that has caught up", () => {
  test("says with a checkpoint how far it has come, once, before it says so", async () => {
    await append(3, "Wanted");
    const { subscription, said } = filtered();
    await event(subscription, "caughtUp");
    expect(said).toContain("caughtUp");
    const [checkpoint] = said.filter((what) => typeof what === "bigint");
    const [last] = await collect(store.client.readAll({ direction: "backwards", fromPosition: "end" }));
    expect(checkpoint).toBe(last?.event?.position?.commit);
    await subscription.unsubscribe();
  });

  test("names the log's start where nothing was given", async () => {
    await append(3, "Other");
    const { subscription, said } = filtered();
    await event(subscription, "caughtUp");
    expect(said).toEqual([0n, "caughtUp"]);
    await subscription.unsubscribe();
    const again = await take(store.client.subscribeToAll({ fromPosition: { commit: 0n, prepare: 0n } }), 3);
    expect(again.map(numberOf)).toEqual([0, 1, 2]);
  });

  test("names 2^64-1 under the fault of versions 24.2 to 24.10.4, and no other checkpoint after it", async () => {
    store.server.faults.endCheckpoint = true;
    await append(3, "Other");
    const { subscription, said } = filtered();
    await event(subscription, "caughtUp");
    expect(said).toEqual([END_OF_ALL, "caughtUp"]);
    await append(40, "Other");
    const given = event(subscription, "data");
    await store.client.appendToStream("a-1", numbered(1, "Wanted"));
    await given;
    expect(said.filter((what) => typeof what === "bigint")).toEqual([END_OF_ALL]);
    await subscription.unsubscribe();
  });

  test("under the fault names what was given where something was", async () => {
    store.server.faults.endCheckpoint = true;
    await append(1, "Wanted");
    const { subscription, said } = filtered();
    await event(subscription, "caughtUp");
    expect(said).not.toContain(END_OF_ALL);
    await subscription.unsubscribe();
  });

  test("never says so before version 23.10, and has a checkpoint each 32 events alone", async () => {
    store.server.faults.version = "22.10.5";
    await append(40, "Other");
    const { subscription, said } = filtered();
    await once(subscription, "confirmation");
    const given = event(subscription, "data");
    await store.client.appendToStream("a-1", numbered(1, "Wanted"));
    await given;
    expect(said.filter((what) => typeof what === "bigint")).toHaveLength(1);
    expect(said).not.toContain("caughtUp");
    await subscription.unsubscribe();
  });
});
