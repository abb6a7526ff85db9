import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import type { Answered } from "../behaviour.ts";
import type { ExpectedRevision } from "../log/append-decision.ts";
import type { PendingWrite } from "../log/commit-queue.ts";
import { softDelete, tombstone } from "../log/writes.ts";
import {
  invalidArgument,
  notReady,
  streamDeleted,
  timedOut,
  toGrpcError,
  wrongExpectedVersion,
} from "../protocol/grpc-errors.ts";
import { placed } from "../protocol/read-response.ts";
import { readExpectedRevision, readWritableStreamName } from "../protocol/request-fields.ts";
import type { Store } from "../store.ts";

const { DeleteResp, TombstoneResp } = streamsPb;

type Call<Request, Response> = [call: ServerUnaryCall<Request, Response>, answer: sendUnaryData<Response>];
type DeleteCall = ServerUnaryCall<streamsPb.DeleteReq | streamsPb.TombstoneReq, unknown>;
type Delete = typeof softDelete;

/** `Streams.Delete`: a soft delete; the stream can be written again. */
export const deleteHandler =
  (store: Store) =>
  (...[call, answer]: Call<streamsPb.DeleteReq, streamsPb.DeleteResp>): void => {
    remove(store, call, softDelete).then(
      (position) => answer(null, new DeleteResp().setPosition(placed(new DeleteResp.Position(), position))),
      (error: unknown) => answer(toGrpcError(error)),
    );
  };

/** `Streams.Tombstone`: the stream can never be written again. */
export const tombstoneHandler =
  (store: Store) =>
  (...[call, answer]: Call<streamsPb.TombstoneReq, streamsPb.TombstoneResp>): void => {
    remove(store, call, tombstone).then(
      (position) =>
        answer(null, new TombstoneResp().setPosition(placed(new TombstoneResp.Position(), position))),
      (error: unknown) => answer(toGrpcError(error)),
    );
  };

/** Returns the position of the event that the deletion wrote. Throws the gRPC error. */
async function remove(store: Store, call: DeleteCall, work: Delete): Promise<string> {
  const options = call.request.getOptions();
  if (!options) throw invalidArgument("Options are required.");
  const stream = readWritableStreamName(options.getStreamIdentifier());
  const exact = options.hasRevision() ? options.getRevision() : undefined;
  const expected = readExpectedRevision(options, exact);
  store.behaviour.check("delete", stream);
  store.behaviour.checkLeader(call);
  const run: PendingWrite["run"] = (log, now) => work(log, stream, expected, now);
  const outcome = await store.behaviour.write(() => store.queue.write({ run }));
  return positionOf(outcome, stream, expected);
}

function positionOf(outcome: Answered, stream: string, expected: ExpectedRevision): string {
  switch (outcome.kind) {
    case "written":
      return String(outcome.position ?? 0);
    case "conflict":
      throw wrongExpectedVersion(stream, expected, outcome.actual);
    case "deleted":
      throw streamDeleted(stream);
    case "timeout":
      throw timedOut();
    case "not-ready":
      throw notReady();
  }
}
