import type { EventStoreDBClient } from "@eventstore/db-client";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ClientReadableStream } from "@grpc/grpc-js";
import { type ReadAnswer, readAnswerOf } from "./read-answer.ts";

export type ReadCall = ClientReadableStream<ReadAnswer>;

const { path, requestSerialize } = streamsGrpc.StreamsService.read;

/**
 * Begins a `Read` call over the client's connection and with its credentials. `name` is the client's name of
 * the call, for its debug output.
 */
export function beginRead(
  client: EventStoreDBClient,
  name: "readStream" | "readAll" | "subscribeToAll",
  request: streamsPb.ReadReq,
): Promise<ReadCall> {
  // biome-ignore lint/complexity/useLiteralKeys: a protected member can only be reached by its key
  const open = client["GRPCStreamCreator"](
    streamsGrpc.StreamsClient,
    name,
    (connection: streamsGrpc.StreamsClient) => {
      // biome-ignore lint/complexity/useLiteralKeys: as above
      const [metadata, options] = client["callArguments"]({}, { deadline: Number.POSITIVE_INFINITY });
      return connection.makeServerStreamRequest(
        path,
        requestSerialize,
        readAnswerOf,
        request,
        metadata,
        options,
      );
    },
  );
  return open();
}
