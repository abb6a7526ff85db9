import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { LogClient, RawFilter } from "../log-client.ts";
import type { Position } from "../position.ts";

const { ReadReq } = streamsPb;
const { Options } = ReadReq;
const { FilterOptions } = Options;

export type StreamReadOptions = Parameters<LogClient["readStream"]>[1];

/** The request for a read of a stream. */
export function streamRequest(
  stream: string,
  { fromRevision, backwards, maxCount }: StreamReadOptions,
): streamsPb.ReadReq {
  const from = new Options.StreamOptions();
  from.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)));
  if (fromRevision !== undefined) from.setRevision(fromRevision.toString());
  else if (backwards) from.setEnd(empty());
  else from.setStart(empty());
  const options = optionsWith(undefined);
  options.setStream(from);
  options.setReadDirection(backwards ? Options.ReadDirection.BACKWARDS : Options.ReadDirection.FORWARDS);
  options.setCount(maxCount.toString());
  return new ReadReq().setOptions(options);
}

/** The request for all events forwards, from the event at `from` to the last one. */
export function allRequest(from: Position | "start"): streamsPb.ReadReq {
  const options = optionsWith(undefined);
  options.setAll(allFrom(from));
  options.setReadDirection(Options.ReadDirection.FORWARDS);
  options.setCount(Number.MAX_SAFE_INTEGER.toString());
  return new ReadReq().setOptions(options);
}

/** The request for a subscription to all events. With a filter the server also sends checkpoints. */
export function subscriptionRequest(
  from: Position | "start",
  filter: RawFilter | undefined,
): streamsPb.ReadReq {
  const options = optionsWith(filter);
  options.setAll(allFrom(from));
  options.setSubscription(new Options.SubscriptionOptions());
  return new ReadReq().setOptions(options);
}

function allFrom(from: Position | "start"): streamsPb.ReadReq.Options.AllOptions {
  const all = new Options.AllOptions();
  return from === "start" ? all.setStart(empty()) : all.setPosition(positionOf(from));
}

function optionsWith(filter: RawFilter | undefined): streamsPb.ReadReq.Options {
  const options = new Options();
  options.setUuidOption(new Options.UUIDOption().setString(empty()));
  if (filter) options.setFilter(filterOf(filter));
  else options.setNoFilter(empty());
  return options;
}

function filterOf({ on, prefixes }: RawFilter): streamsPb.ReadReq.Options.FilterOptions {
  const expression = new FilterOptions.Expression().setPrefixList([...prefixes]);
  const filter = new FilterOptions();
  if (on === "streamName") filter.setStreamIdentifier(expression);
  else filter.setEventType(expression);
  filter.setCount(empty());
  filter.setCheckpointintervalmultiplier(1);
  return filter;
}

function positionOf({ commit, prepare }: Position): streamsPb.ReadReq.Options.Position {
  const position = new Options.Position();
  position.setCommitPosition(commit.toString());
  position.setPreparePosition(prepare.toString());
  return position;
}

const empty = () => new sharedPb.Empty();
