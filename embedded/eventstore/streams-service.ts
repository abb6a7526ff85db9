import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { readBatchRequest } from "./batch-request.ts";
import type { ReadAnswer } from "./read-response.ts";

const { StreamsService } = streamsGrpc;
const { read, batchAppend } = StreamsService;

/** The calls of `Streams`. What is sent most often is encoded and read by our own code, and the rest by the generated classes. */
export const streamsService = {
  ...StreamsService,
  read: {
    ...read,
    responseSerialize: (answer: ReadAnswer) =>
      Buffer.isBuffer(answer) ? answer : read.responseSerialize(answer),
  },
  batchAppend: {
    ...batchAppend,
    requestDeserialize: readBatchRequest,
    responseSerialize: (answer: Buffer | streamsPb.BatchAppendResp) =>
      Buffer.isBuffer(answer) ? answer : batchAppend.responseSerialize(answer),
  },
};
