import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ServerUnaryCall, ServiceError, sendUnaryData } from "@grpc/grpc-js";
import { write } from "../appends/append.ts";
import type { Answered } from "../behaviour.ts";
import type { ExpectedRevision } from "../log/append-decision.ts";
import { softDelete, tombstone } from "../log/writes.ts";
import {
  commitFailed,
  invalidArgument,
  notReady,
  streamDeleted,
  timedOut,
  wrongExpectedVersion,
} from "../protocol/grpc-errors.ts";
import { readExpectedRevision, readWritableStreamName } from "../protocol/request-fields.ts";
import { isServiceError } from "../reads/read-handler.ts";
import type { Store } from "../store.ts";

type DeleteCall =
  | ServerUnaryCall<streamsPb.DeleteReq, streamsPb.DeleteResp>
  | ServerUnaryCall<streamsPb.TombstoneReq, streamsPb.TombstoneResp>;
type Delete = typeof softDelete;

/** `Streams.Delete`: a soft delete; the stream can be written again. */
export const deleteHandler =
  (store: Store) =>
  (
    call: ServerUnaryCall<streamsPb.DeleteReq, streamsPb.DeleteResp>,
    answer: sendUnaryData<streamsPb.DeleteResp>,
  ): void => {
    remove(store, call, softDelete).then(
      (position) => {
        const at = new streamsPb.DeleteResp.Position();
        at.setCommitPosition(position);
        at.setPreparePosition(position);
        answer(null, new streamsPb.DeleteResp().setPosition(at));
      },
      (error: unknown) => answer(toGrpcError(error)),
    );
  };

/** `Streams.Tombstone`: the stream can never be written again. */
export const tombstoneHandler =
  (store: Store) =>
  (
    call: ServerUnaryCall<streamsPb.TombstoneReq, streamsPb.TombstoneResp>,
    answer: sendUnaryData<streamsPb.TombstoneResp>,
  ): void => {
    remove(store, call, tombstone).then(
      (position) => {
        const at = new streamsPb.TombstoneResp.Position();
        at.setCommitPosition(position);
        at.setPreparePosition(position);
        answer(null, new streamsPb.TombstoneResp().setPosition(at));
      },
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
  const outcome = await write(store, { stream, run: (log, now) => work(log, stream, expected, now) });
  return positionOf(outcome, stream, expected);
}

function positionOf(outcome: Answered, stream: string, expected: ExpectedRevision): string {
  switch (outcome.kind) {
    case "written":
      return String(outcome.position ?? 0);
    case "conflict":
      throw wrongExpectedVersion("Delete", stream, expected, outcome.actual);
    case "deleted":
      throw streamDeleted(stream);
    case "timeout":
      throw timedOut();
    case "not-ready":
      throw notReady();
  }
}

const toGrpcError = (error: unknown): ServiceError => (isServiceError(error) ? error : commitFailed(error));
