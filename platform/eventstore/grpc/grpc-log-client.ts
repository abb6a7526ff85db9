import { randomUUID } from "node:crypto";
import type { AllStreamResolvedEvent, EventStoreDBClient, StreamingRead } from "@eventstore/db-client";
import { shareClient } from "../connection/shared-client.ts";
import type { CancelableRead, LogClient, RawNewEvent, StreamLimits } from "../log-client.ts";
import { AppendCalls } from "./append-calls.ts";
import { readBytes } from "./bytes-read.ts";
import { translate, translated } from "./client-errors.ts";
import { GrpcSubscription } from "./grpc-subscription.ts";
import { beginRead } from "./read-call.ts";
import { subscriptionRequest } from "./read-request.ts";
import { toRawEvent } from "./recorded-event.ts";
import { readStream } from "./stream-read.ts";

const metadataMilliseconds = 10_000;

/** Connects to the event store. Throws `ConfigError` for a connection string that can't be parsed. */
export function connectLog(connectionString: string): LogClient {
  const { client, release } = shareClient(connectionString);
  return logOf(client, release);
}

function logOf(client: EventStoreDBClient, release: () => Promise<void>): LogClient {
  const appends = new AppendCalls(client);
  return {
    append: (stream, expected, events, milliseconds) =>
      appends.append(stream, expected, events, milliseconds),
    readStream: (stream, options) => readStream(client, stream, options),
    readAll({ from, backwards, maxCount }) {
      const direction = backwards ? "backwards" : "forwards";
      return readOf(client.readAll({ fromPosition: from, direction, maxCount, resolveLinkTos: false }));
    },
    readBytes: ({ from }) => readBytes(client, from),
    subscribe: (from, filter) =>
      new GrpcSubscription(() => beginRead(client, "subscribeToAll", subscriptionRequest(from, filter))),
    async deleteStream(stream, expected) {
      await translated(client.deleteStream(stream, { expectedRevision: expected }));
    },
    async tombstoneStream(stream) {
      await translated(client.tombstoneStream(stream, { expectedRevision: "any" }));
    },
    async setStreamMetadata(stream, metadata) {
      await appends.append(`$$${stream}`, "any", [metadataEvent(metadata)], metadataMilliseconds);
    },
    async close() {
      appends.close();
      await release();
    },
  };
}

/** A stream's metadata are written as a system event. */
const metadataEvent = ({ maxAge, maxCount, truncateBefore }: StreamLimits): RawNewEvent => ({
  id: randomUUID(),
  type: "$metadata",
  data: {
    ...(maxAge === undefined ? {} : { $maxAge: maxAge }),
    ...(maxCount === undefined ? {} : { $maxCount: maxCount }),
    ...(truncateBefore === undefined ? {} : { $tb: truncateBefore }),
  },
  metadata: {},
});

function readOf(read: StreamingRead<AllStreamResolvedEvent>): CancelableRead {
  let ended = false;
  // After the reader has left, nothing else handles an error.
  read.on("error", () => undefined);
  return {
    cancel: () => {
      if (!ended) read.cancel().catch(() => undefined);
    },
    async *[Symbol.asyncIterator]() {
      try {
        for await (const { event } of read) if (event) yield toRawEvent(event);
      } catch (error) {
        throw translate(error);
      }
      ended = true;
    },
  };
}
