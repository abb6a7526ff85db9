import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { invalidArgument, unimplemented } from "../protocol/grpc-errors.ts";
import { readNumber, readStreamName } from "../protocol/request-fields.ts";
import { compileFilter, type EventFilter, type FilterExpression } from "./filter.ts";

export type StartPoint = "start" | "end" | number;

/** One stream from a revision, or `$all` from a position, with or without a filter. */
export type ReadSource =
  | { readonly kind: "stream"; readonly stream: string; readonly from: StartPoint }
  | { readonly kind: "all"; readonly from: StartPoint; readonly filter?: EventFilter };

export type ReadRequest = {
  readonly source: ReadSource;
  readonly backwards: boolean;
  /** Whether ids are sent as two 64-bit numbers instead of text. */
  readonly structuredIds: boolean;
  /** The number of events of a read, or of scanned events between two checkpoints of a subscription. */
  readonly mode:
    | { readonly kind: "read"; readonly count: number }
    | { readonly kind: "subscribe"; readonly checkpointInterval?: number };
};

type Options = streamsPb.ReadReq.Options;
type FilterOptions = streamsPb.ReadReq.Options.FilterOptions;

const { Options: OptionsPb } = streamsPb.ReadReq;
const DEFAULT_SEARCH_WINDOW = 32;

/** Parses a request. Throws the gRPC error for an invalid or unsupported one. */
export function parseReadRequest(request: streamsPb.ReadReq): ReadRequest {
  const options = request.getOptions();
  if (!options) throw invalidArgument("Read options are required.");
  if (options.getResolveLinks()) throw unimplemented("Resolving links");
  if ((options.getControlOption()?.getCompatibility() ?? 0) > 0) throw unimplemented("Read compatibility");
  const backwards = options.getReadDirection() === OptionsPb.ReadDirection.BACKWARDS;
  if (options.hasSubscription() && backwards)
    throw invalidArgument("A subscription can't be read backwards.");
  return {
    source: readSource(options),
    backwards,
    structuredIds: !options.getUuidOption()?.hasString(),
    mode: readMode(options),
  };
}

function readMode(options: Options): ReadRequest["mode"] {
  switch (options.getCountOptionCase()) {
    case OptionsPb.CountOptionCase.COUNT:
      return { kind: "read", count: readNumber(options.getCount()) };
    case OptionsPb.CountOptionCase.SUBSCRIPTION: {
      const filter = options.getFilter();
      return { kind: "subscribe", ...(filter && { checkpointInterval: readCheckpointInterval(filter) }) };
    }
    default:
      throw invalidArgument("A count or a subscription is required.");
  }
}

function readSource(options: Options): ReadSource {
  const filter = options.getFilter();
  const stream = options.getStream();
  if (stream) {
    if (filter) throw invalidArgument("A filter works on $all only.");
    const name = readStreamName(stream.getStreamIdentifier());
    const from = stream.hasRevision() ? readNumber(stream.getRevision()) : edge(stream);
    return { kind: "stream", stream: name, from };
  }
  const all = options.getAll();
  if (!all) throw invalidArgument("A stream or $all is required.");
  const position = all.getPosition();
  const from = position ? readNumber(position.getCommitPosition()) : edge(all);
  return { kind: "all", from, ...(filter && { filter: readFilter(filter) }) };
}

function edge(point: { hasStart(): boolean; hasEnd(): boolean }): StartPoint {
  if (point.hasStart()) return "start";
  if (point.hasEnd()) return "end";
  throw invalidArgument("A position to read from is required.");
}

function readFilter(filter: FilterOptions): EventFilter {
  const byStream = filter.getStreamIdentifier();
  const byType = filter.getEventType();
  if (byStream) return compile("stream", byStream);
  if (byType) return compile("type", byType);
  throw invalidArgument("A filter needs a stream name or an event type.");
}

function compile(
  on: FilterExpression["on"],
  expression: streamsPb.ReadReq.Options.FilterOptions.Expression,
): EventFilter {
  try {
    return compileFilter({ on, regex: expression.getRegex(), prefixes: expression.getPrefixList() });
  } catch {
    throw invalidArgument(`'${expression.getRegex()}' is not a valid regular expression.`);
  }
}

function readCheckpointInterval(filter: FilterOptions): number {
  const multiplier = filter.getCheckpointintervalmultiplier();
  if (multiplier < 1) throw invalidArgument("The checkpoint interval must be at least 1.");
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  if (window < 1) throw invalidArgument("The search window must be at least 1.");
  return multiplier * window;
}
