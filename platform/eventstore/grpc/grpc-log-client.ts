import { randomUUID } from "node:crypto";
import { shareClient } from "../connection/shared-client.ts";
import type { LogClient, RawNewEvent, StreamLimits } from "../log-client.ts";
import { AppendCalls } from "./append-calls.ts";
import { translated } from "./client-errors.ts";
import { subscriptionOn } from "./grpc-subscription.ts";
import { beginRead, readAnswerOf, readBytesOf, readEventOf, readOf, readTogether } from "./read-calls.ts";
import { allRequest, streamRequest, subscriptionRequest } from "./read-request.ts";

const metadataMilliseconds = 10_000;

/** Connects to the event store. Throws `ConfigError` for a connection string that can't be parsed. */
export function connectLog(connectionString: string): LogClient {
  const { client, release } = shareClient(connectionString);
  const appends = new AppendCalls(client);
  return {
    append: appends.append,
    readStream: (stream, options, milliseconds) =>
      readTogether(client, streamRequest(stream, options), milliseconds),
    readAll: (options) => readOf(client, allRequest(options), readEventOf),
    readBytes: ({ from }) =>
      readOf(client, allRequest({ from, backwards: false, maxCount: Number.MAX_SAFE_INTEGER }), readBytesOf),
    subscribe: (from, filter) =>
      subscriptionOn(() => beginRead(client, subscriptionRequest(from, filter), readAnswerOf)),
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
  data: { $maxAge: maxAge, $maxCount: maxCount, $tb: truncateBefore },
  metadata: {},
});
