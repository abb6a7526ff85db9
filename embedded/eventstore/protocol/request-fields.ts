import type sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import type jspb from "google-protobuf";
import type { ExpectedRevision } from "../log/append-decision.ts";
import { DELETED } from "../log/append-decision.ts";
import type { ProposedEvent } from "../log/event.ts";
import {
  accessDenied,
  emptyEventId,
  invalidArgument,
  requiredMetadataMissing,
  unimplemented,
} from "./grpc-errors.ts";

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
export const readWritableStreamName = (identifier: sharedPb.StreamIdentifier | undefined): string =>
  writable(readStreamName(identifier));

/** A stream's name if it can be written to. Throws the gRPC error. */
export function writable(name: string): string {
  if (name === "") throw invalidArgument("A stream name is required.");
  if (name === "$all" || name === "$$$all") throw accessDenied();
  return name;
}

/** The expected revision, which every kind of write request has. */
export type ExpectedRevisionFields = {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
};

/** The expected revision, if the request names one. `exact` is the revision in it. */
export function expectedRevisionIn(
  fields: ExpectedRevisionFields,
  exact: string | undefined,
): ExpectedRevision | undefined {
  if (exact !== undefined) return readNumber(exact);
  if (fields.hasNoStream()) return "no_stream";
  if (fields.hasStreamExists()) throw unimplemented("Expecting any existing stream");
  return fields.hasAny() ? "any" : undefined;
}

/** As {@link expectedRevisionIn}. Throws the gRPC error for a request without an expected revision. */
export const readExpectedRevision = (
  fields: ExpectedRevisionFields,
  exact: string | undefined,
): ExpectedRevision => required(expectedRevisionIn(fields, exact));

/** Throws the gRPC error for a request without an expected revision. */
export function required(expected: ExpectedRevision | undefined): ExpectedRevision {
  if (expected === undefined) throw invalidArgument("An expected revision is required.");
  return expected;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A UUID as lower-case text. Throws the gRPC error, also for one as two numbers. */
export const readUuid = (uuid: sharedPb.UUID | undefined): string => checkedUuid(uuidText(uuid));

/** The text in lower case, unchecked. */
export const uuidText = (uuid: sharedPb.UUID | undefined): string => (uuid?.getString() ?? "").toLowerCase();

export const isUuid = (text: string): boolean => UUID.test(text);

function checkedUuid(text: string): string {
  if (!isUuid(text)) throw invalidArgument("An id is not a UUID.");
  return text;
}

/** An event as it was sent, before any check. */
export type ProposedFields = {
  readonly id: string;
  readonly properties: { get(name: string): string | undefined };
  readonly metadata: Uint8Array;
  readonly data: Uint8Array;
};

type ProposedMessage = {
  getId(): sharedPb.UUID | undefined;
  getMetadataMap(): jspb.Map<string, string>;
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
};

export const proposedFields = (message: ProposedMessage): ProposedFields => ({
  id: uuidText(message.getId()),
  properties: message.getMetadataMap(),
  metadata: message.getCustomMetadata_asU8(),
  data: message.getData_asU8(),
});

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Throws the gRPC error. */
export function readProposedEvent({ id, properties, metadata, data }: ProposedFields): ProposedEvent {
  if (checkedUuid(id) === NO_ID) throw emptyEventId();
  return {
    id,
    type: property(properties, "type"),
    contentType: property(properties, "content-type"),
    metadata,
    data,
  };
}

function property(properties: ProposedFields["properties"], name: string): string {
  const value = properties.get(name);
  if (value === undefined || value === "") throw requiredMetadataMissing(name);
  return value;
}
