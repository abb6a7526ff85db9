import type sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import type { ExpectedRevision } from "@ornament/platform/eventstore/emulation/append-decision";
import { DELETED } from "@ornament/platform/eventstore/emulation/append-decision";
import type jspb from "google-protobuf";
import type { ProposedEvent } from "./event.ts";
import { accessDenied, emptyEventId, invalidArgument, requiredMetadataMissing } from "./grpc-errors.ts";

/** An unsigned 64-bit number of a request. Numbers beyond the greatest safe integer become that. */
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
export type ExpectedRevisionFields = {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
};

export function readExpectedRevision(
  fields: ExpectedRevisionFields,
  exact: string | undefined,
): ExpectedRevision {
  if (exact !== undefined) return readNumber(exact);
  if (fields.hasNoStream()) return "no_stream";
  if (fields.hasStreamExists()) return "stream_exists";
  if (fields.hasAny()) return "any";
  throw invalidArgument("An expected revision is required.");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A UUID in either form, as lower-case text. Throws the gRPC error. */
export function readUuid(uuid: sharedPb.UUID | undefined): string {
  const structured = uuid?.getStructured();
  const text = structured
    ? structuredToText(structured.getMostSignificantBits(), structured.getLeastSignificantBits())
    : (uuid?.getString() ?? "").toLowerCase();
  if (!UUID.test(text)) throw invalidArgument("An id is not a UUID.");
  return text;
}

function structuredToText(most: string, least: string): string {
  const hex = (bits: string) => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, "0");
  return (hex(most) + hex(least)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

type ProposedMessage = {
  getId(): sharedPb.UUID | undefined;
  getMetadataMap(): jspb.Map<string, string>;
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
};

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Throws the gRPC error. */
export function readProposedEvent(message: ProposedMessage): ProposedEvent {
  const id = readUuid(message.getId());
  if (id === NO_ID) throw emptyEventId();
  const fields = message.getMetadataMap();
  return {
    id,
    type: required(fields, "type"),
    contentType: required(fields, "content-type"),
    metadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}

function required(fields: jspb.Map<string, string>, property: string): string {
  const value = fields.get(property);
  if (value === undefined || value === "") throw requiredMetadataMissing(property);
  return value;
}
