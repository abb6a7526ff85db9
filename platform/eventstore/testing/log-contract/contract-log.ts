import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import {
  type LogClient,
  type LogSubscription,
  type RawEvent,
  type RawNewEvent,
  type ReadOptions,
  StreamMissing,
} from "../../log-client.ts";
import type { Position } from "../../position.ts";

/** An event store, and a clock that only the test moves. Without the clock some cases are left out. */
export interface LogUnderTest {
  readonly log: LogClient;
  /** Moves the server's clock. */
  readonly advance?: (milliseconds: number) => void;
  close(): Promise<void>;
}

/**
 * The opening of an event store. If `fresh`, each test gets an empty one. Otherwise all tests share one,
 * which may contain other events.
 */
export interface LogSource {
  readonly fresh: boolean;
  open(): Promise<LogUnderTest>;
}

type Expected = Parameters<LogClient["append"]>[1];

/** The event store of the running test, with its writes and reads. Stream names are new in each test. */
export class ContractLog {
  readonly #run = randomUUID().slice(0, 8);
  #test = 0;
  #under: LogUnderTest | undefined;

  constructor({ fresh, open }: LogSource) {
    const start = async () => {
      this.#under = await open();
    };
    const stop = async () => {
      await this.#under?.close();
      this.#under = undefined;
    };
    if (fresh) {
      beforeEach(start);
      afterEach(stop);
    } else {
      beforeAll(start);
      afterAll(stop);
    }
    beforeEach(() => {
      this.#test += 1;
    });
  }

  get log(): LogClient {
    if (!this.#under) throw new Error("No test is running");
    return this.#under.log;
  }

  advance(milliseconds: number): void {
    if (!this.#under?.advance) throw new Error("This log's clock can't be moved");
    this.#under.advance(milliseconds);
  }

  /** The test's own stream of that name. */
  name(short: string): string {
    return `${short}-${this.#run}-${this.#test}`;
  }

  append(stream: string, expected: Expected, events: readonly RawNewEvent[]) {
    return this.log.append(this.name(stream), expected, events, 10_000);
  }

  /** All events, or the part that the options name. */
  all(options: Partial<Parameters<LogClient["readAll"]>[0]> = {}): Promise<RawEvent[]> {
    return listOf(this.log.readAll({ from: "start", backwards: false, maxCount: 100_000, ...options }));
  }

  /** Throws for a stream that is missing. */
  async stream(of: string, options: ReadOptions = {}): Promise<RawEvent[]> {
    const read = await this.log.readStream(this.name(of), options, 10_000);
    if (typeof read === "string") throw new StreamMissing(read === "erased");
    return read;
  }

  /** The last event of the event store. */
  async last(): Promise<RawEvent> {
    return at(await this.all({ from: "end", backwards: true, maxCount: 1 }), 0);
  }

  /** The events from that position on, in the form of `named`. */
  async since(position: Position): Promise<string[]> {
    return this.named(await this.all({ from: position }));
  }

  /** Each event as its stream, by the short name, and its revision. */
  named(list: readonly RawEvent[]): string[] {
    return list.map(
      ({ stream, revision }) => `${stream.replace(`-${this.#run}-${this.#test}`, "")} ${revision}`,
    );
  }

  /** Writes five events to two streams and returns their positions. */
  async filled(): Promise<{ positions: Position[]; first: Position; last: Position }> {
    await this.append("a", "no_stream", events(3));
    await this.append("b", "no_stream", events(2));
    const positions = [...(await this.stream("a")), ...(await this.stream("b"))].map(
      ({ position }) => position,
    );
    return { positions, first: at(positions, 0), last: at(positions, 4) };
  }
}

/** One part of the contract. */
export type ContractPart = (contract: ContractLog, source: LogSource) => void;

export const event = (n: number, id: string = randomUUID()): RawNewEvent => ({
  id,
  type: `Counted${n}`,
  data: { n },
  metadata: {},
});

export const events = (count: number): RawNewEvent[] => Array.from({ length: count }, (_, n) => event(n));

export const revisions = (list: readonly RawEvent[]): number[] =>
  list.map(({ revision }) => Number(revision));

export const shifted = ({ commit, prepare }: Position, by: bigint): Position => ({
  commit: commit + by,
  prepare: prepare + by,
});

export function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`There is nothing at ${index}`);
  return found;
}

/** The events before the marker "caught up"; later items are not taken. */
export async function caughtUp(subscription: LogSubscription): Promise<RawEvent[]> {
  const given: RawEvent[] = [];
  for (;;) {
    const items = await subscription.take(1);
    if (!items) throw new Error("The subscription ended");
    for (const item of items) {
      if (item.kind === "caughtUp") return given;
      if (item.kind === "event") given.push(item.event);
    }
  }
}

export async function nextEvent(subscription: LogSubscription): Promise<RawEvent> {
  for (;;) {
    const items = await subscription.take(1);
    if (!items) throw new Error("The subscription ended");
    for (const item of items) if (item.kind === "event") return item.event;
  }
}
