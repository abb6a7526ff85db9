import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import statusPb from "@eventstore/db-client/generated/status_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { status } from "@grpc/grpc-js";
import anyPb from "google-protobuf/google/protobuf/any_pb.js";
import emptyPb from "google-protobuf/google/protobuf/empty_pb.js";
import { isStorageFull } from "../../files/storage-full.ts";
import type { Answered } from "../behaviour.ts";
import type { ExpectedRevision } from "../log/append-decision.ts";
import { NO_STREAM } from "../log/append-decision.ts";
import { MAX_APPEND_SIZE } from "../log/event.ts";
import { isServiceError, reportBug, STORAGE_FULL_MESSAGE } from "../protocol/grpc-errors.ts";
import { placed, streamIdentifier } from "../protocol/read-response.ts";
import { AppendTimedOut, AppendTooLarge } from "./append-request.ts";

const { Success } = streamsPb.BatchAppendResp;

/** The success of an append, or its error as `google.rpc.Status`. */
export type AppendResult = streamsPb.BatchAppendResp.Success | statusPb.Status;

export const setResult = (response: streamsPb.BatchAppendResp, result: AppendResult) =>
  result instanceof Success ? response.setSuccess(result) : response.setError(result);

export function resultOf(outcome: Answered, stream: string, expected: ExpectedRevision): AppendResult {
  switch (outcome.kind) {
    case "written":
      return success(outcome);
    case "conflict":
      return conflict(expected, outcome.actual);
    case "deleted": {
      const detail = new sharedPb.StreamDeleted().setStreamIdentifier(streamIdentifier(stream));
      return failure(status.NOT_FOUND, "StreamDeleted", detail);
    }
    case "timeout":
      return failure(status.DEADLINE_EXCEEDED, "Timeout", new sharedPb.Timeout());
    case "not-ready":
      return notReady();
  }
}

export function statusOfError(error: unknown): statusPb.Status {
  if (error instanceof AppendTimedOut)
    return failure(status.DEADLINE_EXCEEDED, "Timeout", new sharedPb.Timeout());
  if (error instanceof AppendTooLarge) {
    const detail = new sharedPb.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_SIZE);
    return failure(status.INVALID_ARGUMENT, "MaximumAppendSizeExceeded", detail);
  }
  // The client has no error type for this and passes the message on.
  if (isStorageFull(error))
    return failure(status.RESOURCE_EXHAUSTED, "StorageFull", new emptyPb.Empty(), STORAGE_FULL_MESSAGE);
  if (!isServiceError(error)) {
    reportBug(error);
    return failure(status.UNKNOWN, "Unknown", new sharedPb.Unknown());
  }
  if (error.code === status.PERMISSION_DENIED)
    return failure(status.PERMISSION_DENIED, "AccessDenied", new sharedPb.AccessDenied());
  const detail = new sharedPb.BadRequest().setMessage(error.details);
  return failure(status.INVALID_ARGUMENT, "BadRequest", detail, error.details);
}

function success({ revision, position }: Extract<Answered, { kind: "written" }>): AppendResult {
  const written = new Success();
  if (revision === NO_STREAM) written.setNoStream(new emptyPb.Empty());
  else written.setCurrentRevision(String(revision));
  if (position === undefined) return written.setNoPosition(new emptyPb.Empty());
  return written.setPosition(placed(new sharedPb.AllStreamPosition(), String(position)));
}

function conflict(expected: ExpectedRevision, actual: number): statusPb.Status {
  const detail = new sharedPb.WrongExpectedVersion();
  const empty = new emptyPb.Empty();
  if (actual === NO_STREAM) detail.setCurrentNoStream(empty);
  else detail.setCurrentStreamRevision(String(actual));
  if (expected === "any") detail.setExpectedAny(empty);
  else if (expected === "no_stream") detail.setExpectedNoStream(empty);
  else detail.setExpectedStreamPosition(String(expected));
  return failure(status.ALREADY_EXISTS, "WrongExpectedVersion", detail);
}

type Message = { serializeBinary(): Uint8Array };

/** A status with one detail, from whose name the client makes its error. */
function failure(code: status, name: string, detail: Message, message = name): statusPb.Status {
  const details = new anyPb.Any();
  details.pack(detail.serializeBinary(), `event_store.client.${name}`);
  // The codes of google.rpc.Code are the codes of gRPC.
  return new statusPb.Status()
    .setCode(code as number)
    .setMessage(message)
    .setDetails(details);
}

/** The real server sends this without a code and a detail. */
function notReady(): statusPb.Status {
  const details = new anyPb.Any();
  details.pack(new emptyPb.Empty().serializeBinary(), "google.protobuf.Empty");
  return new statusPb.Status().setMessage("Server Is Not Ready").setDetails(details);
}
