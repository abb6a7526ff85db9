import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { expect, test } from "@jest/globals";
import emptyPb from "google-protobuf/google/protobuf/empty_pb.js";
import timestampPb from "google-protobuf/google/protobuf/timestamp_pb.js";
import { readBatchRequest } from "./batch-request.ts";

const { BatchAppendReq } = streamsPb;
const correlation = "0b1e5a34-7c7b-4b52-9a0c-4f9f3c1f7a10";
const eventId = "6f0d9f34-4c6b-4b1e-9a5e-0f6f3c1f7a10";

const read = (request: streamsPb.BatchAppendReq) =>
  readBatchRequest(BatchAppendReq.deserializeBinary(request.serializeBinary()));

const idOf = (text: string) => new sharedPb.UUID().setString(text);

function optionsFor(stream: string, deadline?: Date): streamsPb.BatchAppendReq.Options {
  const options = new BatchAppendReq.Options();
  options.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream)));
  if (deadline) options.setDeadline(timestampPb.Timestamp.fromDate(deadline));
  return options;
}

function eventOf(data: string): streamsPb.BatchAppendReq.ProposedMessage {
  const event = new BatchAppendReq.ProposedMessage();
  event.setId(idOf(eventId.toUpperCase()));
  event.getMetadataMap().set("type", "Zählung").set("content-type", "application/json");
  event.setCustomMetadata(Buffer.from('{"ä":"ü"}'));
  event.setData(Buffer.from(data));
  return event;
}

test("a batch append is read with its id, stream, deadline and events", () => {
  const until = new Date("2026-12-24T18:30:00.250Z");
  const options = optionsFor("Bäume-1", until);
  options.setNoStream(new emptyPb.Empty());
  const request = new BatchAppendReq().setCorrelationId(idOf(correlation)).setOptions(options);
  request.setProposedMessagesList([eventOf('{"n":1}'), eventOf('{"n":2}')]).setIsFinal(true);
  const { events, ...rest } = read(request);
  expect(rest).toEqual({
    correlation,
    isFinal: true,
    options: { stream: "Bäume-1", expected: "no_stream", deadline: until.getTime() },
  });
  const shown = events.map(({ id, properties, metadata, data }) => [
    id,
    properties.get("type"),
    properties.get("content-type"),
    Buffer.from(metadata).toString(),
    Buffer.from(data).toString(),
  ]);
  expect(shown).toEqual([
    [eventId, "Zählung", "application/json", '{"ä":"ü"}', '{"n":1}'],
    [eventId, "Zählung", "application/json", '{"ä":"ü"}', '{"n":2}'],
  ]);
});

test.each([
  ["0", 0],
  ["300", 300],
  [String(2n ** 40n), 2 ** 40],
  [String(2n ** 64n - 1n), Number.MAX_SAFE_INTEGER],
])("the expected revision %s of a batch append is read as %d", (sent, expected) => {
  const options = optionsFor("a-1");
  options.setStreamPosition(sent);
  expect(read(new BatchAppendReq().setOptions(options)).options?.expected).toBe(expected);
});

test("a batch append that expects any revision or nothing is read; one that expects a stream is refused", () => {
  const [any, exists, nothing] = [optionsFor("a-1"), optionsFor("a-1"), optionsFor("a-1")];
  any.setAny(new emptyPb.Empty());
  exists.setStreamExists(new emptyPb.Empty());
  const expectedIn = (options: typeof any) =>
    read(new BatchAppendReq().setOptions(options)).options?.expected;
  expect([any, nothing].map(expectedIn)).toEqual(["any", undefined]);
  expect(() => expectedIn(exists)).toThrow(expect.objectContaining({ code: 12 }));
});

test("a deadline before 1970 is read as a past one", () => {
  const late = read(new BatchAppendReq().setOptions(optionsFor("a-1", new Date(-5_000))));
  expect(late.options?.deadline).toBeLessThanOrEqual(0);
});

test("an empty batch append is read as one without fields", () => {
  const empty = { correlation: "", options: undefined, events: [], isFinal: false };
  expect(read(new BatchAppendReq())).toEqual(empty);
});
