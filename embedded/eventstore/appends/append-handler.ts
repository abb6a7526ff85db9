import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ServerReadableStream, ServiceError, sendUnaryData } from "@grpc/grpc-js";
import type { Answered } from "../behaviour.ts";
import type { ExpectedRevision } from "../log/append-decision.ts";
import { NO_STREAM } from "../log/append-decision.ts";
import { MAX_APPEND_SIZE, type ProposedEvent, sizeOf } from "../log/event.ts";
import {
  commitFailed,
  invalidArgument,
  maximumAppendSizeExceeded,
  notReady,
  streamDeleted,
  timedOut,
  unknownError,
} from "../protocol/grpc-errors.ts";
import {
  proposedFields,
  readExpectedRevision,
  readProposedEvent,
  readWritableStreamName,
} from "../protocol/request-fields.ts";
import { isServiceError } from "../reads/read-handler.ts";
import type { Store } from "../store.ts";
import { append } from "./append.ts";

type AppendCall = ServerReadableStream<streamsPb.AppendReq, streamsPb.AppendResp>;
type Answer = sendUnaryData<streamsPb.AppendResp>;

const { AppendResp } = streamsPb;

/** `Streams.Append`: one append for each call; the options come first and then one event in each message. */
export const appendHandler =
  (store: Store) =>
  (call: AppendCall, answer: Answer): void => {
    const incoming = new IncomingAppend(store);
    let answered = false;
    const answerOnce: Answer = (...args) => {
      if (!answered) answer(...args);
      answered = true;
    };
    call.on("data", (message: streamsPb.AppendReq) => {
      if (answered) return;
      try {
        incoming.take(message);
        if (message.hasOptions()) store.behaviour.checkLeader(call);
      } catch (error) {
        answerOnce(toGrpcError(error));
      }
    });
    call.on("error", () => {
      answered = true;
    });
    call.on("end", () => {
      if (!answered) commit(store, incoming, answerOnce);
    });
  };

class IncomingAppend {
  readonly #store: Store;
  readonly events: ProposedEvent[] = [];
  target: { readonly stream: string; readonly expected: ExpectedRevision } | undefined;
  #size = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  take(message: streamsPb.AppendReq): void {
    const options = message.getOptions();
    const proposed = message.getProposedMessage();
    if (options && !this.target) {
      this.target = readTarget(options);
      this.#store.behaviour.check("write", this.target.stream);
    } else if (proposed && this.target) this.#add(readProposedEvent(proposedFields(proposed)));
    else throw invalidArgument("An append is its options, then its events.");
  }

  #add(event: ProposedEvent): void {
    this.#size += sizeOf(event);
    if (this.#size > MAX_APPEND_SIZE) throw maximumAppendSizeExceeded();
    this.events.push(event);
  }
}

function readTarget(options: streamsPb.AppendReq.Options) {
  return {
    stream: readWritableStreamName(options.getStreamIdentifier()),
    expected: readExpectedRevision(options, options.hasRevision() ? options.getRevision() : undefined),
  };
}

function commit(store: Store, { target, events }: IncomingAppend, answer: Answer): void {
  if (!target) {
    answer(invalidArgument("Append options are required."));
    return;
  }
  const { stream, expected } = target;
  append(store, { stream, expected, events }).then(
    (outcome) => {
      const result = toAnswer(outcome, stream, expected);
      if (result instanceof AppendResp) answer(null, result);
      else answer(result);
    },
    (error: unknown) => answer(commitFailed(error)),
  );
}

function toAnswer(
  outcome: Answered,
  stream: string,
  expected: ExpectedRevision,
): streamsPb.AppendResp | ServiceError {
  switch (outcome.kind) {
    case "written":
      return new AppendResp().setSuccess(success(outcome.revision, outcome.position));
    case "conflict":
      return new AppendResp().setWrongExpectedVersion(wrongExpectedVersion(expected, outcome.actual));
    case "deleted":
      return streamDeleted(stream);
    case "timeout":
      return timedOut();
    case "not-ready":
      return notReady();
  }
}

function success(revision: number, position: number | undefined): streamsPb.AppendResp.Success {
  const message = new AppendResp.Success();
  if (revision === NO_STREAM) message.setNoStream(new sharedPb.Empty());
  else message.setCurrentRevision(String(revision));
  if (position === undefined) return message.setNoPosition(new sharedPb.Empty());
  const at = new AppendResp.Position();
  at.setCommitPosition(String(position));
  at.setPreparePosition(String(position));
  return message.setPosition(at);
}

function wrongExpectedVersion(
  expected: ExpectedRevision,
  actual: number,
): streamsPb.AppendResp.WrongExpectedVersion {
  const message = new AppendResp.WrongExpectedVersion();
  const empty = new sharedPb.Empty();
  if (actual === NO_STREAM) message.setCurrentNoStream(empty);
  else message.setCurrentRevision(String(actual));
  if (expected === "any") return message.setExpectedAny(empty);
  if (expected === "no_stream") return message.setExpectedNoStream(empty);
  return message.setExpectedRevision(String(expected));
}

const toGrpcError = (error: unknown): ServiceError => (isServiceError(error) ? error : unknownError(error));
