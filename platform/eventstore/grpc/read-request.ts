import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { LogClient, RawFilter, ReadOptions } from "../log-client.ts";
import type { Position } from "../position.ts";

const { ReadReq } = streamsPb;
const { Options } = ReadReq;
const { FilterOptions } = Options;
/** It is only ever read. */
const empty = new sharedPb.Empty();

export function streamRequest(
  stream: string,
  { fromRevision, backwards = false, maxCount }: ReadOptions,
): streamsPb.ReadReq {
  const from = new Options.StreamOptions();
  from.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)));
  if (fromRevision !== undefined) from.setRevision(fromRevision.toString());
  else if (backwards) from.setEnd(empty);
  else from.setStart(empty);
  return readRequest(optionsWith(undefined).setStream(from), backwards, maxCount);
}

export function allRequest({
  from,
  backwards,
  maxCount,
}: Parameters<LogClient["readAll"]>[0]): streamsPb.ReadReq {
  return readRequest(optionsWith(undefined).setAll(allFrom(from)), backwards, maxCount);
}

const readRequest = (
  options: streamsPb.ReadReq.Options,
  backwards: boolean,
  maxCount = Number.MAX_SAFE_INTEGER,
) =>
  new ReadReq().setOptions(
    options
      .setReadDirection(backwards ? Options.ReadDirection.BACKWARDS : Options.ReadDirection.FORWARDS)
      .setCount(maxCount.toString()),
  );

/** With a filter the server also sends checkpoints. */
export function subscriptionRequest(
  from: Position | "start",
  filter: RawFilter | undefined,
): streamsPb.ReadReq {
  const subscription = new Options.SubscriptionOptions();
  return new ReadReq().setOptions(optionsWith(filter).setAll(allFrom(from)).setSubscription(subscription));
}

function allFrom(from: Position | "start" | "end"): streamsPb.ReadReq.Options.AllOptions {
  const all = new Options.AllOptions();
  if (from === "start") return all.setStart(empty);
  return from === "end" ? all.setEnd(empty) : all.setPosition(positionOf(from));
}

function optionsWith(filter: RawFilter | undefined): streamsPb.ReadReq.Options {
  const options = new Options().setUuidOption(new Options.UUIDOption().setString(empty));
  return filter ? options.setFilter(filterOf(filter)) : options.setNoFilter(empty);
}

function filterOf({ on, prefixes }: RawFilter): streamsPb.ReadReq.Options.FilterOptions {
  const expression = new FilterOptions.Expression().setPrefixList([...prefixes]);
  const filter = new FilterOptions().setCount(empty).setCheckpointintervalmultiplier(1);
  return on === "streamName" ? filter.setStreamIdentifier(expression) : filter.setEventType(expression);
}

const positionOf = ({ commit, prepare }: Position) =>
  new Options.Position().setCommitPosition(commit.toString()).setPreparePosition(prepare.toString());
