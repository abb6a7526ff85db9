import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  type CancelableRead,
  type LogClient,
  type LogSubscription,
  type RawEvent,
  type RawNewEvent,
  StreamMissing,
  WrongRevision,
} from "../log-client.ts";
import type { Position } from "../position.ts";

/** An empty log, and a clock that only the test moves. */
export interface LogUnderTest {
  readonly log: LogClient;
  /** Moves the server's clock. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

/**
 * What every log must do, as EventStoreDB does it. The event that matters stands at the very first or the very last place
 * of the log or stream wherever a boundary could leave it out.
 */
export function describeLog(name: string, open: () => Promise<LogUnderTest>): void {
  describe(`${name}, as every log:`, () => {
    let under: LogUnderTest;
    let log: LogClient;

    beforeEach(async () => {
      under = await open();
      log = under.log;
    });
    afterEach(() => under.close());

    const event = (n: number, id: string = randomUUID()): RawNewEvent => ({
      id,
      type: `Counted${n}`,
      data: { n },
      metadata: {},
    });
    const events = (count: number) => Array.from({ length: count }, (_, n) => event(n));
    const append = (stream: string, expected: Parameters<LogClient["append"]>[1], list: RawNewEvent[]) =>
      log.append(stream, expected, list, 5_000);
    const all = (options: Partial<Parameters<LogClient["readAll"]>[0]> = {}) =>
      collect(log.readAll({ from: "start", backwards: false, maxCount: 1_000, ...options }));
    const stream = (of: string, options: Partial<Parameters<LogClient["readStream"]>[1]> = {}) =>
      collect(log.readStream(of, { backwards: false, maxCount: 1_000, ...options }));
    const revisions = (list: readonly RawEvent[]) => list.map(({ revision }) => Number(revision));
    /** Five events over two streams, the positions of the first and the last. */
    const filled = async () => {
      await append("a-1", "no_stream", events(3));
      await append("b-1", "no_stream", events(2));
      const positions = (await all()).map(({ position }) => position);
      return { positions, first: at(positions, 0), last: at(positions, 4) };
    };
    const named = (list: readonly RawEvent[]) => list.map((one) => `${one.stream} ${one.revision}`);

    describe("reading the whole log", () => {
      test("an empty log has nothing, from either end and in either direction", async () => {
        for (const from of ["start", "end"] as const)
          for (const backwards of [false, true]) expect(await all({ from, backwards })).toEqual([]);
      });

      test("forwards from a position begins with the event there, the first and the last alike", async () => {
        const { first, last } = await filled();
        expect(named(await all())).toEqual(["a-1 0", "a-1 1", "a-1 2", "b-1 0", "b-1 1"]);
        expect(named(await all({ from: first }))).toHaveLength(5);
        expect(named(await all({ from: last }))).toEqual(["b-1 1"]);
        expect(await all({ from: "end" })).toEqual([]);
      });

      test("backwards from the end begins with the log's last event", async () => {
        await filled();
        const backwards = { from: "end", backwards: true } as const;
        expect(named(await all(backwards))).toEqual(["b-1 1", "b-1 0", "a-1 2", "a-1 1", "a-1 0"]);
        expect(named(await all({ ...backwards, maxCount: 1 }))).toEqual(["b-1 1"]);
      });

      test("backwards from a position leaves the event there out, the first and the last alike", async () => {
        const { positions, first, last } = await filled();
        const before = async (from: Position) => named(await all({ from, backwards: true }));
        expect(await before(last)).toEqual(["b-1 0", "a-1 2", "a-1 1", "a-1 0"]);
        expect(await before(at(positions, 1))).toEqual(["a-1 0"]);
        expect(await before(first)).toEqual([]);
        expect(await all({ from: "start", backwards: true })).toEqual([]);
      });

      test("the store's own events stand in it, and are the last where they were written last", async () => {
        await append("a-1", "no_stream", events(1));
        const last = async () => (await all({ from: "end", backwards: true, maxCount: 1 }))[0];
        await log.setStreamMetadata("a-1", { maxAge: 60 });
        expect(await last()).toMatchObject({ stream: "$$a-1", type: "$metadata", data: { $maxAge: 60 } });
        await log.deleteStream("a-1", "any");
        expect(await last()).toMatchObject({ stream: "$$a-1", type: "$metadata" });
        await log.tombstoneStream("b-1");
        const tombstone = await last();
        expect(tombstone).toMatchObject({ stream: "b-1", type: "$streamDeleted", revision: 2n ** 63n - 1n });
        expect(await all({ from: tombstone?.position ?? "start" })).toEqual([tombstone]);
      });
    });

    describe("reading a stream", () => {
      test("begins with the event at the revision in both directions, the first and the last alike", async () => {
        await append("a-1", "no_stream", events(4));
        expect(revisions(await stream("a-1"))).toEqual([0, 1, 2, 3]);
        expect(revisions(await stream("a-1", { fromRevision: 0n }))).toEqual([0, 1, 2, 3]);
        expect(revisions(await stream("a-1", { fromRevision: 3n }))).toEqual([3]);
        expect(revisions(await stream("a-1", { fromRevision: 4n }))).toEqual([]);
        expect(revisions(await stream("a-1", { backwards: true }))).toEqual([3, 2, 1, 0]);
        expect(revisions(await stream("a-1", { backwards: true, maxCount: 1 }))).toEqual([3]);
        expect(revisions(await stream("a-1", { backwards: true, fromRevision: 3n }))).toEqual([3, 2, 1, 0]);
        expect(revisions(await stream("a-1", { backwards: true, fromRevision: 0n }))).toEqual([0]);
      });

      test("that was never written is missing", async () => {
        for (const backwards of [false, true])
          await expect(stream("nobody-1", { backwards })).rejects.toMatchObject({ erased: false });
      });

      test("an event comes back as it was written, with its place in the log", async () => {
        const { position } = await append("a-1", "no_stream", [
          event(7, "5a0c1a0e-3b0d-4a4e-9d0a-0c7f4c0b6a11"),
        ]);
        const [back] = await stream("a-1");
        expect(back).toMatchObject({
          id: "5a0c1a0e-3b0d-4a4e-9d0a-0c7f4c0b6a11",
          type: "Counted7",
          position,
        });
        expect(back).toMatchObject({ stream: "a-1", revision: 0n, data: { n: 7 }, metadata: {} });
      });
    });

    describe("appending", () => {
      test("answers the revision and the position of the last event", async () => {
        const first = await append("a-1", "no_stream", events(2));
        const second = await append("a-1", 1n, events(1));
        expect([first.revision, second.revision]).toEqual([1n, 2n]);
        expect((await all()).slice(1).map(({ position }) => position)).toEqual([
          first.position,
          second.position,
        ]);
      });

      test("at another revision than the stream's is refused with where it is", async () => {
        await expect(append("a-1", 0n, events(1))).rejects.toMatchObject({ actual: "no_stream" });
        await append("a-1", "no_stream", events(2));
        for (const expected of ["no_stream", 0n, 5n] as const)
          await expect(append("a-1", expected, events(1))).rejects.toMatchObject({ actual: 1n });
        expect(await stream("a-1")).toHaveLength(2);
      });

      test("the same events again are answered as they stand, wherever they stand", async () => {
        const [first, second, third] = [events(2), events(1), events(1)];
        const answers = [
          await append("a-1", "no_stream", first),
          await append("a-1", 1n, second),
          await append("a-1", "any", third),
        ];
        expect(await append("a-1", "no_stream", first)).toEqual(answers[0]);
        expect(await append("a-1", "any", first)).toEqual(answers[0]);
        expect(await append("a-1", 1n, second)).toEqual(answers[1]);
        expect(await append("a-1", "any", third)).toEqual(answers[2]);
        expect(await all()).toHaveLength(4);
      });

      test("a repeat with something new in it is a conflict, and nothing of it is written", async () => {
        const [one, other] = [event(1), event(2)];
        await append("a-1", "no_stream", [one]);
        await expect(append("a-1", "no_stream", [one, other])).rejects.toThrow(WrongRevision);
        await expect(append("a-1", "any", [one, other])).rejects.toThrow(WrongRevision);
        expect(await all()).toHaveLength(1);
      });
    });

    describe("deleting", () => {
      test("a deleted stream is missing, and goes on after its old revision", async () => {
        await append("a-1", "no_stream", events(3));
        await log.deleteStream("a-1", 2n);
        await expect(stream("a-1")).rejects.toMatchObject({ erased: false });
        expect((await append("a-1", "no_stream", events(1))).revision).toBe(3n);
        expect(revisions(await stream("a-1"))).toEqual([3]);
        await log.deleteStream("a-1", "any");
        expect((await append("a-1", 3n, events(1))).revision).toBe(4n);
      });

      test("at another revision, or of what never was, is refused", async () => {
        await append("a-1", "no_stream", events(3));
        await expect(log.deleteStream("a-1", 1n)).rejects.toMatchObject({ actual: 2n });
        await expect(log.deleteStream("nobody-1", "any")).rejects.toMatchObject({ actual: "no_stream" });
        expect(await stream("a-1")).toHaveLength(3);
      });

      test("for good, a stream can neither be read nor written nor deleted again", async () => {
        await append("a-1", "no_stream", events(1));
        await log.tombstoneStream("a-1");
        const refused = [
          stream("a-1"),
          stream("a-1", { backwards: true }),
          append("a-1", "any", events(1)),
          append("a-1", "no_stream", events(1)),
          log.deleteStream("a-1", "any"),
          log.tombstoneStream("a-1"),
          log.setStreamMetadata("a-1", { maxAge: 1 }),
        ];
        for (const outcome of await Promise.allSettled(refused)) {
          expect(outcome).toMatchObject({ status: "rejected", reason: { erased: true } });
          expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(StreamMissing);
        }
      });
    });

    describe("limits of a stream", () => {
      test("maxAge hides what is older, to the second, and the revision goes on", async () => {
        await log.setStreamMetadata("a-1", { maxAge: 60 });
        await append("a-1", "no_stream", events(1));
        under.advance(30_000);
        await append("a-1", 0n, events(1));
        under.advance(30_000);
        expect(revisions(await stream("a-1"))).toEqual([0, 1]);
        under.advance(1);
        expect(revisions(await stream("a-1"))).toEqual([1]);
        expect(revisions(await stream("a-1", { backwards: true }))).toEqual([1]);
        under.advance(30_000);
        expect(await stream("a-1")).toEqual([]);
        await expect(append("a-1", "no_stream", events(1))).rejects.toMatchObject({ actual: 1n });
        expect((await append("a-1", 1n, events(1))).revision).toBe(2n);
        expect(revisions(await stream("a-1"))).toEqual([2]);
      });

      test("maxCount leaves the newest, and each further append hides one more", async () => {
        await append("a-1", "no_stream", events(5));
        await log.setStreamMetadata("a-1", { maxCount: 1 });
        expect(revisions(await stream("a-1"))).toEqual([4]);
        expect(revisions(await stream("a-1", { backwards: true }))).toEqual([4]);
        await append("a-1", 4n, events(2));
        expect(revisions(await stream("a-1"))).toEqual([6]);
        expect(revisions(await stream("a-1", { fromRevision: 0n }))).toEqual([6]);
      });

      test("set before the first event they hold from it on; the stream is missing until then", async () => {
        await log.setStreamMetadata("a-1", { maxCount: 2, maxAge: 60 });
        await expect(stream("a-1")).rejects.toThrow(StreamMissing);
        await append("a-1", "no_stream", events(3));
        expect(revisions(await stream("a-1"))).toEqual([1, 2]);
        under.advance(60_001);
        expect(await stream("a-1")).toEqual([]);
      });

      test("set again they replace those before", async () => {
        await append("a-1", "no_stream", events(3));
        await log.setStreamMetadata("a-1", { maxCount: 1 });
        await log.setStreamMetadata("a-1", { maxAge: 60 });
        expect(await stream("a-1")).toHaveLength(3);
        expect(await stream("$$a-1")).toHaveLength(1);
      });

      test("the whole log still has what they hide", async () => {
        await append("a-1", "no_stream", events(3));
        await log.setStreamMetadata("a-1", { maxCount: 1 });
        expect(named(await all())).toEqual(["a-1 0", "a-1 1", "a-1 2", "$$a-1 0"]);
      });
    });

    describe("a subscription", () => {
      /** Up to the mark that says it has caught up; what comes behind that stays to be taken. */
      const caughtUp = async (subscription: LogSubscription) => {
        const given: RawEvent[] = [];
        for (;;) {
          const items = await subscription.take(1);
          if (!items) throw new Error("The subscription ended");
          for (const item of items) {
            if (item.kind === "caughtUp") return named(given);
            if (item.kind === "event") given.push(item.event);
          }
        }
      };
      const nextEvent = async (subscription: LogSubscription): Promise<RawEvent> => {
        for (;;) {
          const items = await subscription.take(1);
          if (!items) throw new Error("The subscription ended");
          for (const item of items) if (item.kind === "event") return item.event;
        }
      };

      test("from the start gives the first event, from a position what comes after it", async () => {
        const { first, last } = await filled();
        for (const [from, expected] of [
          ["start", ["a-1 0", "a-1 1", "a-1 2", "b-1 0", "b-1 1"]],
          [first, ["a-1 1", "a-1 2", "b-1 0", "b-1 1"]],
          [last, []],
        ] as const) {
          const subscription = log.subscribe(from, undefined);
          expect(await caughtUp(subscription)).toEqual(expected);
          await subscription.stop();
        }
      });

      test("from the log's last event gives the very next one", async () => {
        const { last } = await filled();
        const subscription = log.subscribe(last, undefined);
        await caughtUp(subscription);
        await append("c-1", "no_stream", events(1));
        expect(await nextEvent(subscription)).toMatchObject({ stream: "c-1", revision: 0n });
        await subscription.stop();
      });

      test("on an empty log gives the first event ever", async () => {
        const subscription = log.subscribe("start", undefined);
        expect(await caughtUp(subscription)).toEqual([]);
        await append("a-1", "no_stream", events(1));
        expect(await nextEvent(subscription)).toMatchObject({ stream: "a-1", revision: 0n });
        await subscription.stop();
      });

      test("with a filter gives what it lets through, the first and the last event included", async () => {
        await filled();
        await append("c-1", "no_stream", [event(9)]);
        const given = async (...filter: Parameters<LogClient["subscribe"]>) => {
          const subscription = log.subscribe(...filter);
          const list = await caughtUp(subscription);
          await subscription.stop();
          return list;
        };
        const streams = { on: "streamName", prefixes: ["a-", "c-"] } as const;
        expect(await given("start", streams)).toEqual(["a-1 0", "a-1 1", "a-1 2", "c-1 0"]);
        const types = { on: "eventType", prefixes: ["Counted9"] } as const;
        expect(await given("start", types)).toEqual(["c-1 0"]);
      });

      test("goes on through thousands of short reads, found or not", async () => {
        await filled();
        await append("gone-1", "no_stream", events(1));
        await log.tombstoneStream("gone-1");
        const subscription = log.subscribe("start", undefined);
        await caughtUp(subscription);
        // As the session reads: to the end, and then the read is left.
        const read = async (name: string) => {
          const reading = log.readStream(name, { backwards: true, maxCount: 1 });
          await collect(reading)
            .catch((error: unknown) => {
              if (!(error instanceof StreamMissing)) throw error;
            })
            .finally(() => reading.cancel());
        };
        for (let round = 0; round < 60; round += 1)
          await Promise.all(
            Array.from({ length: 25 }, (_, n) => [`never-${round}-${n}`, "gone-1", "a-1"])
              .flat()
              .map(read),
          );
        await append("c-1", "no_stream", events(1));
        expect(await nextEvent(subscription)).toMatchObject({ stream: "c-1", revision: 0n });
        await subscription.stop();
      });

      test("gives metadata and tombstones as the events they are", async () => {
        await append("a-1", "no_stream", events(1));
        const subscription = log.subscribe("start", undefined);
        await caughtUp(subscription);
        await log.setStreamMetadata("a-1", { maxCount: 1 });
        expect(await nextEvent(subscription)).toMatchObject({ stream: "$$a-1", type: "$metadata" });
        await log.tombstoneStream("a-1");
        expect(await nextEvent(subscription)).toMatchObject({ stream: "a-1", type: "$streamDeleted" });
        await subscription.stop();
      });
    });
  });
}

async function collect(read: CancelableRead): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for await (const event of read) events.push(event);
  return events;
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`There is nothing at ${index}`);
  return found;
}
