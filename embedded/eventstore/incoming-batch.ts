import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { ExpectedRevision } from "@ornament/platform/eventstore/emulation/append-decision";
import { MAX_APPEND_SIZE, type ProposedEvent, sizeOf } from "./event.ts";
import { readExpectedRevision, readProposedEvent, readWritableStreamName } from "./request-fields.ts";

/** An append carries more than {@link MAX_APPEND_SIZE}. */
export class AppendTooLarge extends Error {}

/** One append of a batch call, of which parts are still to come. */
export class IncomingBatch {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** In milliseconds since 1970. */
  readonly deadline: number | undefined;
  readonly events: ProposedEvent[] = [];
  #size = 0;

  /** Throws the gRPC error for options that can't be read. */
  constructor(options: streamsPb.BatchAppendReq.Options) {
    this.stream = readWritableStreamName(options.getStreamIdentifier());
    const exact = options.hasStreamPosition() ? options.getStreamPosition() : undefined;
    this.expected = readExpectedRevision(options, exact);
    this.deadline = options.getDeadline()?.toDate().getTime();
  }

  /** Throws {@link AppendTooLarge}, or the gRPC error for an event that can't be read. */
  add(messages: readonly streamsPb.BatchAppendReq.ProposedMessage[]): void {
    for (const message of messages) {
      const event = readProposedEvent(message);
      this.#size += sizeOf(event);
      if (this.#size > MAX_APPEND_SIZE) throw new AppendTooLarge();
      this.events.push(event);
    }
  }
}
