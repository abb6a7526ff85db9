import { type ChildProcess, fork, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ResolvedEvent } from "@eventstore/db-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { build, type Plugin } from "esbuild";
import { startEventStore } from "../server.ts";
import { connect, failure, numbered, numberOf, numbersTo, temporaryFolder } from "../testing/test-store.ts";
import { EventStoreLocked } from "./database.ts";

/** Bundles the program as the build does, with the TypeScript of the workspaces. */
const packagesExternal: Plugin = {
  name: "packages-external-workspaces-bundled",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@ornament/") ? undefined : { path, external: true },
    );
  },
};

let outdir: string;
let entry: string;
beforeAll(async () => {
  // Inside this package, so that the bundle finds its dependencies.
  const dist = fileURLToPath(new URL("../../dist", import.meta.url));
  await mkdir(dist, { recursive: true });
  outdir = await mkdtemp(join(dist, "event-store-test-"));
  entry = join(outdir, "main.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("../main.ts", import.meta.url))],
    outfile: entry,
    bundle: true,
    plugins: [packagesExternal],
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
});
afterAll(() => rm(outdir, { recursive: true, force: true }));

let dataDir: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const environment = (more: Record<string, string> = {}) => ({ ...process.env, DATA_DIR: dataDir, ...more });

/** Starts the event store as a process, at the same socket each time, and waits until it is ready. */
async function startProcess(): Promise<{ child: ChildProcess; connectionString: string }> {
  const socket = join(dataDir, "events.sock");
  const child = fork(entry, {
    env: environment({ EVENTSTORE_SOCKET: socket }),
    execArgv: [],
    stdio: "inherit",
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The event store ended with ${code} before it was ready`);
  });
  ended.catch(() => undefined);
  const [message] = await Promise.race([once(child, "message"), ended]);
  expect(message).toEqual({ ready: true, port: 0, address: `unix:${socket}` });
  return { child, connectionString: message.address };
}

const exitCode = async (child: ChildProcess): Promise<unknown> => (await once(child, "exit"))[0];

test("kill -9 while 64 writers append loses no acknowledged event", async () => {
  const acknowledged = new Map<string, bigint>();
  for (const round of [0, 1]) {
    const { child, connectionString } = await startProcess();
    const client = connect(connectionString);
    const enough = acknowledged.size + 3000;
    const write = async (writer: number) => {
      for (let n = 0; ; n += 1) {
        const event = numbered(n);
        const { nextExpectedRevision } = await client.appendToStream(`w-${round}-${writer}`, event, {
          expectedRevision: n === 0 ? "no_stream" : BigInt(n - 1),
          deadline: 60_000,
        });
        acknowledged.set(event.id, nextExpectedRevision);
        if (acknowledged.size === enough) child.kill("SIGKILL");
      }
    };
    const died = exitCode(child);
    const results = await Promise.allSettled(Array.from({ length: 64 }, (_, writer) => write(writer)));
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    await died;
    await client.dispose();
  }

  const { child, connectionString } = await startProcess();
  const client = connect(connectionString);
  const stored = await listOf(client.readAll());
  const revisions = new Map(stored.map(({ event }) => [event?.id ?? "", event?.revision ?? -1n]));
  expect(revisions.size).toBe(stored.length);
  const lost = [...acknowledged].filter(([id, revision]) => revisions.get(id) !== revision);
  expect(lost).toEqual([]);
  expect(acknowledged.size).toBeGreaterThanOrEqual(6000);
  expectUnbroken(stored);
  await client.dispose();
  child.send({ stop: true });
  expect(await exitCode(child)).toBe(0);
});

function expectUnbroken(stored: readonly ResolvedEvent[]): void {
  const next = new Map<string, number>();
  for (const event of stored) {
    const stream = event.event?.streamId ?? "";
    expect(numberOf(event)).toBe(next.get(stream) ?? 0);
    next.set(stream, numberOf(event) + 1);
  }
}

test("a restart keeps events, revisions, metadata, deletions, and recognises repeats at a revision", async () => {
  const first = await startEventStore({ dataDir });
  const before = connect(first.connectionString);
  const events = numbersTo(5);
  await before.appendToStream("kept-1", events, { expectedRevision: "no_stream" });
  await before.appendToStream("limited-1", numbersTo(5));
  await before.setStreamMetadata("limited-1", { maxCount: 3 });
  await before.appendToStream("soft-1", numbered(1));
  await before.deleteStream("soft-1");
  await before.appendToStream("hard-1", numbered(1));
  await before.tombstoneStream("hard-1");
  const all = await listOf(before.readAll());
  await before.dispose();
  await first.stop();

  const second = await startEventStore({ dataDir });
  await second.scavenge();
  const after = connect(second.connectionString);
  const hidden = ["limited-1 0", "limited-1 1", "hard-1 0"];
  const readable = all.filter(({ event }) => !hidden.includes(`${event?.streamId} ${event?.revision}`));
  expect(readable).toHaveLength(all.length - hidden.length);
  expect(await listOf(after.readAll())).toEqual(readable);
  expect((await listOf(after.readStream("limited-1"))).map(numberOf)).toEqual([2, 3, 4]);
  expect(await failure(listOf(after.readStream("soft-1")))).toMatchObject({ type: "stream-not-found" });
  expect(await failure(listOf(after.readStream("hard-1")))).toMatchObject({ type: "stream-deleted" });
  const again = await after.appendToStream("kept-1", events, { expectedRevision: "no_stream" });
  expect(again.nextExpectedRevision).toBe(4n);
  const next = await after.appendToStream("kept-1", numbered(5), { expectedRevision: 4n });
  expect(next.position?.commit).toBeGreaterThan(all.at(-1)?.event?.position?.commit ?? 0n);
  await after.dispose();
  await second.stop();
  expect(existsSync(join(dataDir, "events.sqlite"))).toBe(true);
});

test("a scavenge after a restart deletes hidden events from the disk", async () => {
  const secret = `secret-${randomUUID()}`;
  const start = async (clock: () => number) => {
    const server = await startEventStore({ dataDir, clock });
    return { server, client: connect(server.connectionString) };
  };
  const first = await start(Date.now);
  const write = (stream: string, count: number) =>
    first.client.appendToStream(stream, numbersTo(count, secret), { expectedRevision: "no_stream" });
  await write("hard-1", 2);
  await first.client.tombstoneStream("hard-1");
  await write("soft-1", 2);
  await first.client.deleteStream("soft-1");
  await write("aged-1", 3);
  await first.client.setStreamMetadata("aged-1", { maxAge: 3600 });
  await write("kept-1", 2);
  await first.client.setStreamMetadata("kept-1", { cacheControl: 1 });
  await first.client.setStreamMetadata("kept-1", { cacheControl: 2 });
  await first.client.dispose();
  await first.server.stop();
  expect(await timesOnDisk(secret)).toBe(9);

  const second = await start(() => Date.now() + 3_700_000);
  await second.server.scavenge();
  const left = (await listOf(second.client.readAll())).map(
    ({ event }) => `${event?.streamId} ${event?.revision === 2n ** 63n - 1n ? "end" : event?.revision}`,
  );
  // The newest event stays, so that the stream keeps its revision.
  const expected = ["hard-1 end", "soft-1 1", "$$soft-1 0", "aged-1 2", "$$aged-1 0", "kept-1 0", "kept-1 1"];
  expect(left).toEqual([...expected, "$$kept-1 1"]);
  expect(await listOf(second.client.readStream("aged-1"))).toEqual([]);
  const next = await second.client.appendToStream("aged-1", numbered(3), { expectedRevision: 2n });
  expect(next.nextExpectedRevision).toBe(3n);
  expect(await failure(listOf(second.client.readStream("hard-1")))).toMatchObject({
    type: "stream-deleted",
  });
  await second.client.dispose();
  await second.server.stop();
  expect(await timesOnDisk(secret)).toBe(4);
});

/** The number of times that the store's files contain the text. */
async function timesOnDisk(text: string): Promise<number> {
  const files = await readdir(dataDir);
  const contents = await Promise.all(files.map((file) => readFile(join(dataDir, file), "latin1")));
  return contents.join("").split(text).length - 1;
}

test("appends that were received before a stop are committed and answered", async () => {
  const server = await startEventStore({ dataDir });
  const client = connect(server.connectionString);
  await client.appendToStream("a-1", numbered(0), { expectedRevision: "no_stream" });
  const appends = Promise.allSettled(
    Array.from({ length: 200 }, (_, n) =>
      client.appendToStream(`b-${n}`, numbered(n), { expectedRevision: "any" }),
    ),
  );
  await client.appendToStream("a-1", numbered(1), { expectedRevision: 0n });
  await server.stop();
  const taken = (await appends).filter(({ status }) => status === "fulfilled").length;
  await client.dispose();
  const again = await startEventStore({ dataDir });
  const reader = connect(again.connectionString);
  expect((await listOf(reader.readAll())).length).toBeGreaterThanOrEqual(taken + 2);
  await reader.dispose();
  await again.stop();
});

describe("the event store's file", () => {
  test("the event store's file is open in one server only, also within one process, and is free after a stop", async () => {
    const server = await startEventStore({ dataDir });
    await expect(startEventStore({ dataDir })).rejects.toThrow(EventStoreLocked);
    await server.stop();
    await (await startEventStore({ dataDir })).stop();
  });
});

describe("the process", () => {
  test("the event store process ends with one line when its port is in use or its settings are bad", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const taken = await run({ EVENTSTORE_PORT: port });
    expect(taken.code).toBe(1);
    expect(taken.printed).toMatch(new RegExp(`^The event store can't listen on 127.0.0.1:${port}.*\n$`));
    other.close();
    const bad = await run({ EVENTSTORE_PORT: "many" });
    expect(bad.code).toBe(78);
    expect(bad.printed).toMatch(/^Configuration error: EVENTSTORE_PORT: .*\n$/);
  });

  test("the event store process without a parent prints its address", async () => {
    const child = spawn(process.execPath, [entry], {
      env: environment(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(child.stdout, "data");
    expect(String(line)).toMatch(/^event store ready at esdb:\/\/127\.0\.0\.1:\d+\?tls=false\n$/);
    child.kill("SIGINT");
    expect(await exitCode(child)).toBe(0);
  });

  test("the event store can run as a worker thread", async () => {
    const worker = new Worker(entry, { env: environment() });
    const [ready] = await once(worker, "message");
    const client = connect(ready.address);
    await client.appendToStream("a-1", numbered(0), { expectedRevision: "no_stream" });
    await client.dispose();
    worker.postMessage({ stop: true });
    expect(await once(worker, "exit")).toEqual([0]);
  });

  test("the event store process ends when its parent's channel closes", async () => {
    const { child } = await startProcess();
    child.disconnect();
    expect(await exitCode(child)).toBe(0);
  });
});

/** Runs the process until it ends. */
async function run(
  more: Record<string, string>,
  command: readonly string[] = [process.execPath],
): Promise<{ code: unknown; printed: string }> {
  const [file = "", ...parameters] = command;
  const child = spawn(file, [...parameters, entry], {
    env: environment(more),
    stdio: ["ignore", "inherit", "pipe"],
  });
  let printed = "";
  child.stderr.on("data", (text) => {
    printed += String(text);
  });
  const [code] = await once(child, "close");
  return { code, printed };
}
