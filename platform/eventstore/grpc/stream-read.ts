import type { EventStoreDBClient } from "@eventstore/db-client";
import { convertToCommandError } from "@eventstore/db-client/dist/utils/CommandError.js";
import { type CancelableRead, type RawEvent, StreamMissing } from "../log-client.ts";
import { translate } from "./client-errors.ts";
import type { ReadAnswer } from "./read-answer.ts";
import { beginRead, type ReadCall } from "./read-call.ts";
import { type StreamReadOptions, streamRequest } from "./read-request.ts";

/**
 * Reads a stream with our own call, over the client's connection. A command needs all events of a short
 * stream together, and the client's `readStream` passes each event through several streams and promises. For
 * a missing stream it also cancels the call with a stream reset. Servers close connections with many resets
 * (Node's allows a burst of 1000, then 33 a second), and that would end all appends and subscriptions on the
 * connection.
 */
export function readStream(
  client: EventStoreDBClient,
  stream: string,
  options: StreamReadOptions,
): CancelableRead {
  let call: ReadCall | undefined;
  let isOver = false;
  const all = async (): Promise<RawEvent[]> => {
    try {
      call = await beginRead(client, "readStream", streamRequest(stream, options));
      if (isOver) call.cancel();
      return await eventsOf(call);
    } catch (error) {
      throw translate(error);
    } finally {
      isOver = true;
    }
  };
  return {
    all,
    cancel() {
      if (!isOver) call?.cancel();
      isOver = true;
    },
    async *[Symbol.asyncIterator]() {
      yield* await all();
    },
  };
}

function eventsOf(call: ReadCall): Promise<RawEvent[]> {
  return new Promise((resolve, reject) => {
    const events: RawEvent[] = [];
    let isMissing = false;
    call.on("data", (answer: ReadAnswer) => {
      if (answer.kind === "event") events.push(answer.event);
      isMissing ||= answer.kind === "missing";
    });
    call.on("error", (error: Error) => reject(convertToCommandError(error)));
    call.on("end", () => (isMissing ? reject(new StreamMissing(false)) : resolve(events)));
  });
}
