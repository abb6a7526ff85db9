import type { EventStoreDBClient } from "@eventstore/db-client";
import { convertToCommandError } from "@eventstore/db-client/dist/utils/CommandError.js";
import { convertGrpcEvent } from "@eventstore/db-client/dist/utils/convertGrpcEvent.js";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ClientReadableStream } from "@grpc/grpc-js";
import {
  type CancelableRead,
  type EventBytes,
  type LogItem,
  LogRefused,
  type RawEvent,
  StreamMissing,
  type StreamRead,
} from "../log-client.ts";
import { translate } from "./client-errors.ts";

/** One message of a read or a subscription. `missing`: no such stream; `other`: readers skip the message. */
export type ReadAnswer = LogItem | { readonly kind: "missing" } | { readonly kind: "other" };

const ticksPerMillisecond = 10_000n;

/**
 * Reads an encoded `ReadResp`. A resolved event is read without its link. Throws for other bytes, and
 * `LogRefused` for a server that sends no positions.
 */
export function readAnswerOf(message: Buffer): ReadAnswer {
  const answer = streamsPb.ReadResp.deserializeBinary(message);
  if (answer.hasStreamNotFound()) return { kind: "missing" };
  if (answer.hasCaughtUp()) return { kind: "caughtUp" };
  const checkpoint = answer.getCheckpoint();
  if (checkpoint) return { kind: "checkpoint", position: positionOf(checkpoint) };
  const read = answer.getEvent();
  const { event } = read ? convertGrpcEvent(read) : {};
  if (!event) return { kind: "other" };
  const { id, streamId: stream, revision, type, data, metadata, position, created: createdAt } = event;
  if (!position)
    throw new LogRefused("The event store answers without positions; it needs version 23.10 or later");
  return { kind: "event", event: { id, stream, revision, type, data, metadata, position, createdAt } };
}

/** "none" for an answer without an event, such as the position of the end. */
export function readEventOf(message: Buffer): RawEvent | "none" {
  const answer = readAnswerOf(message);
  return answer.kind === "event" ? answer.event : "none";
}

export function readBytesOf(message: Buffer): EventBytes | "none" {
  const event = streamsPb.ReadResp.deserializeBinary(message).getEvent()?.getEvent();
  if (!event) return "none";
  const facts = event.getMetadataMap();
  return {
    id: event.getId()?.getString() ?? "",
    stream: Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8"),
    revision: BigInt(event.getStreamRevision()),
    type: facts.get("type") ?? "",
    contentType: facts.get("content-type") ?? "application/octet-stream",
    created: Number(BigInt(facts.get("created") ?? "0") / ticksPerMillisecond),
    position: positionOf(event),
    metadata: event.getCustomMetadata_asU8(),
    data: event.getData_asU8(),
  };
}

const positionOf = (of: { getCommitPosition(): string; getPreparePosition(): string }) => ({
  commit: BigInt(of.getCommitPosition()),
  prepare: BigInt(of.getPreparePosition()),
});

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

/** A command needs all of a short stream. */
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

/** One by one. `eventOf` gives nothing for an answer without an event. */
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
