import { rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ConfigError } from "@ornament/platform/config/read-config";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import { explainer } from "@ornament/platform/eventstore/connection/explain-failure";
import { connectLog } from "@ornament/platform/eventstore/grpc/grpc-log-client";
import { allRights } from "@ornament/platform/eventstore/rights/rights";
import { checkEventStore } from "@ornament/platform/eventstore/rights/start-check";
import { StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import { raised, testDefinitions, testMetadata } from "@ornament/platform/eventstore/testing/test-events";
import { type TlsFront, tlsFront } from "@ornament/platform/eventstore/testing/tls-front";
import { silentLogger } from "@ornament/platform/logging/logger";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { listOf } from "@ornament/testing/event-log/list-of";
import { type FaultyEventStore, startFaultyEventStore } from "@ornament/testing/stores/faulty-event-store";
import { temporaryFolder } from "./eventstore/testing/test-store.ts";

let folder: string;
let server: FaultyEventStore;
let logged: string[];
const others: Server[] = [];
const sockets: Socket[] = [];
const fronts: TlsFront[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  server = await startFaultyEventStore({ dataDir: folder });
  logged = [];
});
afterEach(async () => {
  for (const other of others.splice(0)) other.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(fronts.splice(0).map((front) => front.close()));
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const address = (options = "tls=false", account = "") =>
  `esdb://${account}localhost:${server.port}?${options}`;
const log = (_fields: unknown, message: string) => void logged.push(message);
const check = (connectionString: string) =>
  checkEventStore({ connectionString, rights: allRights, logger: { warn: log } });

/** The printed line, and whether the start tries again. */
async function outcome(connectionString: string): Promise<{ line: string; waits: boolean }> {
  const error: unknown = await check(connectionString).catch((failure: unknown) => failure);
  if (error instanceof ConfigError) return { line: error.message, waits: false };
  if (!(error instanceof UnavailableError)) throw error ?? new Error("The check has found nothing");
  return { line: explainer(connectionString)(error), waits: true };
}

async function listening(other: Server): Promise<number> {
  others.push(other);
  other.on("connection", (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  return (other.address() as AddressInfo).port;
}

async function front(): Promise<TlsFront> {
  const opened = await tlsFront(server, folder);
  fronts.push(opened);
  return opened;
}

async function events(): Promise<number> {
  const log = connectLog(address());
  const all = await listOf(log.readAll({ from: "start", backwards: false, maxCount: 100 }));
  await log.close();
  return all.length;
}

describe("the check at the start", () => {
  test("the check at the start accepts a good event store and writes nothing", async () => {
    const before = await events();
    await check(address());
    expect(logged).toEqual([]);
    expect(await events()).toBe(before);
  });

  test("the check at the start refuses a server older than 23.10 in one line", async () => {
    server.faults.version = "22.10.5";
    expect(await outcome(address())).toEqual({
      line: `The event store at localhost:${server.port} is EventStoreDB 22.10.5; version 23.10 or later is needed.`,
      waits: false,
    });
  });

  test("the check at the start accepts a server that does not name its version, and warns", async () => {
    server.faults.version = "0.0.0.0";
    await check(address());
    expect(logged).toEqual([
      "The event store does not report its version; EventStoreDB 23.10 or later is needed",
    ]);
  });

  test.each([
    ["readAll", "read $all (right $r on $all)"],
    ["read", "read streams (right $r)"],
    ["write", "append to streams (right $w)"],
    ["delete", "delete streams (right $d)"],
    ["writeMetadata", "write the metadata of streams (right $mw)"],
  ] as const)(
    "the check at the start names account, store and right when the right to %s is missing",
    async (right, said) => {
      server.faults.refuse(right);
      expect(await outcome(address("tls=false", "ornament:s3cret@"))).toEqual({
        line: `The account "ornament" at the event store (localhost:${server.port}) may not ${said}. See "The account at EventStoreDB" in docs/operations.md.`,
        waits: false,
      });
    },
  );

  test("the check at the start continues when appends get no answer", async () => {
    server.faults.failAppends("timeout");
    await check(address());
    expect(logged).toEqual([]);
  });

  test.each([
    ["a port that nobody listens at", async () => 1, "can't be reached \\(ECONNREFUSED\\)"],
    ["a server that never answers", () => listening(createServer()), "gives no answer"],
    [
      "a web server",
      () => listening(createHttpServer((_request, response) => response.end("hello"))),
      "does not answer as an event store",
    ],
    [
      "a server that hangs up",
      () => listening(createServer((socket) => socket.destroy())),
      "does not answer as an event store",
    ],
  ])("the check at the start waits for %s, and names the reason", async (_name, open, said) => {
    const port = await open();
    const { line, waits } = await outcome(`esdb://admin:s3cret@127.0.0.1:${port}?tls=false`);
    expect(line).toMatch(new RegExp(`^The event store at 127\\.0\\.0\\.1:${port} [^\\n]*${said}`));
    expect(line).not.toContain("s3cret");
    expect(waits).toBe(true);
  });

  test("the check at the start waits for a cluster without a node that answers", async () => {
    server.faults.gossip([{ host: "127.0.0.1", port: server.port, alive: false }]);
    const { line, waits } = await outcome(`esdb://127.0.0.1:${server.port},127.0.0.1:1?tls=false`);
    expect(line).toContain("whether a cluster has a leader");
    expect(waits).toBe(true);
  });
});

describe("the check with TLS", () => {
  test("the check with TLS accepts a known authority, for a host name and an IP address", async () => {
    const { port, caFile } = await front();
    await check(`esdb://127.0.0.1:${port}?tls=true&tlsCAFile=${caFile}`);
    await check(`esdb://localhost:${port}?tls=true&tlsCAFile=${caFile}`);
    expect(logged).toEqual([]);
  });

  test("the check with TLS compares the certificate with the address, also an IP address", async () => {
    const { port, caFile } = await front();
    const { line, waits } = await outcome(`esdb://127.0.0.2:${port}?tls=true&tlsCAFile=${caFile}`);
    expect(line).toContain("a certificate that is not accepted (does not match certificate's altnames)");
    expect(waits).toBe(false);
  });

  test("the check names tls for an address without TLS of a server with TLS", async () => {
    const { port } = await front();
    const { line, waits } = await outcome(`esdb://localhost:${port}?tls=false`);
    expect(line).toContain("correct host, port and tls in EVENTSTORE_URL");
    expect(waits).toBe(true);
  });

  test("the check refuses an address with TLS of a server without TLS", async () => {
    const { line, waits } = await outcome(address("tls=true"));
    expect(line).toContain("does not use TLS; add tls=false to EVENTSTORE_URL");
    expect(waits).toBe(false);
  });
});

describe("a right that is lost while the program runs", () => {
  test("a right that is lost at runtime has one log line and is reported until it is given back", async () => {
    const connectionString = address("tls=false", "ornament:s3cret@");
    const store = openEventStore({
      connectionString,
      definitions: testDefinitions,
      masterKey: serverKey(Buffer.alloc(32, 7)),
      logger: Object.assign(silentLogger(), { error: log }),
    });
    const append = () => store.append("counter-1", "any", [raised(1)], testMetadata);
    await append();
    expect(await store.refused?.()).toBeUndefined();
    server.faults.refuse("write");
    for (let time = 0; time < 3; time += 1) await expect(append()).rejects.toThrow(StoreRefusedError);
    expect(await store.refused?.()).toContain("may not append to streams (right $w)");
    while (logged.length === 0) await new Promise(setImmediate);
    expect(logged).toEqual([await store.refused?.()]);
    server.faults.allow();
    expect(await store.refused?.()).toBeUndefined();
    await store.close();
  });
});
