import { afterEach, beforeEach, expect } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { StorageFullError } from "@ornament/platform/eventstore/store-errors";
import { silentLogger } from "@ornament/platform/logging/logger";
import {
  type TestEventStore,
  testEventStore,
  testOnEmbeddedEventStore,
} from "@ornament/testing/stores/test-event-store";
import type { TestClient } from "./testing/test-client.ts";
import {
  startTestCommandApi,
  type TestCommandApi,
  testConfig,
  testSecrets,
} from "./testing/test-command-api.ts";
import { issuePins, signedInConsumer } from "./testing/test-consumer.ts";
import { eventTypes } from "./testing/test-ornament.ts";

const test = testOnEmbeddedEventStore("limit of its space");

/**
 * An event store on a full disk: appends are refused immediately, reads work, and appends work again when
 * there is space.
 */
let server: TestEventStore;
let store: EventStore;
let api: TestCommandApi;
let admin: TestClient;

beforeEach(async () => {
  server = await testEventStore();
  const secrets = testSecrets();
  store = openEventStore({
    connectionString: server.connectionString,
    definitions: Object.values(eventCatalogue),
    masterKey: secrets.masterKey,
    logger: silentLogger(),
  });
  // This test is about space, so no deadline may end it.
  const config = testConfig({ requestMilliseconds: 60_000 });
  api = await startTestCommandApi({ store, secrets, config });
  admin = await api.signedInAdmin();
});
afterEach(async () => {
  await api.stop();
  await store.close();
  await server.close();
});

const ready = async (): Promise<Record<string, unknown>> => {
  const { status, body } = await api.client().get("/readyz");
  return { status, ...body };
};
const setLimit = (value: number) => admin.post("/api/admin/update-setting", { name: "numberDevices", value });

/** Changes a setting until the file of the event store has no room for another event. */
async function fill() {
  server.embedded.limitSpace(true);
  for (let turn = 0; turn < 5_000; turn += 1) {
    const answer = await setLimit(2 + (turn % 2));
    if (answer.status !== 200) return answer;
  }
  throw new Error("The event store never ran out of space");
}

/** Takes the room that is left for events smaller than a changed setting. */
async function fillRest(): Promise<void> {
  for (;;) {
    try {
      await store.setStreamMetadata("filler", { maxCount: 1 });
    } catch (error) {
      if (error instanceof StorageFullError) return;
      throw error;
    }
  }
}

async function importPins(count: number) {
  const codes = Array.from({ length: count }, (_, n) => `FUL${String(n).padStart(4, "0")}`);
  const form = new FormData();
  form.append("file", new Blob([codes.join("\n")]), "pins.csv");
  const answer = await fetch(new URL("/api/admin/import/csv", api.url), {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  };
}

test("without space a command is refused as 507 and the service is not ready; with space it is accepted again", async () => {
  await issuePins(api, "FULL001");
  const consumer = await signedInConsumer(api, "parent@example.com");
  expect(await ready()).toEqual({ status: 200, ready: true });
  const refused = await fill();
  expect(refused).toMatchObject({
    status: 507,
    body: { error: true, code: "storage_full", message: expect.stringContaining("no space left") },
    headers: { "retry-after": "30" },
  });
  await fillRest();
  expect((await setLimit(9)).status).toBe(507);
  expect(await ready()).toEqual({
    status: 503,
    ready: false,
    reason: "the event store has no space left",
  });
  // Requests that only read still work.
  expect((await consumer.browser.get("/api/user/pins")).status).not.toBe(507);

  server.embedded.limitSpace(false);
  expect((await setLimit(4)).status).toBe(200);
  while (!(await ready()).ready);
  expect((await setLimit(5)).status).toBe(200);
});

test("an import that runs out of space answers 507 with the number of added PINs, and adds the rest when it is repeated", async () => {
  const importing = importPins(9_000);
  while ((await eventTypes(store, streams.pin("FUL0000"))).length === 0);
  server.embedded.limitSpace(true);
  const stopped = await importing;
  expect(stopped).toMatchObject({
    status: 507,
    body: {
      code: "storage_full",
      message: expect.stringMatching(/no space left\. Until then: \d+ PINs? added/),
    },
  });
  expect(stopped.headers.get("retry-after")).toBe("30");
  const [, told] = /(\d+) PINs? added/.exec(String(stopped.body.message)) ?? [];
  let added = 0;
  for await (const { type } of store.readAll()) if (type === "PinImported") added += 1;
  expect(added).toBe(Number(told));

  server.embedded.limitSpace(false);
  // Its end could not be recorded, so it holds its turn until it has been silent for ten seconds.
  let again = await importPins(9_000);
  while (again.body.code === "import_running") again = await importPins(9_000);
  expect(again).toMatchObject({ status: 200, body: { added: 9_000 - added, duplicates: added } });
});

test("a sign-in without space is refused as storage_full and is not counted as a wrong password", async () => {
  await fill();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      api.client().post("/api/admin/login", { email: "first@ornament.test", password: "Correct-1-horse" }),
    ),
  );
  expect(answers.filter(({ status }) => status === 401)).toEqual([]);
  server.embedded.limitSpace(false);
  expect((await api.signedInAdmin()).token).toBeDefined();
});
