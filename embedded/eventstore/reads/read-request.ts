import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { StoredEvent } from "../log/event.ts";
import { invalidArgument, unimplemented } from "../protocol/grpc-errors.ts";
import { readNumber, readStreamName } from "../protocol/request-fields.ts";

export type StartPoint = "start" | "end" | number;

/** Whether an event is wanted, by the beginning of its stream's name or of its type. */
export type EventFilter = (event: Pick<StoredEvent, "stream" | "type">) => boolean;

/** One stream from a revision, or `$all` from a position, with or without a filter. */
export type ReadSource =
  | { readonly kind: "stream"; readonly stream: string; readonly from: StartPoint }
  | { readonly kind: "all"; readonly from: StartPoint; readonly filter?: EventFilter };

/** The events of `$all` behind a position. A filtered subscription gets checkpoints after scanned events. */
export type SubscriptionRequest = {
  readonly from: StartPoint;
  readonly filter?: EventFilter | undefined;
  readonly checkpointInterval?: number | undefined;
};

export type ReadRequest = {
  readonly source: ReadSource;
  readonly backwards: boolean;
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
  if (!options.getUuidOption()?.hasString()) throw unimplemented("Ids as numbers");
  if (options.hasSubscription() && options.hasStream()) throw unimplemented("Subscriptions to a stream");
  const backwards = options.getReadDirection() === OptionsPb.ReadDirection.BACKWARDS;
  if (options.hasSubscription() && backwards)
    throw invalidArgument("A subscription can't be read backwards.");
  return {
    source: readSource(options),
    backwards,
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
  const expression = byStream ?? filter.getEventType();
  if (!expression) throw invalidArgument("A filter needs a stream name or an event type.");
  if (expression.getRegex() !== "") throw unimplemented("Filters by regular expressions");
  const prefixes = expression.getPrefixList();
  return ({ stream, type }) => prefixes.some((prefix) => (byStream ? stream : type).startsWith(prefix));
}

function readCheckpointInterval(filter: FilterOptions): number {
  const multiplier = filter.getCheckpointintervalmultiplier();
  if (multiplier < 1) throw invalidArgument("The checkpoint interval must be at least 1.");
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  if (window < 1) throw invalidArgument("The search window must be at least 1.");
  return multiplier * window;
}
