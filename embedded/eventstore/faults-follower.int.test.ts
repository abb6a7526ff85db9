import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { NotLeaderError } from "@eventstore/db-client";
import streamsGrpc from "@eventstore/db-client/generated/streams_grpc_pb.js";
import streamsPb from "@eventstore/db-client/generated/streams_pb.js";
import { credentials, Metadata } from "@grpc/grpc-js";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import emptyPb from "google-protobuf/google/protobuf/empty_pb.js";
import {
  collect,
  failure,
  numbered,
  numberOf,
  openTestStore,
  type TestStore,
} from "./event-store-fixture.ts";
import { streamIdentifier, uuid } from "./read-response.ts";

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
  await store.client.appendToStream("a-1", numbered(0));
  store.server.faults.notLeader({ host: "leader.test", port: 2113 });
});
afterEach(() => store.close());

const read = async () => (await collect(store.client.readStream("a-1"))).map(numberOf);
const leader = { address: "leader.test", port: 2113 };

test("a follower refuses a classic append that asks for the leader, and names the leader", async () => {
  const options = { requiresLeader: true, credentials: { username: "a", password: "b" } };
  const error = await failure(store.client.appendToStream("a-1", numbered(1), options));
  expect(error).toBeInstanceOf(NotLeaderError);
  expect(error).toMatchObject({ leader });
});

test("a follower ends a batch append call that asks for the leader", async () => {
  const client = new streamsGrpc.StreamsClient(
    `127.0.0.1:${store.server.port}`,
    credentials.createInsecure(),
  );
  const metadata = new Metadata();
  metadata.set("requires-leader", "true");
  const call = client.batchAppend(metadata);
  const options = new streamsPb.BatchAppendReq.Options();
  options.setStreamIdentifier(streamIdentifier("a-1"));
  options.setAny(new emptyPb.Empty());
  const request = new streamsPb.BatchAppendReq();
  request.setCorrelationId(uuid(randomUUID(), false));
  request.setOptions(options);
  request.setIsFinal(true);
  call.write(request);
  const [error] = await once(call, "error");
  expect(error).toMatchObject({ code: 5 });
  expect(error.metadata.getMap()).toMatchObject({
    exception: "not-leader",
    "leader-endpoint-host": "leader.test",
    "leader-endpoint-port": "2113",
  });
  client.close();
});

test.each(["deleteStream", "tombstoneStream"] as const)(
  "a follower refuses %s that asks for the leader",
  async (how) => {
    const error = await failure(store.client[how]("a-1", { requiresLeader: true }));
    expect(error).toMatchObject({ leader });
  },
);

test("a follower reads, and writes for the leader what doesn't ask for it", async () => {
  await store.client.appendToStream("a-1", numbered(1));
  expect(await read()).toEqual([0, 1]);
  store.server.faults.notLeader(undefined);
  await store.client.deleteStream("a-1", { requiresLeader: true });
});
