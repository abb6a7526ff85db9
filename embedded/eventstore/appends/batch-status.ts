import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import statusPb from "@eventstore/db-client/generated/status_pb.js";
import { status } from "@grpc/grpc-js";
import anyPb from "google-protobuf/google/protobuf/any_pb.js";
import emptyPb from "google-protobuf/google/protobuf/empty_pb.js";
import type { ExpectedRevision } from "../log/append-decision.ts";
import { NO_STREAM } from "../log/append-decision.ts";
import { MAX_APPEND_SIZE } from "../log/event.ts";
import { STORAGE_FULL_MESSAGE } from "../log/storage-full.ts";
import { reportBug } from "../protocol/grpc-errors.ts";
import { streamIdentifier } from "../protocol/read-response.ts";

type Message = { serializeBinary(): Uint8Array };

/**
 * A failed append of a batch as `google.rpc.Status` with one detail, from which the client makes its error.
 */
function failure(code: status, message: string, name: string, detail: Message): statusPb.Status {
  const details = new anyPb.Any();
  details.pack(detail.serializeBinary(), `event_store.client.${name}`);
  const result = new statusPb.Status();
  // The codes of google.rpc.Code are the codes of gRPC.
  result.setCode(code as number);
  result.setMessage(message);
  result.setDetails(details);
  return result;
}

export function conflictStatus(expected: ExpectedRevision, actual: number): statusPb.Status {
  const detail = new sharedPb.WrongExpectedVersion();
  const empty = new emptyPb.Empty();
  if (actual === NO_STREAM) detail.setCurrentNoStream(empty);
  else detail.setCurrentStreamRevision(String(actual));
  if (expected === "any") detail.setExpectedAny(empty);
  else if (expected === "no_stream") detail.setExpectedNoStream(empty);
  else detail.setExpectedStreamPosition(String(expected));
  return failure(status.ALREADY_EXISTS, "WrongExpectedVersion", "WrongExpectedVersion", detail);
}

export function deletedStatus(stream: string): statusPb.Status {
  const detail = new sharedPb.StreamDeleted();
  detail.setStreamIdentifier(streamIdentifier(stream));
  return failure(status.NOT_FOUND, "StreamDeleted", "StreamDeleted", detail);
}

export function sizeExceededStatus(): statusPb.Status {
  const detail = new sharedPb.MaximumAppendSizeExceeded();
  detail.setMaxappendsize(MAX_APPEND_SIZE);
  return failure(status.INVALID_ARGUMENT, "MaximumAppendSizeExceeded", "MaximumAppendSizeExceeded", detail);
}

export const timeoutStatus = (): statusPb.Status =>
  failure(status.DEADLINE_EXCEEDED, "Timeout", "Timeout", new sharedPb.Timeout());

/** The client has no error type for this and passes the message on. */
export const storageFullStatus = (): statusPb.Status =>
  failure(status.RESOURCE_EXHAUSTED, STORAGE_FULL_MESSAGE, "StorageFull", new emptyPb.Empty());

/** The real server sends this without a code and a detail. */
export function notReadyStatus(): statusPb.Status {
  const details = new anyPb.Any();
  details.pack(new emptyPb.Empty().serializeBinary(), "google.protobuf.Empty");
  const result = new statusPb.Status();
  result.setMessage("Server Is Not Ready");
  result.setDetails(details);
  return result;
}

export const accessDeniedStatus = (): statusPb.Status =>
  failure(status.PERMISSION_DENIED, "AccessDenied", "AccessDenied", new sharedPb.AccessDenied());

export function badRequestStatus(message: string): statusPb.Status {
  const detail = new sharedPb.BadRequest();
  detail.setMessage(message);
  return failure(status.INVALID_ARGUMENT, message, "BadRequest", detail);
}

export function unknownStatus(error: unknown): statusPb.Status {
  reportBug(error);
  return failure(status.UNKNOWN, "Unknown", "Unknown", new sharedPb.Unknown());
}
