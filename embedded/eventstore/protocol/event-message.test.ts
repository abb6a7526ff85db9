import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { describe, expect, test } from "@jest/globals";
import { DELETED } from "../log/append-decision.ts";
import type { StoredEvent } from "../log/event.ts";
import { eventMessage } from "./event-message.ts";

const event: StoredEvent = {
  position: 4_800_000_000_016,
  stream: "Bäume-1",
  revision: 300,
  id: "8b1e5a34-7c7b-4b52-9a0c-4f9f3c1f7a10",
  type: "Zählung",
  contentType: "application/json",
  created: 1_798_137_000_250,
  metadata: Buffer.from('{"ä":"ü"}'),
  data: Buffer.from('{"n":1}'),
};

/** The event as a client reads it. */
function read(changes: Partial<StoredEvent>, isOfAll = true) {
  const answer = streamsPb.ReadResp.deserializeBinary(
    eventMessage({ ...event, ...changes }, isOfAll).serializeBinary(),
  ).getEvent();
  const recorded = answer?.getEvent();
  return {
    log: [answer?.hasNoPosition(), answer?.hasCommitPosition() && answer.getCommitPosition()],
    id: recorded?.getId()?.toObject(),
    stream: Buffer.from(recorded?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString(),
    revision: recorded?.getStreamRevision(),
    positions: [recorded?.getCommitPosition(), recorded?.getPreparePosition()],
    properties: recorded?.getMetadataMap().toArray(),
    metadata: Buffer.from(recorded?.getCustomMetadata_asU8() ?? []).toString(),
    data: Buffer.from(recorded?.getData_asU8() ?? []).toString(),
  };
}

describe("an event for readers", () => {
  test("an event for readers of $all has all stored fields and its position", () => {
    expect(read({})).toEqual({
      log: [false, "4800000000016"],
      id: { string: event.id, structured: undefined },
      stream: "Bäume-1",
      revision: "300",
      positions: ["4800000000016", "4800000000016"],
      properties: [
        ["content-type", "application/json"],
        ["created", "17981370002500000"],
        ["type", "Zählung"],
      ],
      metadata: '{"ä":"ü"}',
      data: '{"n":1}',
    });
  });

  test("an event for readers of a stream has no commit position", () => {
    expect(read({}, false)).toEqual({ ...read({}), log: [true, false] });
  });

  test.each([
    [0, "0"],
    [127, "127"],
    [2 ** 40, String(2 ** 40)],
    [DELETED, "9223372036854775807"],
  ])("an event with the revision %d is sent with %s", (revision, sent) => {
    expect(read({ revision }).revision).toBe(sent);
  });

  test("an event without data and metadata, and a large one, are sent unchanged", () => {
    const nothing = new Uint8Array();
    expect(read({ data: nothing, metadata: nothing })).toMatchObject({ data: "", metadata: "" });
    const text = "🎄".repeat(100_000);
    expect(read({ data: Buffer.from(text) }).data).toBe(text);
  });
});
