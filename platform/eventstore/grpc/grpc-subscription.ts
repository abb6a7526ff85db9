import { setImmediate } from "node:timers/promises";
import { convertToCommandError } from "@eventstore/db-client/dist/utils/CommandError.js";
import { ItemQueue } from "../item-queue.ts";
import type { LogItem, LogSubscription } from "../log-client.ts";
import { isPossiblePosition } from "../position.ts";
import type { ReadAnswer, ReadCall } from "./read-calls.ts";

/** Then the server's stream is paused. */
const highWaterMark = 2_000;

export type SubscriptionCall = Pick<ReadCall, "on" | "isPaused" | "pause" | "resume" | "cancel">;

export function subscriptionOn(open: () => Promise<SubscriptionCall>): LogSubscription {
  const queue = new ItemQueue<LogItem>();
  const opening = open().then(
    (call) => {
      call.on("data", (answer: ReadAnswer) => {
        if (answer.kind === "missing" || answer.kind === "other") return;
        if (answer.kind === "checkpoint" && !isPossiblePosition(answer.position)) return;
        queue.push(answer);
        if (queue.length >= highWaterMark) call.pause();
      });
      call.on("error", (error: Error) => queue.end(convertToCommandError(error)));
      call.on("end", () => queue.end());
      call.on("close", () => queue.end());
      return call;
    },
    // A subscription that never got a connection has nothing to cancel.
    (error: unknown) => void queue.end(error),
  );
  return {
    ended: queue.ended,
    async take(max) {
      if (queue.length === 0) await queue.filled();
      // Items that arrive in the same tick of the event loop belong to the same batch.
      await setImmediate();
      const items = await queue.take(max);
      const call = queue.length < highWaterMark / 2 ? await opening : undefined;
      if (call?.isPaused()) call.resume();
      return items;
    },
    async stop() {
      queue.end();
      opening.then(async (call) => {
        call?.resume();
        // See https://github.com/grpc/grpc-node/issues/1464
        await setImmediate();
        call?.cancel();
      });
    },
  };
}
