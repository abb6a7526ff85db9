import { setImmediate as nextTurn } from "node:timers/promises";
import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ServerWritableStream } from "@grpc/grpc-js";
import { DELETED } from "../log/append-decision.ts";
import type { EventLog } from "../log/event-log.ts";
import { eventMessage } from "../protocol/event-message.ts";
import { toGrpcError, unknownPosition } from "../protocol/grpc-errors.ts";
import { streamNotFound } from "../protocol/read-response.ts";
import { ResponseStream } from "../protocol/response-stream.ts";
import type { Store } from "../store.ts";
import {
  allBackwards,
  allForwards,
  isMissing,
  type NextPage,
  PAGE_ROWS,
  streamBackwards,
  streamForwards,
} from "./pages.ts";
import { type EventsRequest, parseReadRequest, type StartPoint } from "./read-request.ts";
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
  const stream = request.kind === "read" ? request.stream : undefined;
  if (stream === undefined) behaviour.check("readAll");
  else behaviour.check("read", stream);
  behaviour.checkLeader(call);
  if (request.kind === "subscribe") return subscribe(store, request, responses);
  await behaviour.beforeRead();
  if (stream !== undefined && isMissing(store.log, stream)) await responses.send(streamNotFound(stream));
  else await sendEvents(request, pagesOf(store, request), responses);
}

async function sendEvents(
  { stream, count }: EventsRequest,
  nextPage: NextPage,
  responses: Responses,
): Promise<void> {
  for (let left = count; left > 0 && responses.open; ) {
    const page = nextPage(Math.min(PAGE_ROWS, left));
    if (page.length === 0) return;
    for (const event of page) {
      if (!responses.open) return;
      const full = responses.send(eventMessage(event, stream === undefined));
      if (full) await full;
    }
    left -= page.length;
    await nextTurn();
  }
}

/** A read ends at the end that all events or the stream had when the read began. */
function pagesOf({ log, clock }: Store, { stream, from, backwards }: EventsRequest): NextPage {
  if (stream === undefined) {
    checkPosition(log, from, backwards);
    // Forwards, the event at the position is read first; backwards, it is not read.
    if (backwards) return allBackwards(log, edges(from, 0));
    return allForwards(log, edges(from, 1) - 1, log.head);
  }
  const revision = edges(from, 0);
  return backwards
    ? streamBackwards(log, stream, revision, clock)
    : streamForwards(log, stream, revision, clock, log.stream(stream).last);
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

const edges = (from: StartPoint, start: number): number =>
  from === "start" ? start : from === "end" ? DELETED : from;
