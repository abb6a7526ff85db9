import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { expect, test } from "@jest/globals";
import { readAnswerOf } from "./read-calls.ts";

const { ReadResp } = streamsPb;
const { ReadEvent } = ReadResp;

function recorded(stream: string): streamsPb.ReadResp.ReadEvent.RecordedEvent {
  const event = new ReadEvent.RecordedEvent();
  event.setId(new sharedPb.UUID().setString("3f0c1c1e-35a1-4a7c-9d0f-0a8e4a4d7f10"));
  event.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)));
  event.getMetadataMap().set("type", "PinImported").set("content-type", "application/json");
  event.setData(Buffer.from('{"a":1}'));
  return event;
}

const encoded = (answer: streamsPb.ReadResp) => Buffer.from(answer.serializeBinary());

test("an event that a link leads to is read without its link", () => {
  const event = new ReadEvent().setEvent(recorded("a")).setLink(recorded("$ce-a"));
  expect(readAnswerOf(encoded(new ReadResp().setEvent(event)))).toMatchObject({
    kind: "event",
    event: { stream: "a", type: "PinImported", data: { a: 1 } },
  });
});

test("a link to a deleted event is skipped", () => {
  const answer = new ReadResp().setEvent(new ReadEvent().setLink(recorded("$ce-a")));
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
  const whole = encoded(new ReadResp().setEvent(new ReadEvent().setEvent(recorded("a"))));
  expect(() => readAnswerOf(whole.subarray(0, -1))).toThrow();
  expect(() => readAnswerOf(Buffer.of(0x0b))).toThrow();
  expect(() => readAnswerOf(Buffer.alloc(12, 0xff))).toThrow();
});
