import { convertGrpcEvent } from "@eventstore/db-client/dist/utils/convertGrpcEvent.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { LogItem } from "../log-client.ts";
import { toRawEvent } from "./recorded-event.ts";

/** One message of a read or a subscription. `missing`: no such stream; `other`: readers skip the message. */
export type ReadAnswer = LogItem | { readonly kind: "missing" } | { readonly kind: "other" };

/** Reads an encoded `ReadResp`. A resolved event is read without its link. Throws for other bytes. */
export function readAnswerOf(message: Buffer): ReadAnswer {
  const answer = streamsPb.ReadResp.deserializeBinary(message);
  if (answer.hasStreamNotFound()) return { kind: "missing" };
  if (answer.hasCaughtUp()) return { kind: "caughtUp" };
  const checkpoint = answer.getCheckpoint();
  if (checkpoint) {
    const position = {
      commit: BigInt(checkpoint.getCommitPosition()),
      prepare: BigInt(checkpoint.getPreparePosition()),
    };
    return { kind: "checkpoint", position };
  }
  const resolved = answer.getEvent();
  const { event } = resolved ? convertGrpcEvent(resolved) : {};
  return event ? { kind: "event", event: toRawEvent(event) } : { kind: "other" };
}
