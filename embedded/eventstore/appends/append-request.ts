import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ExpectedRevision } from "../log/append-decision.ts";
import { MAX_APPEND_SIZE, type ProposedEvent, sizeOf } from "../log/event.ts";
import { invalidArgument } from "../protocol/grpc-errors.ts";
import { readExpectedRevision, readUuid, readWritableStreamName } from "../protocol/request-fields.ts";

/** An append as a client asks for it. It is not started after `deadline`, in milliseconds since 1970. */
export type AppendRequest = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly deadline: number | undefined;
  readonly events: readonly ProposedEvent[];
};

/** An append is larger than {@link MAX_APPEND_SIZE}. */
export class AppendTooLarge extends Error {}

/** The deadline of an append has passed. */
export class AppendTimedOut extends Error {}

/**
 * Reads the first message of an append. Throws {@link AppendTimedOut}, {@link AppendTooLarge}, or the gRPC error
 * for a message that can't be read. Clients send only appends of more than 3 MB in several messages.
 */
export function readAppend(
  request: streamsPb.BatchAppendReq,
  options: streamsPb.BatchAppendReq.Options,
): AppendRequest {
  const stream = readWritableStreamName(options.getStreamIdentifier());
  const exact = options.hasStreamPosition() ? options.getStreamPosition() : undefined;
  const expected = readExpectedRevision(options, exact);
  const deadline = options.getDeadline()?.toDate().getTime();
  if (deadline !== undefined && deadline <= Date.now()) throw new AppendTimedOut();
  const events = request.getProposedMessagesList().map(readEvent);
  const size = events.reduce((sum, event) => sum + sizeOf(event), 0);
  if (size > MAX_APPEND_SIZE || !request.getIsFinal()) throw new AppendTooLarge();
  return { stream, expected, deadline, events };
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

function readEvent(message: streamsPb.BatchAppendReq.ProposedMessage): ProposedEvent {
  const id = readUuid(message.getId());
  if (id === NO_ID) throw invalidArgument("Empty eventId provided.");
  const properties = message.getMetadataMap();
  const property = (name: string): string => {
    const value = properties.get(name);
    if (!value) throw invalidArgument(`Required Metadata Property '${name}' is missing`);
    return value;
  };
  return {
    id,
    type: property("type"),
    contentType: property("content-type"),
    metadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}
