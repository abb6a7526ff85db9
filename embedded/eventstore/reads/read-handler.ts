import { setImmediate as nextTurn } from "node:timers/promises";
import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ServerWritableStream, ServiceError } from "@grpc/grpc-js";
import { DELETED } from "../log/append-decision.ts";
import type { EventLog } from "../log/event-log.ts";
import { eventMessage } from "../protocol/event-message.ts";
import { streamDeleted, unknownError, unknownPosition } from "../protocol/grpc-errors.ts";
import { streamNotFound } from "../protocol/read-response.ts";
import { ResponseStream } from "../protocol/response-stream.ts";
import type { Store } from "../store.ts";
import {
  allBackwards,
  allForwards,
  isMissing,
  type NextPage,
  PAGE_ROWS,
  StreamDeleted,
  streamBackwards,
  streamForwards,
} from "./pages.ts";
import { parseReadRequest, type ReadRequest, type StartPoint } from "./read-request.ts";
import { subscribe } from "./subscription.ts";

type ReadCall = ServerWritableStream<streamsPb.ReadReq, streamsPb.ReadResp>;
type Responses = ResponseStream<streamsPb.ReadResp>;

/** `Streams.Read`: a read of a stream or of `$all`, or a subscription. */
export const readHandler =
  (store: Store) =>
  (call: ReadCall): void => {
    const responses: Responses = new ResponseStream(call);
    store.calls.add(responses);
    answer(store, call, responses).then(
      () => responses.end(),
      (error: unknown) => responses.fail(toGrpcError(error)),
    );
  };

async function answer(store: Store, call: ReadCall, responses: Responses): Promise<void> {
  const request = parseReadRequest(call.request);
  const { behaviour } = store;
  if (request.source.kind === "all") behaviour.check("readAll");
  else behaviour.check("read", request.source.stream);
  behaviour.checkLeader(call);
  const { source, mode } = request;
  if (mode.kind === "subscribe") return subscribe(store, { ...source, ...mode }, responses);
  await behaviour.beforeRead();
  if (source.kind === "stream" && isMissing(store.log, source.stream)) {
    await responses.send(streamNotFound(source.stream));
    return;
  }
  await sendEvents(request, mode.count, pagesOf(store, request), responses);
}

async function sendEvents(
  request: ReadRequest,
  count: number,
  nextPage: NextPage,
  responses: Responses,
): Promise<void> {
  const { source } = request;
  const filter = source.kind === "all" ? source.filter : undefined;
  let left = count;
  while (left > 0 && responses.open) {
    const page = nextPage(filter ? PAGE_ROWS : Math.min(PAGE_ROWS, left));
    if (page.length === 0) return;
    for (const event of page) {
      if (left === 0 || !responses.open) return;
      if (filter && !filter(event)) continue;
      left -= 1;
      const full = responses.send(eventMessage(event, source.kind === "all"));
      if (full) await full;
    }
    await nextTurn();
  }
}

/** A read ends at the end that all events or the stream had when the read began. */
function pagesOf({ log, clock }: Store, { source, backwards }: ReadRequest): NextPage {
  if (source.kind === "all") {
    checkPosition(log, source.from, backwards);
    // Forwards, the event at the position is read first; backwards, it is not read.
    if (backwards) return allBackwards(log, edges(source.from, 0, DELETED));
    return allForwards(log, edges(source.from, 1, DELETED) - 1, log.head);
  }
  const from = edges(source.from, 0, DELETED);
  return backwards
    ? streamBackwards(log, source.stream, from, clock)
    : streamForwards(log, source.stream, from, clock, log.stream(source.stream).last);
}

/**
 * A read forwards from beyond the end is empty. Backwards from there, or between events, it is refused.
 */
function checkPosition(log: EventLog, from: StartPoint, backwards: boolean): void {
  if (typeof from !== "number") return;
  if (from > log.head) {
    if (backwards) throw unknownPosition("Error");
  } else if (!log.isPosition(from)) throw unknownPosition("InvalidPosition");
}

const edges = (from: StartPoint, start: number, end: number): number =>
  from === "start" ? start : from === "end" ? end : from;

export function toGrpcError(error: unknown): ServiceError {
  if (error instanceof StreamDeleted) return streamDeleted(error.stream);
  return isServiceError(error) ? error : unknownError(error);
}

export const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && "code" in error && typeof error.code === "number" && "metadata" in error;
