import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { StoredEvent } from "../log/event.ts";
import { invalidArgument, unimplemented } from "../protocol/grpc-errors.ts";
import { readNumber, readStreamName } from "../protocol/request-fields.ts";

export type StartPoint = "start" | "end" | number;

/** Whether an event is wanted, by the beginning of its stream's name or of its type. */
export type EventFilter = (event: Pick<StoredEvent, "stream" | "type">) => boolean;

/** The events of `$all` behind a position. A filtered subscription gets checkpoints after scanned events. */
export type SubscriptionRequest = {
  readonly from: StartPoint;
  readonly filter?: EventFilter;
  /** The number of scanned events between two checkpoints. */
  readonly checkpointInterval?: number;
};

/** A number of events of one stream from a revision, or of `$all` from a position. */
export type EventsRequest = {
  /** Missing for `$all`. */
  readonly stream?: string;
  readonly from: StartPoint;
  readonly backwards: boolean;
  readonly count: number;
};

export type ReadRequest =
  | ({ readonly kind: "read" } & EventsRequest)
  | ({ readonly kind: "subscribe" } & SubscriptionRequest);

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
  const source = readSource(options);
  const filter = options.getFilter();
  const backwards = options.getReadDirection() === OptionsPb.ReadDirection.BACKWARDS;
  if (options.getCountOptionCase() === OptionsPb.CountOptionCase.COUNT) {
    if (filter) throw unimplemented("Filters of a read");
    return { kind: "read", ...source, backwards, count: readNumber(options.getCount()) };
  }
  if (!options.hasSubscription()) throw invalidArgument("A count or a subscription is required.");
  if (source.stream !== undefined) throw unimplemented("Subscriptions to a stream");
  if (backwards) throw invalidArgument("A subscription can't be read backwards.");
  const filtered = filter && {
    filter: readFilter(filter),
    checkpointInterval: readCheckpointInterval(filter),
  };
  return { kind: "subscribe", from: source.from, ...filtered };
}

function readSource(options: Options): Pick<EventsRequest, "stream" | "from"> {
  const stream = options.getStream();
  if (stream) {
    const name = readStreamName(stream.getStreamIdentifier());
    return { stream: name, from: stream.hasRevision() ? readNumber(stream.getRevision()) : edge(stream) };
  }
  const all = options.getAll();
  if (!all) throw invalidArgument("A stream or $all is required.");
  const position = all.getPosition();
  return { from: position ? readNumber(position.getCommitPosition()) : edge(all) };
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
  const window = filter.hasMax() ? filter.getMax() : DEFAULT_SEARCH_WINDOW;
  const interval = filter.getCheckpointintervalmultiplier() * window;
  if (interval < 1) throw invalidArgument("The checkpoint interval must be at least 1.");
  return interval;
}
