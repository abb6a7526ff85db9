import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";

type ReadResp = streamsPb.ReadResp;

const { ReadResp } = streamsPb;

export function confirmation(subscriptionId: string): ReadResp {
  const confirmed = new ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(subscriptionId);
  return new ReadResp().setConfirmation(confirmed);
}

export const caughtUp = (): ReadResp => new ReadResp().setCaughtUp(new ReadResp.CaughtUp());

/** `Infinity` is sent as 2^64-1. */
export function checkpoint(position: number): ReadResp {
  const at = position === Number.POSITIVE_INFINITY ? "18446744073709551615" : String(position);
  return new ReadResp().setCheckpoint(placed(new ReadResp.Checkpoint(), at));
}

/** The message with a position, whose two numbers are the same outside of transactions. */
export function placed<
  M extends { setCommitPosition(value: string): unknown; setPreparePosition(value: string): unknown },
>(message: M, position: string): M {
  message.setCommitPosition(position);
  message.setPreparePosition(position);
  return message;
}

export function streamNotFound(stream: string): ReadResp {
  const missing = new ReadResp.StreamNotFound();
  missing.setStreamIdentifier(streamIdentifier(stream));
  return new ReadResp().setStreamNotFound(missing);
}

export function streamIdentifier(stream: string): sharedPb.StreamIdentifier {
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream, "utf8"));
  return identifier;
}
