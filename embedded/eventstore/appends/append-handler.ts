import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ServerDuplexStream } from "@grpc/grpc-js";
import { appendToStream } from "../log/writes.ts";
import { toGrpcError } from "../protocol/grpc-errors.ts";
import { isUuid, uuidText } from "../protocol/request-fields.ts";
import { ResponseStream } from "../protocol/response-stream.ts";
import type { Store } from "../store.ts";
import { type AppendResult, resultOf, setResult, statusOfError } from "./append-answer.ts";
import { type AppendRequest, readAppend } from "./append-request.ts";

type Response = streamsPb.BatchAppendResp;
type Call = ServerDuplexStream<streamsPb.BatchAppendReq, Response>;
type Answer = (result: AppendResult) => void;

/**
 * The number of appends waiting for their commit or answer at which the call's next requests are not read.
 */
const MOST_IN_FLIGHT = 1024;

/** `Streams.BatchAppend`: appends on one call, each with a correlation id and answered exactly once. */
export const appendHandler =
  (store: Store) =>
  (call: Call): void => {
    new AppendCall(store, call).start();
  };

class AppendCall {
  readonly #store: Store;
  readonly #call: Call;
  readonly #responses: ResponseStream<Response>;
  #inFlight = 0;
  #ended = false;

  constructor(store: Store, call: Call) {
    this.#store = store;
    this.#call = call;
    this.#responses = new ResponseStream(call);
  }

  start(): void {
    this.#store.calls.add(this.#responses);
    this.#call.on("data", (request: streamsPb.BatchAppendReq) => this.#take(request));
    this.#call.on("drain", () => this.#regulate());
    this.#call.on("end", () => {
      this.#ended = true;
      this.#endWhenDone();
    });
  }

  /** A request without an id can't be answered. Further messages of a refused append have no options. */
  #take(request: streamsPb.BatchAppendReq): void {
    const correlation = uuidText(request.getCorrelationId());
    const options = request.getOptions();
    if (!isUuid(correlation) || !options) return;
    const answer: Answer = (result) => {
      const response = new streamsPb.BatchAppendResp();
      response.setCorrelationId(new sharedPb.UUID().setString(correlation));
      response.setStreamIdentifier(options.getStreamIdentifier());
      this.#responses.send(setResult(response, result));
    };
    try {
      const append = readAppend(request, options);
      this.#store.behaviour.check("write", append.stream);
      if (!this.#isRefusedAsFollower()) this.#commit(append, answer);
    } catch (error) {
      answer(statusOfError(error));
    }
  }

  #commit({ stream, expected, deadline, events }: AppendRequest, answer: Answer): void {
    const { behaviour, queue } = this.#store;
    this.#inFlight += 1;
    this.#regulate();
    const write = () =>
      queue.write({ deadline, run: (log, now) => appendToStream(log, stream, expected, events, now) });
    behaviour
      .write(write)
      .then((outcome) => resultOf(outcome, stream, expected), statusOfError)
      .then((result) => {
        this.#inFlight -= 1;
        answer(result);
        this.#regulate();
        this.#endWhenDone();
      });
  }

  /** A follower ends the whole call at its first append, if the call asks for the leader. */
  #isRefusedAsFollower(): boolean {
    try {
      this.#store.behaviour.checkLeader(this.#call);
      return false;
    } catch (error) {
      this.#responses.fail(toGrpcError(error));
      return true;
    }
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
