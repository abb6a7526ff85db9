import { convertGrpcEvent } from "@eventstore/db-client/dist/utils/convertGrpcEvent.js";
import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { readAnswerOf } from "./read-answer.ts";
import { toRawEvent } from "./recorded-event.ts";

const { ReadResp } = streamsPb;
const { ReadEvent } = ReadResp;
const { RecordedEvent } = ReadEvent;

interface Sent {
  id?: string | undefined;
  stream?: string;
  revision?: bigint;
  position?: bigint;
  notes?: Record<string, string>;
  data?: string | Uint8Array;
  metadata?: string | Uint8Array;
}

const usualNotes = {
  type: "PinImported",
  "content-type": "application/json",
  created: "17346096001234567",
};

const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? Buffer.from(content) : content;

function recorded(sent: Sent): streamsPb.ReadResp.ReadEvent.RecordedEvent {
  const {
    id = "3f0c1c1e-35a1-4a7c-9d0f-0a8e4a4d7f10",
    stream = "pin-A",
    revision = 0n,
    position = 0n,
  } = sent;
  const event = new RecordedEvent();
  event.setId(new sharedPb.UUID().setString(id));
  event.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)));
  event.setStreamRevision(String(revision));
  event.setCommitPosition(String(position));
  event.setPreparePosition(String(position));
  for (const [name, value] of Object.entries(sent.notes ?? usualNotes))
    event.getMetadataMap().set(name, value);
  event.setData(bytesOf(sent.data ?? "{}"));
  event.setCustomMetadata(bytesOf(sent.metadata ?? ""));
  return event;
}

const answerWith = (event: streamsPb.ReadResp.ReadEvent.RecordedEvent) =>
  new ReadResp().setEvent(new ReadEvent().setEvent(event).setCommitPosition("7"));

const encoded = (answer: streamsPb.ReadResp) => Buffer.from(answer.serializeBinary());

/** The event as the official client reads it. */
function byClient(answer: streamsPb.ReadResp) {
  const resolved = answer.getEvent();
  const { event } = resolved ? convertGrpcEvent(resolved) : {};
  return event && { kind: "event", event: toRawEvent(event) };
}

const expectSame = (event: streamsPb.ReadResp.ReadEvent.RecordedEvent) => {
  const answer = answerWith(event);
  expect(readAnswerOf(encoded(answer))).toEqual(byClient(answer));
};

test("an event with any contents is read as the client reads it", () => {
  const whole = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(
      fc.record({
        stream: fc.string({ minLength: 1, unit: "binary" }),
        revision: whole,
        position: whole,
        data: fc.json(),
        metadata: fc.json(),
      }),
      (sent) => expectSame(recorded(sent)),
    ),
    { numRuns: 300 },
  );
});

const otherForms: [string, Sent][] = [
  ["without metadata", { metadata: "" }],
  ["with metadata that are not JSON", { metadata: Uint8Array.of(1, 2, 255) }],
  ["with broken JSON", { data: "{" }],
  [
    "with bytes",
    { notes: { ...usualNotes, "content-type": "application/octet-stream" }, data: Uint8Array.of(1, 0) },
  ],
  ["without a type", { notes: { "content-type": "application/json", created: "17346096001234567" } }],
  ["without a content type", { notes: { type: "A", created: "17346096001234567" } }],
  ["without a time", { notes: { type: "A", "content-type": "application/json" } }],
  ["with a time that is not a number", { notes: { ...usualNotes, created: "today" } }],
  ["with a time just before a millisecond", { notes: { ...usualNotes, created: "17346096001239999" } }],
  ["with a time in 1970", { notes: { ...usualNotes, created: "9999" } }],
  ["with an unknown note", { notes: { ...usualNotes, "of-a-newer-server": "x" } }],
  ["at the last revision, as a tombstone is", { revision: 2n ** 63n - 1n }],
];

test.each(otherForms)("an event %s is read as the client reads it", (_form, sent) => {
  expectSame(recorded(sent));
});

test("an event whose id is sent as two numbers is read as the client reads it", () => {
  const structured = new sharedPb.UUID.Structured();
  structured.setMostSignificantBits(String(0x3f0c1c1e35a14a7cn));
  structured.setLeastSignificantBits(String(BigInt.asIntN(64, 0x9d0f0a8e4a4d7f10n)));
  expectSame(recorded({}).setId(new sharedPb.UUID().setStructured(structured)));
});

test("an event that a link leads to is read without its link", () => {
  const answer = answerWith(recorded({ stream: "a" }));
  answer.getEvent()?.setLink(recorded({ stream: "$ce-a" }));
  expect(readAnswerOf(encoded(answer))).toEqual(byClient(answer));
});

test("a link to a deleted event is skipped", () => {
  const answer = new ReadResp().setEvent(new ReadEvent().setLink(recorded({})));
  expect(readAnswerOf(encoded(answer))).toEqual({ kind: "other" });
});

test("the answers without an event are read", () => {
  const empty = (set: (answer: streamsPb.ReadResp) => streamsPb.ReadResp) =>
    readAnswerOf(encoded(set(new ReadResp())));
  expect(empty((answer) => answer.setStreamNotFound(new ReadResp.StreamNotFound()))).toEqual({
    kind: "missing",
  });
  expect(empty((answer) => answer.setCaughtUp(new ReadResp.CaughtUp()))).toEqual({ kind: "caughtUp" });
  expect(empty((answer) => answer.setFellBehind(new ReadResp.FellBehind()))).toEqual({ kind: "other" });
  expect(empty((answer) => answer.setFirstStreamPosition("5"))).toEqual({ kind: "other" });
  const confirmation = new ReadResp.SubscriptionConfirmation().setSubscriptionId("s");
  expect(empty((answer) => answer.setConfirmation(confirmation))).toEqual({ kind: "other" });
  const checkpoint = new ReadResp.Checkpoint()
    .setCommitPosition("300")
    .setPreparePosition(String(2n ** 64n - 1n));
  expect(empty((answer) => answer.setCheckpoint(checkpoint))).toEqual({
    kind: "checkpoint",
    position: { commit: 300n, prepare: 2n ** 64n - 1n },
  });
});

test("bytes that are not a message are refused", () => {
  const whole = encoded(answerWith(recorded({ data: '{"a":1}' })));
  expect(() => readAnswerOf(whole.subarray(0, -1))).toThrow();
  expect(() => readAnswerOf(Buffer.of(0x0b))).toThrow();
  expect(() => readAnswerOf(Buffer.alloc(12, 0xff))).toThrow();
});
