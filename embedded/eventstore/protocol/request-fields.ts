import type sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import type { ExpectedRevision } from "../log/append-decision.ts";
import { DELETED } from "../log/append-decision.ts";
import { accessDenied, invalidArgument, unimplemented } from "./grpc-errors.ts";

/** An unsigned 64-bit number of a request. A number beyond the greatest safe integer becomes that integer. */
export function readNumber(value: string): number {
  const number = BigInt(value);
  return number > BigInt(DELETED) ? DELETED : Number(number);
}

/** The name of a stream other than `$all`. Throws the gRPC error. */
export function readStreamName(identifier: sharedPb.StreamIdentifier | undefined): string {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString("utf8");
  if (name === "") throw invalidArgument("A stream name is required.");
  return name;
}

/** As {@link readStreamName}, for writing. */
export function readWritableStreamName(identifier: sharedPb.StreamIdentifier | undefined): string {
  const name = readStreamName(identifier);
  if (name === "$all" || name === "$$$all") throw accessDenied();
  return name;
}

/** The expected revision, which every kind of write request has. */
type ExpectedRevisionFields = {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
};

/** The expected revision; `exact` is the revision in the request. Throws the gRPC error for a request without it. */
export function readExpectedRevision(
  fields: ExpectedRevisionFields,
  exact: string | undefined,
): ExpectedRevision {
  if (exact !== undefined) return readNumber(exact);
  if (fields.hasNoStream()) return "no_stream";
  if (fields.hasAny()) return "any";
  if (fields.hasStreamExists()) throw unimplemented("Expecting any existing stream");
  throw invalidArgument("An expected revision is required.");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A UUID as lower-case text. Throws the gRPC error, also for one as two numbers. */
export function readUuid(uuid: sharedPb.UUID | undefined): string {
  const text = uuidText(uuid);
  if (!isUuid(text)) throw invalidArgument("An id is not a UUID.");
  return text;
}

/** The text in lower case, unchecked. */
export const uuidText = (uuid: sharedPb.UUID | undefined): string => (uuid?.getString() ?? "").toLowerCase();

export const isUuid = (text: string): boolean => UUID.test(text);
