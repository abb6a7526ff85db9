import { EventStoreDBClient } from "@eventstore/db-client";
import serverFeaturesGrpc from "@eventstore/db-client/generated/serverfeatures_grpc_pb.js";
import sharedPb from "@eventstore/db-client/generated/shared_pb.js";
import { credentials } from "@grpc/grpc-js";
import { afterEach, describe, expect, test } from "@jest/globals";
import {
  collect,
  failure,
  numbered,
  numberOf,
  openTestStore,
  storeForEachTest,
} from "@ornament/embedded/eventstore/testing/test-store";

let clients: EventStoreDBClient[] = [];
afterEach(async () => {
  await Promise.all(clients.map((client) => client.dispose()));
  clients = [];
});
const store = storeForEachTest("on a port");

function clientOf(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  clients.push(client);
  return client;
}

const fewAttempts = "tls=false&maxDiscoverAttempts=2&discoveryInterval=1";
const discover = () => clientOf(`esdb+discover://127.0.0.1:${store.server.port}?${fewAttempts}`);
const written = async (client: EventStoreDBClient) => {
  await client.appendToStream("a-1", numbered(1));
  return (await collect(client.readStream("a-1"))).map(numberOf);
};

describe("gossip", () => {
  test("gossip names this server as the leader, so that a cluster's URL works", async () => {
    expect(await written(discover())).toEqual([1]);
  });

  test("gossip works with several hosts if one is down", async () => {
    const down = await openTestStore("on a port");
    down.server.front.refuse();
    const hosts = [down.server.port, store.server.port].map((port) => `127.0.0.1:${port}`).join(",");
    expect(await written(clientOf(`esdb://${hosts}?${fewAttempts}`))).toEqual([1]);
    await down.close();
  });

  test("gossip leads a client to the node that a test chooses", async () => {
    const other = await openTestStore("on a port");
    store.server.faults.gossip([
      { host: "127.0.0.1", port: store.server.port, state: "FOLLOWER" },
      { host: "127.0.0.1", port: other.server.port },
    ]);
    expect(await written(discover())).toEqual([1]);
    expect((await collect(other.client.readStream("a-1"))).map(numberOf)).toEqual([1]);
    await other.close();
  });

  test("gossip that names no live node, or fails too often, leaves a client without a node", async () => {
    const { faults, port } = store.server;
    faults.gossip([{ host: "127.0.0.1", port, alive: false }]);
    await expect(written(discover())).rejects.toThrow("Failed to discover");
    faults.gossip(undefined);
    faults.failGossip(2);
    await expect(written(discover())).rejects.toThrow("Failed to discover");
    faults.failGossip(1);
    expect(await written(discover())).toEqual([1]);
  });
});

describe("server features", () => {
  test("a chosen number of requests for server features fails", async () => {
    store.server.faults.failFeatures(1);
    expect(await failure(written(discover()))).toMatchObject({ code: 14 });
    expect(await written(discover())).toEqual([1]);
  });

  test("server features name the version that a test chooses", async () => {
    store.server.faults.version = "22.10.5";
    const address = `127.0.0.1:${store.server.port}`;
    const client = new serverFeaturesGrpc.ServerFeaturesClient(address, credentials.createInsecure());
    const version = await new Promise((resolve, reject) => {
      client.getSupportedMethods(new sharedPb.Empty(), (error, supported) =>
        error ? reject(error) : resolve(supported.getEventStoreServerVersion()),
      );
    });
    expect(version).toBe("22.10.5");
    client.close();
  });
});
