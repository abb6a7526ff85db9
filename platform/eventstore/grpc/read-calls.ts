import type { EventStoreDBClient } from "@eventstore/db-client";
import { convertToCommandError } from "@eventstore/db-client/dist/utils/CommandError.js";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ClientReadableStream } from "@grpc/grpc-js";
import { type CancelableRead, type RawEvent, StreamMissing, type StreamRead } from "../log-client.ts";
import { translate } from "./client-errors.ts";
import { type ReadAnswer, readAnswerOf } from "./read-answer.ts";

export type ReadCall<Answer = ReadAnswer> = ClientReadableStream<Answer>;

const { path, requestSerialize } = streamsGrpc.StreamsService.read;

/**
 * Begins a `Read` call over the client's connection and with its credentials. `answerOf` gets each encoded
 * `ReadResp`. The client's own reads are not used: they pass each event through several streams and promises,
 * lose the stored bytes, and for a missing stream reset the call. Servers close connections with many resets
 * (Node's allows a burst of 1000, then 33 a second), and that would end all appends and subscriptions on the
 * connection.
 */
export function beginRead<Answer>(
  client: EventStoreDBClient,
  request: streamsPb.ReadReq,
  answerOf: (message: Buffer) => Answer,
  deadline = Number.POSITIVE_INFINITY,
): Promise<ReadCall<Answer>> {
  // biome-ignore lint/complexity/useLiteralKeys: a protected member can only be reached by its key
  const open = client["GRPCStreamCreator"](
    streamsGrpc.StreamsClient,
    "read",
    (connection: streamsGrpc.StreamsClient) => {
      // biome-ignore lint/complexity/useLiteralKeys: as above
      const [metadata, options] = client["callArguments"]({}, { deadline });
      return connection.makeServerStreamRequest(path, requestSerialize, answerOf, request, metadata, options);
    },
  );
  return open();
}

/** All events of a read of a stream together, because a command needs all of a short stream. */
export async function readTogether(
  client: EventStoreDBClient,
  request: streamsPb.ReadReq,
  milliseconds: number,
): Promise<StreamRead> {
  try {
    const call = await beginRead(client, request, readAnswerOf, Date.now() + milliseconds);
    return await new Promise((resolve, reject) => {
      const events: RawEvent[] = [];
      let isMissing = false;
      call.on("data", (answer: ReadAnswer) => {
        if (answer.kind === "event") events.push(answer.event);
        isMissing ||= answer.kind === "missing";
      });
      call.on("error", (error: Error) => reject(convertToCommandError(error)));
      call.on("end", () => resolve(isMissing ? "missing" : events));
    });
  } catch (error) {
    const translated = translate(error);
    if (translated instanceof StreamMissing) return "erased";
    throw translated;
  }
}

/** The events of a read one by one. `eventOf` gives nothing for an answer without an event. */
export function readOf<E>(
  client: EventStoreDBClient,
  request: streamsPb.ReadReq,
  eventOf: (message: Buffer) => E | "none",
): CancelableRead<E> {
  let call: ReadCall<E | "none"> | undefined;
  let isCanceled = false;
  return {
    cancel() {
      isCanceled = true;
      call?.cancel();
      // The client's end waits for a call whose answer has arrived until somebody has read it.
      call?.destroy();
    },
    async *[Symbol.asyncIterator]() {
      try {
        call = await beginRead(client, request, eventOf);
        // After the reader has left, nothing else handles an error.
        call.on("error", () => undefined);
        if (isCanceled) call.cancel();
        for await (const answer of call) if (answer !== "none") yield answer;
      } catch (error) {
        if (!isCanceled) throw translate(convertToCommandError(error as Error));
      } finally {
        // A reader that leaves early would keep the call open.
        call?.cancel();
      }
    },
  };
}
