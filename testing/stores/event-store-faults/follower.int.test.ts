import { NotLeaderError } from "@eventstore/db-client";
import { beforeEach, expect, test } from "@jest/globals";
import {
  collect,
  connect,
  failure,
  numbered,
  numberOf,
  storeForEachTest,
} from "@ornament/embedded/eventstore/testing/test-store";

const store = storeForEachTest();
beforeEach(async () => {
  await store.client.appendToStream("a-1", numbered(0));
  store.server.faults.notLeader({ host: "leader.test", port: 2113 });
});

const read = async () => (await collect(store.client.readStream("a-1"))).map(numberOf);
const leader = { address: "leader.test", port: 2113 };

test("a follower ends a batch append call that asks for the leader", async () => {
  // A client opens its batch call, which may ask for the leader, with its first append.
  const client = connect(store.server.connectionString);
  const error = await failure(client.appendToStream("a-1", numbered(1), { requiresLeader: true }));
  expect(error).toBeInstanceOf(NotLeaderError);
  expect(error).toMatchObject({ code: 5, leader });
  await client.dispose();
  expect(await read()).toEqual([0]);
});

test("a follower refuses reads that ask for the leader", async () => {
  const error = await failure(collect(store.client.readStream("a-1", { requiresLeader: true })));
  expect(error).toMatchObject({ leader });
});

test.each(["deleteStream", "tombstoneStream"] as const)(
  "a follower refuses %s that asks for the leader",
  async (how) => {
    const error = await failure(store.client[how]("a-1", { requiresLeader: true }));
    expect(error).toMatchObject({ leader });
  },
);

test("a follower reads, and passes writes that don't ask for the leader to the leader", async () => {
  await store.client.appendToStream("a-1", numbered(1));
  expect(await read()).toEqual([0, 1]);
  store.server.faults.notLeader(undefined);
  await store.client.deleteStream("a-1", { requiresLeader: true });
});
