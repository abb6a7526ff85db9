import { randomUUID } from "node:crypto";
import type { TransformOptions } from "node:stream";
import {
  type AllStreamResolvedEvent,
  ErrorType,
  type EventStoreDBClient,
  eventTypeFilter,
  isCommandError,
  type ReadStreamOptions,
  type ResolvedEvent,
  type StreamingRead,
  streamNameFilter,
} from "@eventstore/db-client";
import type { ReadResp } from "@eventstore/db-client/generated/streams_pb.js";
import { status } from "@grpc/grpc-js";
import { shareClient } from "../connection/shared-client.ts";
import {
  type CancelableRead,
  LogAccessDenied,
  type LogClient,
  LogFull,
  LogRefused,
  type RawFilter,
  type RawNewEvent,
  type StreamLimits,
  StreamMissing,
  WrongRevision,
} from "../log-client.ts";
import type { Position } from "../position.ts";
import { AppendCalls } from "./append-calls.ts";
import { GrpcSubscription } from "./grpc-subscription.ts";
import { toRawEvent } from "./recorded-event.ts";

const metadataMilliseconds = 10_000;

/** Connects to the log. Throws `ConfigError` when the connection string can't be read. */
export function connectLog(connectionString: string): LogClient {
  const { client, release } = shareClient(connectionString);
  return logOf(client, release);
}

function logOf(client: EventStoreDBClient, release: () => Promise<void>): LogClient {
  const appends = new AppendCalls(client);
  return {
    append: (stream, expected, events, milliseconds) =>
      translated(appends.append(stream, expected, events, milliseconds)),
    readStream(stream, { fromRevision, backwards, maxCount }) {
      return readStream(client, stream, {
        fromRevision: fromRevision ?? (backwards ? "end" : "start"),
        direction: backwards ? "backwards" : "forwards",
        maxCount,
      });
    },
    readAll({ from, backwards, maxCount }) {
      const direction = backwards ? "backwards" : "forwards";
      return readOf(client.readAll({ fromPosition: from, direction, maxCount, resolveLinkTos: false }));
    },
    subscribe: (from, filter) => subscribe(client, from, filter),
    async deleteStream(stream, expected) {
      await translated(client.deleteStream(stream, { expectedRevision: expected }));
    },
    async tombstoneStream(stream) {
      await translated(client.tombstoneStream(stream, { expectedRevision: "any" }));
    },
    async setStreamMetadata(stream, metadata) {
      await translated(appends.append(`$$${stream}`, "any", [metadataEvent(metadata)], metadataMilliseconds));
    },
    async close() {
      appends.close();
      await release();
    },
  };
}

/** A stream's metadata are written as one of the server's own events. */
const metadataEvent = ({ maxAge, maxCount }: StreamLimits): RawNewEvent => ({
  id: randomUUID(),
  type: "$metadata",
  data: {
    ...(maxAge === undefined ? {} : { $maxAge: maxAge }),
    ...(maxCount === undefined ? {} : { $maxCount: maxCount }),
  },
  metadata: {},
});

function subscribe(client: EventStoreDBClient, from: Position | "start", filter: RawFilter | undefined) {
  return new GrpcSubscription((checkpointReached) => {
    const prefixes = [...(filter?.prefixes ?? [])];
    const filterBy = filter?.on === "streamName" ? streamNameFilter : eventTypeFilter;
    return client.subscribeToAll({
      fromPosition: from,
      resolveLinkTos: false,
      ...(filter
        ? {
            filter: filterBy({
              prefixes,
              checkpointInterval: 1,
              checkpointReached: (_s, at) => checkpointReached(at),
            }),
          }
        : {}),
    });
  });
}

/**
 * When the server answers that there is no such stream, @eventstore/db-client cancels the call with a stream reset. Servers
 * close connections with many resets (Node's allows a thousand at once, then 33 a second), and that would end all appends and
 * subscriptions on the connection. So the answer is handled here, and the call ends normally a moment later.
 */
function readStream(client: EventStoreDBClient, stream: string, options: ReadStreamOptions): CancelableRead {
  let missing = false;
  const notingMissing: Pick<TransformOptions, "objectMode" | "transform"> = {
    transform(answer: ReadResp, encoding, done) {
      missing ||= answer.hasStreamNotFound();
      if (missing) done();
      else Object.getPrototypeOf(this)._transform.call(this, answer, encoding, done);
    },
  };
  return readOf(client.readStream(stream, options, notingMissing), () => missing);
}

function readOf(
  read: StreamingRead<ResolvedEvent | AllStreamResolvedEvent>,
  isMissing = () => false,
): CancelableRead {
  let ended = false;
  // After the reader has left, no one else handles an error.
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
      if (isMissing()) throw new StreamMissing(false);
    },
  };
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw translate(error);
  }
}

const refusals: ReadonlySet<string> = new Set([
  ErrorType.INVALID_ARGUMENT,
  ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.UNSUPPORTED,
]);

/** When a deletion is refused because there is no stream, the revision is -1. */
const wrongRevision = (actual: bigint | "no_stream") =>
  new WrongRevision(typeof actual === "bigint" && actual < 0n ? "no_stream" : actual);

/** The log's error for an error of the client, by its type; its message may be empty. */
function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const denied = deniedAccess(error);
  if (denied || !isCommandError(error)) return denied ?? error;
  if (error.type === ErrorType.WRONG_EXPECTED_VERSION) return wrongRevision(error.actualVersion);
  if (error.type === ErrorType.STREAM_NOT_FOUND || error.type === ErrorType.NO_STREAM)
    return new StreamMissing(false);
  if (error.type === ErrorType.STREAM_DELETED) return new StreamMissing(true);
  // @eventstore/db-client has no error type for it.
  if (/storage-full/.test(error.message)) return new LogFull(error);
  return refusals.has(error.type) ? new LogRefused(`The event store refused: ${error.type}`, error) : error;
}

/**
 * The client has one error type for a failed sign-in and a missing right. When it ends a whole call, as that of appends, there
 * is only the gRPC status. An HTTP status in the message comes from a proxy and not from the event store.
 */
function deniedAccess(error: Error & { code?: unknown }): LogAccessDenied | undefined {
  const isSignIn = error.code === status.UNAUTHENTICATED;
  const isDenied =
    isSignIn ||
    error.code === status.PERMISSION_DENIED ||
    (isCommandError(error) && error.type === ErrorType.ACCESS_DENIED);
  return isDenied && !/HTTP status/.test(error.message) ? new LogAccessDenied(isSignIn, error) : undefined;
}
