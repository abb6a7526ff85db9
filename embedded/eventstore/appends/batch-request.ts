import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ExpectedRevision } from "../log/append-decision.ts";
import {
  expectedRevisionIn,
  type ProposedFields,
  proposedFields,
  uuidText,
} from "../protocol/request-fields.ts";

/** A `BatchAppendReq` before any check. */
export type BatchRequest = {
  readonly correlation: string;
  readonly options: BatchOptions | undefined;
  readonly events: readonly ProposedFields[];
  readonly isFinal: boolean;
};

export type BatchOptions = {
  readonly stream: string;
  readonly expected: ExpectedRevision | undefined;
  /** The client's deadline, in milliseconds since 1970. */
  readonly deadline: number | undefined;
};

export function readBatchRequest(request: streamsPb.BatchAppendReq): BatchRequest {
  const options = request.getOptions();
  return {
    correlation: uuidText(request.getCorrelationId()),
    options: options && readOptions(options),
    events: request.getProposedMessagesList().map(proposedFields),
    isFinal: request.getIsFinal(),
  };
}

function readOptions(options: streamsPb.BatchAppendReq.Options): BatchOptions {
  return {
    stream: Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8"),
    expected: expectedRevisionIn(
      options,
      options.hasStreamPosition() ? options.getStreamPosition() : undefined,
    ),
    deadline: options.getDeadline()?.toDate().getTime(),
  };
}
