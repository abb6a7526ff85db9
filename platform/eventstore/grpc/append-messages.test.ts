import { randomUUID } from "node:crypto";
import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { expect, test } from "@jest/globals";
import emptyPb from "google-protobuf/google/protobuf/empty_pb.js";
import { appendMessages, readAppendAnswer } from "./append-messages.ts";

const { BatchAppendResp } = streamsPb;
const correlationId = "0b1e5a34-7c7b-4b52-9a0c-4f9f3c1f7a10";
const id = (text = correlationId) => new sharedPb.UUID().setString(text);
const read = (answer: streamsPb.BatchAppendResp) => readAppendAnswer(Buffer.from(answer.serializeBinary()));

test("a large append is encoded in parts below 4 MB, of which the first has the options and the last is final", () => {
  const text = "a".repeat(1_000_000);
  const events = Array.from({ length: 7 }, () => ({
    id: randomUUID(),
    type: "Large",
    data: { text },
    metadata: {},
  }));
  const append = {
    correlationId,
    stream: "large-1",
    expected: "no_stream",
    events,
    until: new Date(),
  } as const;
  const messages = [...appendMessages(append)];
  expect(messages.map((message) => message.getProposedMessagesList().length)).toEqual([3, 3, 1]);
  expect(messages.map((message) => message.hasOptions())).toEqual([true, false, false]);
  expect(messages.map((message) => message.getIsFinal())).toEqual([false, false, true]);
  expect(new Set(messages.map((message) => message.getCorrelationId()?.getString()))).toEqual(
    new Set([correlationId]),
  );
});

test("an answer without a stream and a position is read", () => {
  const success = new BatchAppendResp.Success();
  success.setNoStream(new emptyPb.Empty());
  success.setNoPosition(new emptyPb.Empty());
  expect(read(new BatchAppendResp().setCorrelationId(id()).setSuccess(success))).toEqual({
    correlationId,
    written: { revision: -1n, position: undefined },
  });
});

test("an answer with an id of two numbers is read", () => {
  const halves = new sharedPb.UUID.Structured();
  halves.setMostSignificantBits(BigInt.asIntN(64, 0x0b1e5a347c7b4b52n).toString());
  halves.setLeastSignificantBits(BigInt.asIntN(64, 0x9a0c4f9f3c1f7a10n).toString());
  const success = new BatchAppendResp.Success().setCurrentRevision("3");
  const answer = new BatchAppendResp().setCorrelationId(id().setStructured(halves)).setSuccess(success);
  expect(read(answer)).toMatchObject({ correlationId, written: { revision: 3n } });
});

test("bytes that are not an answer are refused", () => {
  for (const bytes of [[0x0a, 0x05, 0x01], [0x80], [0x0d, 0, 0, 0, 0]])
    expect(() => readAppendAnswer(Buffer.from(bytes))).toThrow();
});
