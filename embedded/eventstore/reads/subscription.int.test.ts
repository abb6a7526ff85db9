import {
  type AllStreamSubscription,
  END,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position,
  type ResolvedEvent,
  START,
} from "@eventstore/db-client";
import { describe, expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { failure, numbered, numberOf, numbersTo, storeForEachTest, take } from "../testing/test-store.ts";

const store = storeForEachTest();

const append = (stream: string, count: number, type?: string) =>
  store.client.appendToStream(stream, numbersTo(count, type), { expectedRevision: "any" });
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

/** The items that a subscription receives, in order, up to `last`. */
function receivedUntil(
  subscription: AllStreamSubscription,
  last: (received: string) => boolean,
): Promise<string[]> {
  const received: string[] = [];
  return new Promise((resolve, reject) => {
    const note = (what: string) => {
      received.push(what);
      if (last(what)) resolve(received);
    };
    subscription.on("confirmation", () => note("confirmation"));
    subscription.on("caughtUp", () => note("caughtUp"));
    subscription.on("data", (event: ResolvedEvent) => note(`${event.event?.type}`));
    subscription.on("error", reject);
  });
}

describe("a subscription to $all", () => {
  test("a subscription to $all gives a confirmation, old events, caught-up once, then new events", async () => {
    await append("a-1", 2);
    const subscription = store.client.subscribeToAll({ fromPosition: START });
    const received = receivedUntil(subscription, (what) => what === "Last");
    await new Promise((resolve) => subscription.once("caughtUp", resolve));
    await append("a-1", 1, "Live");
    await append("a-2", 1, "Last");
    expect(await received).toEqual(["confirmation", "Counted", "Counted", "caughtUp", "Live", "Last"]);
    await subscription.unsubscribe();
  });

  test("a subscription to $all from the end gives new events only", async () => {
    await append("a-1", 5);
    const subscription = store.client.subscribeToAll({ fromPosition: END });
    await new Promise((resolve) => subscription.once("caughtUp", resolve));
    await append("a-1", 1, "Live");
    expect((await take(subscription, 1)).map(({ event }) => event?.type)).toEqual(["Live"]);
  });

  test("a subscription to $all that is opened repeatedly during appends loses and repeats no event", async () => {
    const [writers, each] = [8, 150];
    const writing = Promise.all(
      upTo(writers).map(async (writer) => {
        for (const n of upTo(each)) {
          await store.client.appendToStream(`w-${writer}`, numbered(n), {
            expectedRevision: n === 0 ? "no_stream" : BigInt(n - 1),
          });
        }
      }),
    );
    const seen: ResolvedEvent[] = [];
    while (seen.length < writers * each) {
      const fromPosition: Position | typeof START = seen.at(-1)?.event?.position ?? START;
      const left = writers * each - seen.length;
      seen.push(...(await take(store.client.subscribeToAll({ fromPosition }), Math.min(130, left))));
    }
    await writing;
    for (const writer of upTo(writers)) {
      const own = seen.filter(({ event }) => event?.streamId === `w-${writer}`);
      expect(own.map(numberOf)).toEqual(upTo(each));
    }
    const ids = (events: ResolvedEvent[]) => events.map(({ event }) => event?.id);
    expect(ids(seen)).toEqual(ids(await listOf(store.client.readAll())));
  });

  test("a subscription to $all that is read slowly gets all events in order", async () => {
    const subscription = store.client.subscribeToAll({ fromPosition: START }, { highWaterMark: 1 });
    await append("a-1", 3000);
    let expected = 0;
    for await (const event of subscription) {
      expect(numberOf(event)).toBe(expected);
      expected += 1;
      if (expected % 100 === 0) await new Promise(setImmediate);
      if (expected === 3000) break;
    }
    expect(expected).toBe(3000);
  });

  test("a subscription to $all ends as unavailable when the server stops", async () => {
    const subscription = store.client.subscribeToAll({ fromPosition: START });
    const ended = failure(listOf(subscription));
    await new Promise((resolve) => subscription.once("caughtUp", resolve));
    const restarted = store.restart();
    expect(await ended).toMatchObject({ type: "unavailable" });
    await restarted;
  });
});

describe("a filtered subscription to $all", () => {
  test("a filtered subscription sends checkpoints after a number of scanned events, and can continue from one", async () => {
    await append("noise-1", 100, "Noise");
    await append("pin-1", 1, "PinRegistered");
    const checkpoints: Position[] = [];
    const filter = eventTypeFilter({
      prefixes: ["Pin"],
      maxSearchWindow: 10,
      checkpointInterval: 2,
      checkpointReached: async (_subscription, position) => {
        checkpoints.push(position);
      },
    });
    const subscription = store.client.subscribeToAll({ fromPosition: START, filter });
    await take(subscription, 1);
    const noise = (await listOf(store.client.readStream("noise-1"))).map(({ event }) => event?.position);
    expect(checkpoints.slice(0, 5)).toEqual([19, 39, 59, 79, 99].map((revision) => noise[revision]));
    const fromPosition = checkpoints[4] ?? START;
    const [next] = await take(store.client.subscribeToAll({ fromPosition, filter }), 1);
    expect(next?.event?.type).toBe("PinRegistered");
  });

  test.each([
    ["to $all filtered by a regular expression", { filter: eventTypeFilter({ regex: "^Pin" }) }],
    ["to $all without system events", { filter: excludeSystemEvents() }],
    ["to a stream", { stream: "a-1" }],
  ])(
    "a subscription %s is refused as unimplemented",
    async (_what, { stream, filter }: { stream?: string; filter?: Filter }) => {
      const subscription = stream
        ? store.client.subscribeToStream(stream)
        : store.client.subscribeToAll({ fromPosition: START, ...(filter && { filter }) });
      expect(await failure(listOf(subscription as AllStreamSubscription))).toMatchObject({ code: 12 });
    },
  );
});
