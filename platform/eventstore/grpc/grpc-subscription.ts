import { setImmediate } from "node:timers/promises";
import { convertToCommandError } from "@eventstore/db-client/dist/utils/CommandError.js";
import { ItemQueue } from "../item-queue.ts";
import type { LogItem, LogSubscription } from "../log-client.ts";
import { isPossiblePosition } from "../position.ts";
import type { ReadAnswer } from "./read-answer.ts";
import type { ReadCall } from "./read-calls.ts";

/** The length of the queue at which the server's stream is paused. */
const highWaterMark = 2_000;

/** The parts of a call that the subscription uses. */
export type SubscriptionCall = Pick<ReadCall, "on" | "isPaused" | "pause" | "resume" | "cancel">;

/** A subscription's call as items in order. */
export class GrpcSubscription implements LogSubscription {
  readonly #queue = new ItemQueue<LogItem>();
  readonly #call: Promise<SubscriptionCall | undefined>;
  #opened: SubscriptionCall | undefined;

  constructor(open: () => Promise<SubscriptionCall>) {
    this.#call = open().then(
      (call) => this.#read(call),
      (error: unknown) => {
        this.#queue.end(error);
        return undefined;
      },
    );
  }

  get ended(): Promise<void> {
    return this.#queue.ended;
  }

  async take(max: number): Promise<LogItem[] | undefined> {
    if (this.#queue.length === 0) await this.#queue.filled();
    // Items that arrive in the same tick of the event loop belong to the same batch.
    await setImmediate();
    const items = await this.#queue.take(max);
    if (this.#queue.length < highWaterMark / 2 && this.#opened?.isPaused()) this.#opened.resume();
    return items;
  }

  async stop(): Promise<void> {
    this.#queue.end();
    // A subscription that never got a connection has nothing to cancel.
    this.#call.then(async (call) => {
      call?.resume();
      // See https://github.com/grpc/grpc-node/issues/1464
      await setImmediate();
      call?.cancel();
    });
  }

  #read(call: SubscriptionCall): SubscriptionCall {
    this.#opened = call;
    call.on("data", (answer: ReadAnswer) => this.#deliver(answer));
    call.on("error", (error: Error) => this.#queue.end(convertToCommandError(error)));
    call.on("end", () => this.#queue.end());
    call.on("close", () => this.#queue.end());
    return call;
  }

  #deliver(answer: ReadAnswer): void {
    if (answer.kind === "missing" || answer.kind === "other") return;
    if (answer.kind === "checkpoint" && !isPossiblePosition(answer.position)) return;
    this.#queue.push(answer);
    if (this.#queue.length >= highWaterMark) this.#opened?.pause();
  }
}
