import type { EventStoreDBClient } from "@eventstore/db-client";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ClientReadableStream } from "@grpc/grpc-js";
import { type ReadAnswer, readAnswerOf } from "./read-answer.ts";

export type ReadCall<Answer = ReadAnswer> = ClientReadableStream<Answer>;

const { path, requestSerialize } = streamsGrpc.StreamsService.read;

/** The client's name of a call, for its debug output. */
type CallName = "readStream" | "readAll" | "subscribeToAll";

/** Begins a `Read` call over the client's connection and with its credentials. */
export const beginRead = (
  client: EventStoreDBClient,
  name: CallName,
  request: streamsPb.ReadReq,
): Promise<ReadCall> => beginReadAs(client, name, request, readAnswerOf);

/** As `beginRead`, with another form of the answers: `answerOf` gets each encoded `ReadResp`. */
export function beginReadAs<Answer>(
  client: EventStoreDBClient,
  name: CallName,
  request: streamsPb.ReadReq,
  answerOf: (message: Buffer) => Answer,
): Promise<ReadCall<Answer>> {
  // biome-ignore lint/complexity/useLiteralKeys: a protected member can only be reached by its key
  const open = client["GRPCStreamCreator"](
    streamsGrpc.StreamsClient,
    name,
    (connection: streamsGrpc.StreamsClient) => {
      // biome-ignore lint/complexity/useLiteralKeys: as above
      const [metadata, options] = client["callArguments"]({}, { deadline: Number.POSITIVE_INFINITY });
      return connection.makeServerStreamRequest(path, requestSerialize, answerOf, request, metadata, options);
    },
  );
  return open();
}
