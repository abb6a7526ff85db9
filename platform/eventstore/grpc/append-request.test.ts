import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { expect, test } from "@jest/globals";
import { type AppendToSend, appendMessages } from "./append-request.ts";

const append = (changes: Partial<AppendToSend> = {}): AppendToSend => ({
  correlationId: "0b1e5a34-7c7b-4b52-9a0c-4f9f3c1f7a10",
  stream: "pin-ABCD123",
  expected: "no_stream",
  events: [eventOf({ n: 1 })],
  until: new Date("2026-12-24T18:30:00.250Z"),
  ...changes,
});

const eventOf = (data: Record<string, unknown>) => ({
  id: "6f0d9f34-4c6b-4b1e-9a5e-0f6f3c1f7a10",
  type: "Zählung 🎄",
  data,
  metadata: { $correlationId: "c", who: "Jürgen" },
});

/** The messages after the server's decoding. */
const read = (sent: AppendToSend) =>
  Array.from(appendMessages(sent), (message) =>
    streamsPb.BatchAppendReq.deserializeBinary(message.serializeBinary()),
  );

test("an append is encoded with its id, stream, deadline and events", () => {
  const [message, ...more] = read(
    append({ stream: "Bäume-1", events: [eventOf({ n: 1 }), eventOf({ ä: "ü" })] }),
  );
  expect(more).toEqual([]);
  expect(message?.getCorrelationId()?.getString()).toBe("0b1e5a34-7c7b-4b52-9a0c-4f9f3c1f7a10");
  expect(message?.getIsFinal()).toBe(true);
  const options = message?.getOptions();
  const name = options?.getStreamIdentifier()?.getStreamName_asU8() ?? [];
  expect(Buffer.from(name).toString()).toBe("Bäume-1");
  expect(options?.getDeadline()?.toDate()).toEqual(new Date("2026-12-24T18:30:00.250Z"));
  const events = (message?.getProposedMessagesList() ?? []).map((event) => ({
    id: event.getId()?.getString(),
    fields: event.getMetadataMap().toArray(),
    data: JSON.parse(Buffer.from(event.getData_asU8()).toString()),
    metadata: JSON.parse(Buffer.from(event.getCustomMetadata_asU8()).toString()),
  }));
  const common = {
    id: "6f0d9f34-4c6b-4b1e-9a5e-0f6f3c1f7a10",
    fields: [
      ["content-type", "application/json"],
      ["type", "Zählung 🎄"],
    ],
    metadata: { $correlationId: "c", who: "Jürgen" },
  };
  expect(events).toEqual([
    { ...common, data: { n: 1 } },
    { ...common, data: { ä: "ü" } },
  ]);
});

test.each([0n, 1n, 127n, 128n, 300n, 2n ** 40n, 2n ** 63n - 1n])(
  "the expected revision %s is encoded",
  (expected) => {
    const options = read(append({ expected }))[0]?.getOptions();
    expect(options?.hasStreamPosition()).toBe(true);
    expect(options?.getStreamPosition()).toBe(String(expected));
  },
);

test("an append encodes that it expects any revision or no stream", () => {
  const [any, none] = (["any", "no_stream"] as const).map((expected) =>
    read(append({ expected }))[0]?.getOptions(),
  );
  expect([any?.hasAny(), any?.hasNoStream(), any?.hasStreamPosition()]).toEqual([true, false, false]);
  expect([none?.hasAny(), none?.hasNoStream(), none?.hasStreamPosition()]).toEqual([false, true, false]);
});

test("a large append is encoded in parts below 4 MB, of which the first has the options and the last is final", () => {
  const events = Array.from({ length: 7 }, () => eventOf({ text: "a".repeat(1_000_000) }));
  const messages = read(append({ events }));
  expect(messages.map((message) => message.getProposedMessagesList().length)).toEqual([3, 3, 1]);
  expect(messages.map((message) => message.hasOptions())).toEqual([true, false, false]);
  expect(messages.map((message) => message.getIsFinal())).toEqual([false, false, true]);
  expect(new Set(messages.map((message) => message.getCorrelationId()?.getString())).size).toBe(1);
});
