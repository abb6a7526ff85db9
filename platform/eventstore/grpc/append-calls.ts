import { randomUUID } from "node:crypto";
import type { EventStoreDBClient } from "@eventstore/db-client";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ClientDuplexStream } from "@grpc/grpc-js";
import type { LogClient } from "../log-client.ts";
import {
  type AnsweredAppend,
  type AppendAnswer,
  type AppendToSend,
  appendMessages,
  readAppendAnswer,
} from "./append-messages.ts";
import { translate } from "./client-errors.ts";

type Call = ClientDuplexStream<streamsPb.BatchAppendReq, AnsweredAppend>;

const { path, requestSerialize } = streamsGrpc.StreamsService.batchAppend;

/**
 * Sends all appends on one `BatchAppend` call. The client's `appendToStream` is not used, because two defects of
 * @eventstore/db-client 6.2.1 can end all appends of a process for good. See
 * docs/decisions/0015-own-append-call.md.
 */
export class AppendCalls {
  readonly #client: EventStoreDBClient;
  /** By the client's connection. */
  readonly #calls = new WeakMap<object, Call | Promise<Call>>();
  readonly #writers = new WeakMap<Call, AppendCall>();
  #latest: AppendCall | undefined;
  #found: Promise<AppendCall> | undefined;

  constructor(client: EventStoreDBClient) {
    this.#client = client;
  }

  /**
   * Throws the store's errors for a definite answer. Any other failure leaves the outcome unknown; the same
   * event ids can be sent again. Waits as long as the call is open; the caller sets a time limit.
   */
  readonly append: LogClient["append"] = (stream, expected, events, milliseconds) => {
    const until = new Date(Date.now() + milliseconds);
    const append = { correlationId: randomUUID(), stream, expected, events, until };
    // One promise for each append, because an import makes thousands of appends.
    return new Promise((resolve, rejectWith) => {
      const reject = (error: unknown) => rejectWith(translate(error));
      this.#current().then((call) => call.append(append, { resolve, reject }), reject);
    });
  };

  /** Appends that were sent are still answered. */
  close(): void {
    this.#latest?.end();
  }

  /** Appends of the same tick of the event loop share one lookup of the client's connection. */
  #current(): Promise<AppendCall> {
    if (this.#found) return this.#found;
    setImmediate(() => {
      this.#found = undefined;
    });
    this.#found = this.#find();
    return this.#found;
  }

  async #find(): Promise<AppendCall> {
    // biome-ignore lint/complexity/useLiteralKeys: a protected member can only be reached by its key
    const open = this.#client["GRPCStreamCreator"](
      streamsGrpc.StreamsClient,
      "batchAppend",
      (connection: streamsGrpc.StreamsClient) => this.#begin(connection),
      this.#calls,
    );
    const writer = this.#writers.get(await open());
    if (!writer) throw new Error("An append call has no writer");
    return writer;
  }

  #begin(connection: streamsGrpc.StreamsClient): Call {
    // biome-ignore lint/complexity/useLiteralKeys: as above
    const [metadata, options] = this.#client["callArguments"]({}, { deadline: Number.POSITIVE_INFINITY });
    const call = connection.makeBidiStreamRequest(
      path,
      requestSerialize,
      readAppendAnswer,
      metadata,
      options,
    );
    // The client has a new connection. Appends on the old one are still answered there.
    this.#latest?.end();
    this.#latest = new AppendCall(call);
    this.#writers.set(call, this.#latest);
    return call;
  }
}

interface Waiting {
  resolve(answer: AppendAnswer): void;
  reject(error: unknown): void;
}

/** One `BatchAppend` call. When it ends, its unanswered appends have an unknown outcome. */
class AppendCall {
  readonly #call: Call;
  readonly #waiting = new Map<string, Waiting>();
  #drained: Promise<void> | undefined;
  #failure: unknown;
  #sending = 0;
  #isLast = false;

  constructor(call: Call) {
    this.#call = call;
    call.on("data", (answer: AnsweredAppend) => this.#take(answer));
    call.on("error", (error) => this.#fail(error));
    call.on("end", () => this.#fail(new Error("The event store ended the call that appends are sent on")));
  }

  append(append: AppendToSend, waiting: Waiting): void {
    try {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#isLast) throw new Error("The call that appends are sent on was replaced");
      this.#waiting.set(append.correlationId, waiting);
      this.#send(appendMessages(append));
    } catch (error) {
      this.#waiting.delete(append.correlationId);
      waiting.reject(error);
    }
  }

  /** Accepts no more appends; the begun ones are sent completely and answered. */
  end(): void {
    this.#isLast = true;
    if (this.#sending === 0 && this.#failure === undefined) this.#call.end();
  }

  /** Sends as much as the connection accepts now, and the rest later. */
  #send(messages: Generator<streamsPb.BatchAppendReq>): void {
    while (!this.#drained) {
      const { done, value } = messages.next();
      if (done) return;
      if (!this.#call.write(value)) this.#drained = this.#drain();
    }
    this.#sending += 1;
    this.#drained.then(() => {
      this.#sending -= 1;
      if (this.#failure === undefined) this.#send(messages);
      if (this.#isLast) this.end();
    });
  }

  /** All waiting appends share one listener. */
  #drain(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#drained = undefined;
        this.#call.off("drain", done).off("close", done).off("error", done);
        resolve();
      };
      this.#call.on("drain", done).on("close", done).on("error", done);
    });
  }

  #take({ correlationId, ...answer }: AnsweredAppend): void {
    const waiting = this.#waiting.get(correlationId);
    this.#waiting.delete(correlationId);
    if (answer.refused) waiting?.reject(answer.refused);
    else waiting?.resolve(answer.written);
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
