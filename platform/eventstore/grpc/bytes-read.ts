import type { EventStoreDBClient } from "@eventstore/db-client";
import { convertToCommandError } from "@eventstore/db-client/dist/utils/CommandError.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { CancelableRead, EventBytes } from "../log-client.ts";
import type { Position } from "../position.ts";
import { translate } from "./client-errors.ts";
import { beginReadAs, type ReadCall } from "./read-call.ts";
import { allRequest } from "./read-request.ts";

const ticksPerMillisecond = 10_000n;

/** Reads all events as their bytes. The client's `readAll` gives parsed JSON, which has lost them. */
export function readBytes(client: EventStoreDBClient, from: Position | "start"): CancelableRead<EventBytes> {
  let call: ReadCall<EventBytes | "other"> | undefined;
  let isCanceled = false;
  return {
    cancel() {
      isCanceled = true;
      call?.cancel();
    },
    async *[Symbol.asyncIterator]() {
      try {
        call = await beginReadAs(client, "readAll", allRequest(from), bytesOf);
        // After the reader has left, nothing else handles an error.
        call.on("error", () => undefined);
        if (isCanceled) call.cancel();
        for await (const answer of call) if (answer !== "other") yield answer;
      } catch (error) {
        throw translate(convertToCommandError(error as Error));
      } finally {
        // A reader that leaves early would keep the call open.
        call?.cancel();
      }
    },
  };
}

/** Reads an encoded `ReadResp`. Throws for other bytes. */
function bytesOf(message: Buffer): EventBytes | "other" {
  const event = streamsPb.ReadResp.deserializeBinary(message).getEvent()?.getEvent();
  if (!event) return "other";
  const facts = event.getMetadataMap();
  return {
    id: event.getId()?.getString() ?? "",
    stream: Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString("utf8"),
    revision: BigInt(event.getStreamRevision()),
    type: facts.get("type") ?? "",
    contentType: facts.get("content-type") ?? "application/octet-stream",
    created: Number(BigInt(facts.get("created") ?? "0") / ticksPerMillisecond),
    position: {
      commit: BigInt(event.getCommitPosition()),
      prepare: BigInt(event.getPreparePosition()),
    },
    metadata: event.getCustomMetadata_asU8(),
    data: event.getData_asU8(),
  };
}
