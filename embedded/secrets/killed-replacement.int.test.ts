import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import { isForgedEventFound } from "@ornament/platform/eventstore/authenticity/forged-event-found";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { drawSecrets, readSecrets } from "@ornament/platform/tokens/secrets";
import { listOf } from "@ornament/testing/event-log/list-of";
import { refusedStart } from "@ornament/testing/product/refused-start";
import { builtProgram } from "@ornament/testing/programs/built-program";
import { command } from "@ornament/testing/programs/run-command";
import { inBatches } from "@ornament/testing/suites/in-batches";
import { type EventStoreServer, startEventStore } from "../eventstore/server.ts";

/** More than the command wraps while the test learns of the first one. */
const persons = 300;
const unfinished = /A replacement of MASTER_KEY began and is not finished/;

let dataDir: string;
let server: EventStoreServer;
let environment: Record<string, string>;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "ornament-"));
  writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(drawSecrets()));
  server = await startEventStore({ dataDir: join(dataDir, "store") });
  environment = { DATA_DIR: dataDir, EVENTSTORE_URL: server.connectionString };
});
afterEach(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const stored = (): Record<string, string> => JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));

/** A client with the master key that `secrets.json` has now. */
const client = () =>
  openEventStore({
    connectionString: server.connectionString,
    definitions: Object.values(eventCatalogue),
    masterKey: readSecrets(stored(), ["master"]).masterKey,
    logger: silentLogger(),
  });

async function register(): Promise<void> {
  const store = client();
  await store.requireMacs();
  const cause = { correlationId: "test", actor: { kind: "system" } } as const;
  await inBatches(persons, 50, (n) => {
    const consumerId = n + 1;
    const data = {
      consumerId,
      email: `parent${consumerId}@example.com`,
      passwordHash: "x",
      marketingEmail: false,
      nonce: "first-attempt-nonce",
      expiresAt: 0,
    };
    return store.append(
      streams.consumer(consumerId),
      "no_stream",
      [{ type: "ConsumerRegistered", data }],
      cause,
    );
  });
  await store.erasePerson("consumer", 1);
  await store.close();
}

async function allEvents(): Promise<StoredEvent[]> {
  const store = client();
  await store.requireMacs();
  const found = await listOf(store.readAll({ withForged: true }));
  await store.close();
  return found;
}

/** Resolves with the exit signal. The store stops with the command, because this process is the store. */
async function killedAtFirst(type: string): Promise<NodeJS.Signals | null> {
  const watching = client();
  const child = spawn(process.execPath, [builtProgram("secrets"), "rotate", "MASTER_KEY"], {
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: "ignore",
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once("exit", (_code, signal) => resolve(signal)),
  );
  watching.subscribeToAll({
    name: "first",
    from: "start",
    filter: { eventTypes: [type] },
    // The watching client has the former key.
    withForged: true,
    onBatch: async ({ events }) => void (events.length > 0 && child.kill("SIGKILL")),
  });
  const signal = await ended;
  await watching.close();
  return signal;
}

/** The number of times that the event store's files contain the text. */
const timesOnDisk = (text: string) =>
  readdirSync(join(dataDir, "store"))
    .map((file) => readFileSync(join(dataDir, "store", file), "latin1"))
    .join("")
    .split(text).length - 1;

test("a replacement that was killed while it wrapped keys refuses the start, and is finished by the next one with the same new key", async () => {
  await register();
  const former = stored();
  const wrapped = (await allEvents()).find(({ stream }) => stream === "personKey-consumer7");
  const wrappedKey = String(Object(wrapped?.data).wrappedKey);
  expect(timesOnDisk(wrappedKey)).toBeGreaterThan(0);

  expect(await killedAtFirst("PersonKeyRewrapped")).toBe("SIGKILL");
  const { MASTER_KEY_NEXT, ...others } = stored();
  expect(others).toEqual(former);
  const { code, lines } = await refusedStart(dataDir, { EVENTSTORE_URL: server.connectionString });
  expect({ code, lines }).toEqual({ code: 78, lines: [expect.stringMatching(unfinished)] });

  const finished = await command("secrets", ["rotate", "MASTER_KEY"], environment);
  expect(finished).toMatchObject({ code: 0, out: expect.stringContaining("MASTER_KEY is replaced") });
  expect(stored()).toEqual({ ...former, MASTER_KEY: MASTER_KEY_NEXT });
  const events = await allEvents();
  expect(events.filter(isForgedEventFound)).toEqual([]);
  expect(events.filter(({ type }) => type === "PersonKeyRewrapped")).toHaveLength(persons - 1);
  const emails = events
    .filter(({ type }) => type === "ConsumerRegistered")
    .map(({ data }) => (data as { email: string | null }).email);
  expect(emails.sort()).toEqual([
    null,
    ...Array.from({ length: persons - 1 }, (_, n) => `parent${n + 2}@example.com`).sort(),
  ]);

  await server.scavenge();
  expect(timesOnDisk(wrappedKey)).toBe(0);
  expect((await allEvents()).filter(isForgedEventFound)).toEqual([]);
});

test.each([
  [["rotate", "PROOF_KEY"], {}, 1, /PROOF_KEY_PREVIOUS/],
  [["rotate", "ADDRESS_KEY"], {}, 1, /ADDRESS_KEY can't be replaced/],
  [["rotate", "MASTER_KEY"], { MASTER_KEY: "x" }, 78, /remove it from the environment/],
  [["rotate", "MASTER_KEY"], { DATA_DIR: "none" }, 78, /MASTER_KEY is missing/],
  [["rotate", "MASTER_KEY"], { DATA_DIR: "none", EVENTSTORE_URL: "" }, 78, /has no event store/],
] as const)(
  "the command %j with %j writes nothing and says why in one line",
  async (words, given, code, line) => {
    const before = stored();
    const at = "DATA_DIR" in given ? { DATA_DIR: join(dataDir, given.DATA_DIR) } : {};
    const answer = await command("secrets", [...words], { ...environment, ...given, ...at });
    expect(answer).toMatchObject({ code, out: "" });
    expect(answer.err.split("\n")[0]).toMatch(line);
    expect(stored()).toEqual(before);
    expect(await allEvents()).toMatchObject([{ type: "MacsRequired" }]);
  },
);
