import { randomUUID } from "node:crypto";
import { once } from "node:events";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import type streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { type ClientDuplexStream, credentials } from "@grpc/grpc-js";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type AppendToSend, appendMessages } from "@ornament/platform/eventstore/grpc/append-request";
import { collect, failure, storeForAllTests } from "../testing/test-store.ts";

const store = storeForAllTests();

/** A call without the official client, which always sends all parts of an append. */
let client: streamsGrpc.StreamsClient;
let call: ClientDuplexStream<streamsPb.BatchAppendReq, streamsPb.BatchAppendResp>;

beforeEach(() => {
  client = new streamsGrpc.StreamsClient(store.server.connectionString, credentials.createInsecure());
  call = client.batchAppend();
});

afterEach(async () => {
  call.end();
  call.resume();
  if (!call.readableEnded) await once(call, "end");
  client.close();
});

const milliseconds = (from: number) => new Date(Date.now() + from);

function appendOf(until: Date, text = "a"): AppendToSend {
  const event = { id: randomUUID(), type: "Counted", data: { text }, metadata: {} };
  return {
    correlationId: randomUUID(),
    stream: `parts-${randomUUID()}`,
    expected: "no_stream",
    events: [event],
    until,
  };
}

const partsOf = (append: AppendToSend) => Array.from(appendMessages(append));

/** Sends the append in one part, with its options. */
function send(append: AppendToSend, isFinal: boolean): void {
  for (const message of partsOf(append)) call.write(message.setIsFinal(isFinal));
}

/** The next answer: the id of its append, and the name of its error. */
async function answer() {
  const [response]: streamsPb.BatchAppendResp[] = await once(call, "data");
  return [
    response?.getCorrelationId()?.getString(),
    response?.getError()?.getDetails()?.getTypeName() ?? "success",
  ];
}

const timeout = "event_store.client.Timeout";
const isMissing = async (stream: string) =>
  expect(await failure(collect(store.client.readStream(stream)))).toMatchObject({ type: "stream-not-found" });

test("a batch append that is incomplete at its deadline gets a time-out, and its later parts are ignored", async () => {
  const [unfinished, next] = [appendOf(milliseconds(100)), appendOf(milliseconds(60_000))];
  send(unfinished, false);
  expect(await answer()).toEqual([unfinished.correlationId, timeout]);
  for (const message of partsOf(unfinished)) {
    message.clearOptions();
    call.write(message);
  }
  send(next, true);
  expect(await answer()).toEqual([next.correlationId, "success"]);
  await isMissing(unfinished.stream);
});

test("a batch append that is never completed gets a time-out long before its deadline", async () => {
  const unfinished = appendOf(milliseconds(3_600_000));
  send(unfinished, false);
  expect(await answer()).toEqual([unfinished.correlationId, timeout]);
});

test("a batch append past its deadline gets a time-out, even if it is too large", async () => {
  const late = appendOf(milliseconds(-1_000), "a".repeat(2 * 1024 * 1024));
  send(late, true);
  expect(await answer()).toEqual([late.correlationId, timeout]);
  await isMissing(late.stream);
});

test("a call that ends before a batch append is complete ends without an answer to the append", async () => {
  const [complete, unfinished] = [appendOf(milliseconds(60_000)), appendOf(milliseconds(60_000))];
  const answers: unknown[] = [];
  call.on("data", (response: streamsPb.BatchAppendResp) =>
    answers.push(response.getCorrelationId()?.getString()),
  );
  send(complete, true);
  send(unfinished, false);
  call.end();
  await once(call, "end");
  expect(answers).toEqual([complete.correlationId]);
  await isMissing(unfinished.stream);
});
