import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { type TestEventStore, testEventStore } from "@ornament/testing/stores/test-event-store";
import { composeParts } from "../compose-parts.ts";
import type { ImportResult } from "../imports/import-pins.ts";
import {
  startTestCommandApi,
  type TestCommandApi,
  testConfig,
  testSecrets,
} from "../testing/test-command-api.ts";
import { issuePins, signedInConsumer } from "../testing/test-consumer.ts";
import { bindPath, enterPins, replay } from "../testing/test-ornament.ts";

/** Devices and imports on an event store, with the official client. */
const secrets = testSecrets();
let dataDir: string;
let server: TestEventStore;
const opened: EventStore[] = [];
const started: TestCommandApi[] = [];
let api: TestCommandApi;

const clock = () => new Date();
function openStore(): EventStore {
  const store = openEventStore({
    connectionString: server.connectionString,
    definitions: Object.values(eventCatalogue),
    masterKey: secrets.masterKey,
    logger: silentLogger(),
  });
  opened.push(store);
  return store;
}
async function startReplica(store = openStore()): Promise<TestCommandApi> {
  const replica = await startTestCommandApi({
    store,
    secrets,
    clock,
    config: testConfig({ spoolFolder: dataDir }),
  });
  started.push(replica);
  return replica;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "ornament-devices-"));
  server = await testEventStore();
  api = await startReplica();
});
afterAll(async () => {
  for (const replica of started) await replica.stop();
  for (const store of opened) await store.close();
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe("the device limit", () => {
  test.each([
    ["one replica", 1],
    ["three replicas", 3],
  ])(
    "exactly 5 of 50 devices are bound at the same time on %s, as the limit allows",
    async (_name, count) => {
      const code = `CROWD0${count}`;
      await issuePins(api, code);
      const consumer = await signedInConsumer(api, `crowd${count}@example.com`);
      expect((await enterPins(consumer, [code])).status).toBe(200);
      const others = await Promise.all(Array.from({ length: count - 1 }, () => startReplica()));
      const browsers = [api, ...others].map((replica) => {
        const browser = replica.client();
        browser.token = consumer.browser.token;
        return browser;
      });
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          browsers[index % browsers.length]?.post(bindPath, {
            pinId: pinIdOf(code),
            device: `device ${index}`,
          }),
        ),
      );
      expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(5);
      expect(answers.filter((answer) => answer?.status === 409)).toHaveLength(45);
      expect((await replay(openStore(), code)).devices.size).toBe(5);
    },
  );
});

async function importCsv(at: TestCommandApi, csv: string): Promise<ImportResult> {
  const form = new FormData();
  form.append("file", new Blob([csv]), "pins.csv");
  const { token } = await at.signedInAdmin();
  const response = await fetch(new URL("/api/admin/import/csv", at.url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as ImportResult;
}
const listOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(7 - prefix.length, "0")}`);

test("an import cut off by a crash is marked as interrupted at the next start, and can be repeated", async () => {
  const store = openStore();
  const { dying, stuck } = dyingAfter(store, 150);
  const replica = await startReplica(dying);
  const csv = listOf("CUT", 400).join("\n");
  const lost = importCsv(replica, csv).catch(() => undefined);
  const importId = await stuck;

  const { jobs } = composeParts({ ...api.dependencies, clock: () => new Date(Date.now() + 60_000) });
  jobs.follow();
  const read = async () => (await api.store.read(streams.pinImport(importId))).events;
  while ((await read()).at(-1)?.type !== "PinImportInterrupted") await new Promise(setImmediate);
  await jobs.stop();
  const events = await read();
  // On a slow machine it may have reported progress before.
  const types = events.map(({ type }) => type).filter((type) => type !== "PinImportProgressed");
  expect(types).toEqual(["PinImportStarted", "PinImportInterrupted"]);

  const repeated = await importCsv(api, csv);
  expect(repeated.rows).toBe(400);
  expect(repeated.duplicates).toBeGreaterThanOrEqual(150);
  expect(repeated.added).toBe(400 - repeated.duplicates);
  await replica.stop();
  await lost;
});

/** The store of a process that ends during an import: after this number of PINs it gives no more answers. */
function dyingAfter(store: EventStore, pins: number): { dying: EventStore; stuck: Promise<string> } {
  let tell: (importId: string) => void = () => undefined;
  const stuck = new Promise<string>((resolve) => {
    tell = resolve;
  });
  let added = 0;
  const append: EventStore["append"] = async (stream, expected, events, metadata) => {
    const [event] = events;
    if (event?.type !== "PinImported") return await store.append<never>(stream, expected, events, metadata);
    added += 1;
    if (added > pins) {
      tell((event.data as { importId: string }).importId);
      return await new Promise<never>(() => undefined);
    }
    return await store.append<never>(stream, expected, events, metadata);
  };
  const dying: EventStore = { ...store, append };
  return { dying, stuck };
}
