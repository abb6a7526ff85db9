import type { EventStoreDBClient } from "@eventstore/db-client";
import { convertToCommandError } from "@eventstore/db-client/dist/utils/CommandError.js";
import { convertGrpcEvent } from "@eventstore/db-client/dist/utils/convertGrpcEvent.js";
import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ClientReadableStream } from "@grpc/grpc-js";
import { type CancelableRead, type LogClient, type RawEvent, StreamMissing } from "../log-client.ts";
import { translate } from "./client-errors.ts";
import { toRawEvent } from "./recorded-event.ts";

const { ReadReq } = streamsPb;
const { Options } = ReadReq;

type Call = ClientReadableStream<streamsPb.ReadResp>;
type ReadOptions = Parameters<LogClient["readStream"]>[1];

/**
 * Reads a stream with a call of our own, over the client's connection. A command needs all events of a short stream at once, and the
 * client's `readStream` passes each through several streams and promises. It also cancels the call with a stream reset when there is
 * no such stream. Servers close connections with many resets (Node's allows a thousand at once, then 33 a second), and that would end all
 * appends and subscriptions on the connection.
 */
export function readStream(client: EventStoreDBClient, stream: string, options: ReadOptions): CancelableRead {
  let call: Call | undefined;
  let isOver = false;
  const all = async (): Promise<RawEvent[]> => {
    try {
      call = await begin(client, requestOf(stream, options));
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

function begin(client: EventStoreDBClient, request: streamsPb.ReadReq): Promise<Call> {
  // biome-ignore lint/complexity/useLiteralKeys: a protected member can only be reached by its key
  const open = client["GRPCStreamCreator"](
    streamsGrpc.StreamsClient,
    "readStream",
    (connection: streamsGrpc.StreamsClient) => {
      // biome-ignore lint/complexity/useLiteralKeys: as above
      const [metadata, options] = client["callArguments"]({}, { deadline: Number.POSITIVE_INFINITY });
      return connection.read(request, metadata, options);
    },
  );
  return open();
}

function eventsOf(call: Call): Promise<RawEvent[]> {
  return new Promise((resolve, reject) => {
    const events: RawEvent[] = [];
    let isMissing = false;
    call.on("data", (answer: streamsPb.ReadResp) => {
      isMissing ||= answer.hasStreamNotFound();
      const resolved = answer.getEvent();
      if (!resolved) return;
      try {
        const { event } = convertGrpcEvent(resolved);
        if (event) events.push(toRawEvent(event));
      } catch (error) {
        reject(error);
        call.cancel();
      }
    });
    call.on("error", (error: Error) => reject(convertToCommandError(error)));
    call.on("end", () => (isMissing ? reject(new StreamMissing(false)) : resolve(events)));
  });
}

function requestOf(stream: string, { fromRevision, backwards, maxCount }: ReadOptions): streamsPb.ReadReq {
  const empty = new sharedPb.Empty();
  const from = new Options.StreamOptions();
  from.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)));
  if (fromRevision !== undefined) from.setRevision(fromRevision.toString());
  else if (backwards) from.setEnd(empty);
  else from.setStart(empty);
  const options = new Options();
  options.setStream(from);
  options.setReadDirection(backwards ? Options.ReadDirection.BACKWARDS : Options.ReadDirection.FORWARDS);
  options.setCount(maxCount.toString());
  options.setUuidOption(new Options.UUIDOption().setString(empty));
  options.setNoFilter(empty);
  return new ReadReq().setOptions(options);
}
