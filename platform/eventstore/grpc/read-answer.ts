import { convertGrpcEvent } from "@eventstore/db-client/dist/utils/convertGrpcEvent.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import type { LogItem, RawEvent } from "../log-client.ts";
import { MessageReader } from "./message-reader.ts";
import { readPosition } from "./position-message.ts";
import { toRawEvent } from "./recorded-event.ts";

/** One message of a read or a subscription. `missing`: there is no such stream; `other`: nothing that a reader needs. */
export type ReadAnswer = LogItem | { readonly kind: "missing" } | { readonly kind: "other" };

const other: ReadAnswer = { kind: "other" };
const missing: ReadAnswer = { kind: "missing" };
const caughtUp: ReadAnswer = { kind: "caughtUp" };

/** Reads an encoded `ReadResp`. Throws for bytes that are none. See docs/decisions/0038-reads-are-decoded-by-hand.md */
export function readAnswerOf(message: Buffer): ReadAnswer {
  const reader = new MessageReader(message);
  let answer = other;
  while (reader.next()) {
    const { field } = reader;
    if (field === 1) answer = eventAnswer(reader.message(), message);
    else if (field === 3) answer = { kind: "checkpoint", position: readPosition(reader.message()) };
    else {
      reader.skip();
      if (field === 4) answer = missing;
      if (field === 8) answer = caughtUp;
    }
  }
  return answer;
}

/** A resolved event without its link. */
function eventAnswer(reader: MessageReader, message: Buffer): ReadAnswer {
  let event: RawEvent | undefined;
  while (reader.next()) {
    if (reader.field === 1) event = recordedEvent(reader.message()) ?? eventOfOtherForm(message);
    else reader.skip();
  }
  return event ? { kind: "event", event } : other;
}

/** The client reads events of other forms: without JSON, say, or with an id of two numbers. */
function eventOfOtherForm(message: Buffer): RawEvent | undefined {
  const resolved = streamsPb.ReadResp.deserializeBinary(message).getEvent();
  const { event } = resolved ? convertGrpcEvent(resolved) : {};
  return event && toRawEvent(event);
}

/** `undefined` for other forms than those of our events. */
function recordedEvent(reader: MessageReader): RawEvent | undefined {
  let [id, stream, data, metadata] = ["", "", "", ""];
  let [type, contentType, created] = ["", "", ""];
  let [revision, prepare, commit] = [0n, 0n, 0n];
  while (reader.next()) {
    const { field } = reader;
    if (field === 1) id = textIn(reader.message(), 2);
    else if (field === 2) stream = textIn(reader.message(), 3);
    else if (field === 3) revision = reader.bigint();
    else if (field === 4) prepare = reader.bigint();
    else if (field === 5) commit = reader.bigint();
    else if (field === 6) {
      const note = reader.message();
      const name = note.next() && note.field === 1 ? note.text() : "";
      const value = note.next() && note.field === 2 ? note.text() : "";
      if (name === "type") type = value;
      else if (name === "content-type") contentType = value;
      else if (name === "created") created = value;
    } else if (field === 7) metadata = reader.text();
    else if (field === 8) data = reader.text();
    else reader.skip();
  }
  if (id === "" || type === "" || contentType !== "application/json" || !ticks.test(created))
    return undefined;
  try {
    return {
      id,
      stream,
      revision,
      type,
      data: JSON.parse(data),
      metadata: metadata === "" ? undefined : JSON.parse(metadata),
      position: { commit, prepare },
      // Ticks of 100 ns: a number could not hold all their digits.
      createdAt: new Date(Number(created.slice(0, -4))),
    };
  } catch {
    return undefined;
  }
}

const ticks = /^\d{5,}$/;

/** The text in one of the fields of the message. */
function textIn(reader: MessageReader, wanted: number): string {
  let text = "";
  while (reader.next()) {
    if (reader.field === wanted) text = reader.text();
    else reader.skip();
  }
  return text;
}
