import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import type statusPb from "@eventstore/db-client/generated/status_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { type ServerDuplexStream, status } from "@grpc/grpc-js";
import type { Answered } from "../behaviour.ts";
import { isStorageFull } from "../log/storage-full.ts";
import { streamIdentifier } from "../protocol/read-response.ts";
import { isUuid } from "../protocol/request-fields.ts";
import { ResponseStream } from "../protocol/response-stream.ts";
import { isServiceError, toGrpcError } from "../reads/read-handler.ts";
import type { Store } from "../store.ts";
import { append } from "./append.ts";
import { type BatchOptions, type BatchRequest, readBatchRequest } from "./batch-request.ts";
import {
  accessDeniedStatus,
  badRequestStatus,
  conflictStatus,
  deletedStatus,
  notReadyStatus,
  sizeExceededStatus,
  storageFullStatus,
  timeoutStatus,
  unknownStatus,
} from "./batch-status.ts";
import { batchSuccess } from "./batch-success.ts";
import { AppendTimedOut, AppendTooLarge, IncomingBatch, UnfinishedBatches } from "./incoming-batch.ts";

type Response = streamsPb.BatchAppendResp;
type Call = ServerDuplexStream<streamsPb.BatchAppendReq, Response>;
type Written = Extract<Answered, { kind: "written" }>;

/**
 * The number of appends waiting for their commit or answer at which the call's next requests are not read.
 */
const MOST_IN_FLIGHT = 1024;

/** `Streams.BatchAppend`: appends on one call, each with a correlation id and answered exactly once. */
export const batchAppendHandler =
  (store: Store) =>
  (call: Call): void => {
    new BatchAppendCall(store, call).start();
  };

class BatchAppendCall {
  readonly #store: Store;
  readonly #call: Call;
  readonly #responses: ResponseStream<Response>;
  readonly #unfinished = new UnfinishedBatches((correlation, { stream }) =>
    this.#answer(correlation, stream, timeoutStatus()),
  );
  #inFlight = 0;
  #ended = false;

  constructor(store: Store, call: Call) {
    this.#store = store;
    this.#call = call;
    this.#responses = new ResponseStream(call);
  }

  start(): void {
    this.#store.calls.add(this.#responses);
    this.#responses.signal.addEventListener("abort", () => this.#unfinished.clear());
    this.#call.on("data", (request: streamsPb.BatchAppendReq) => {
      try {
        this.#take(readBatchRequest(request));
      } catch (error) {
        this.#responses.fail(toGrpcError(error));
      }
    });
    this.#call.on("drain", () => this.#regulate());
    this.#call.on("end", () => {
      this.#ended = true;
      this.#unfinished.clear();
      this.#endWhenDone();
    });
  }

  /** A request without an id can't be answered. */
  #take(request: BatchRequest): void {
    const { correlation } = request;
    if (!isUuid(correlation)) return;
    const begun = this.#unfinished.take(correlation);
    try {
      this.#add(request, begun);
    } catch (error) {
      this.#answer(correlation, begun?.stream ?? request.options?.stream ?? "", refusal(error));
    }
  }

  /** Later parts of an append that is already answered have no options. They are ignored. */
  #add({ correlation, options, events, isFinal }: BatchRequest, begun: IncomingBatch | undefined): void {
    const batch = begun ?? this.#begin(options);
    if (!batch) return;
    batch.add(events);
    if (isFinal) this.#commit(correlation, batch);
    else this.#unfinished.keep(correlation, batch);
  }

  #begin(options: BatchOptions | undefined): IncomingBatch | undefined {
    if (!options) return undefined;
    const batch = new IncomingBatch(options);
    this.#store.behaviour.check("write", batch.stream);
    return batch;
  }

  #commit(correlation: string, batch: IncomingBatch): void {
    const { stream, expected } = batch;
    if (this.#refusedAsFollower()) return;
    this.#inFlight += 1;
    this.#regulate();
    append(this.#store, batch)
      .then(
        (outcome) => toResult(outcome, stream, expected),
        (error: unknown) => (isStorageFull(error) ? storageFullStatus() : unknownStatus(error)),
      )
      .then((result) => {
        this.#inFlight -= 1;
        this.#answer(correlation, stream, result);
        this.#regulate();
        this.#endWhenDone();
      });
  }

  /** A follower ends the whole call at its first append, if the call asks for the leader. */
  #refusedAsFollower(): boolean {
    try {
      this.#store.behaviour.checkLeader(this.#call);
      return false;
    } catch (error) {
      this.#responses.fail(toGrpcError(error));
      return true;
    }
  }

  #answer(correlation: string, stream: string, result: Written | statusPb.Status): void {
    const response = new streamsPb.BatchAppendResp();
    response.setCorrelationId(new sharedPb.UUID().setString(correlation));
    response.setStreamIdentifier(streamIdentifier(stream));
    if ("kind" in result) response.setSuccess(batchSuccess(result));
    else response.setError(result);
    this.#responses.send(response);
  }

  #regulate(): void {
    const busy = this.#inFlight + this.#call.writableLength;
    if (busy > MOST_IN_FLIGHT) this.#call.pause();
    else if (this.#call.isPaused()) this.#call.resume();
  }

  #endWhenDone(): void {
    if (this.#ended && this.#inFlight === 0) this.#responses.end();
  }
}

function toResult(outcome: Answered, stream: string, expected: IncomingBatch["expected"]) {
  switch (outcome.kind) {
    case "written":
      return outcome;
    case "conflict":
      return conflictStatus(expected, outcome.actual);
    case "deleted":
      return deletedStatus(stream);
    case "timeout":
      return timeoutStatus();
    case "not-ready":
      return notReadyStatus();
  }
}

function refusal(error: unknown): statusPb.Status {
  if (error instanceof AppendTooLarge) return sizeExceededStatus();
  if (error instanceof AppendTimedOut) return timeoutStatus();
  if (!isServiceError(error)) return unknownStatus(error);
  return error.code === status.PERMISSION_DENIED ? accessDeniedStatus() : badRequestStatus(error.details);
}
