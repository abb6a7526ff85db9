import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import statusPb from "@eventstore/db-client/generated/status_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { expect, test } from "@jest/globals";
import anyPb from "google-protobuf/google/protobuf/any_pb.js";
import emptyPb from "google-protobuf/google/protobuf/empty_pb.js";
import { readAppendAnswer } from "./append-answer.ts";

const { BatchAppendResp } = streamsPb;
const correlationId = "0b1e5a34-7c7b-4b52-9a0c-4f9f3c1f7a10";

const answer = () =>
  new BatchAppendResp()
    .setCorrelationId(new sharedPb.UUID().setString(correlationId))
    .setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from("Bäume-1")));

const bytesOf = (message: streamsPb.BatchAppendResp) => Buffer.from(message.serializeBinary());

test.each([0n, 127n, 128n, 2n ** 53n + 1n, 2n ** 63n - 1n])(
  "an answer with the number %s is read exactly",
  (number) => {
    const position = new sharedPb.AllStreamPosition();
    position.setCommitPosition(String(number));
    position.setPreparePosition(String(number));
    const success = new BatchAppendResp.Success().setCurrentRevision(String(number)).setPosition(position);
    expect(readAppendAnswer(bytesOf(answer().setSuccess(success)))).toEqual({
      correlationId,
      written: { revision: number, position: { commit: number, prepare: number } },
    });
  },
);

test("an answer without a stream and a position is read", () => {
  const success = new BatchAppendResp.Success();
  success.setNoStream(new emptyPb.Empty());
  success.setNoPosition(new emptyPb.Empty());
  expect(readAppendAnswer(bytesOf(answer().setSuccess(success)))).toEqual({
    correlationId,
    written: { revision: -1n, position: undefined },
  });
});

test("an answer with an id of two numbers is read", () => {
  const halves = new sharedPb.UUID.Structured();
  halves.setMostSignificantBits(BigInt.asIntN(64, 0x0b1e5a347c7b4b52n).toString());
  halves.setLeastSignificantBits(BigInt.asIntN(64, 0x9a0c4f9f3c1f7a10n).toString());
  const success = new BatchAppendResp.Success().setCurrentRevision("3");
  const structured = answer().setCorrelationId(new sharedPb.UUID().setStructured(halves)).setSuccess(success);
  expect(readAppendAnswer(bytesOf(structured))).toMatchObject({ correlationId, written: { revision: 3n } });
});

test("a refusal is read as the official client's error, with its stream", () => {
  const conflict = new sharedPb.WrongExpectedVersion();
  conflict.setCurrentStreamRevision("4");
  conflict.setExpectedNoStream(new emptyPb.Empty());
  const details = new anyPb.Any();
  details.pack(conflict.serializeBinary(), "event_store.client.WrongExpectedVersion");
  const refused = answer().setError(new statusPb.Status().setDetails(details));
  expect(readAppendAnswer(bytesOf(refused))).toMatchObject({
    correlationId,
    refused: { type: "wrong-expected-version", streamName: "Bäume-1", actualVersion: 4n },
  });
});

test("bytes that are not an answer are refused", () => {
  for (const bytes of [[0x0a, 0x05, 0x01], [0x80], [0x0d, 0, 0, 0, 0]])
    expect(() => readAppendAnswer(Buffer.from(bytes))).toThrow();
});
