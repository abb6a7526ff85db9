import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import type { EventDefinition } from "@ornament/contracts/events/definition";
import { streams } from "@ornament/contracts/events/streams";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { listOf } from "@ornament/testing/event-log/list-of";
import { firstAdmin, startTestCommandApi, type TestCommandApi } from "../testing/test-command-api.ts";
import { password, paths, signedInConsumer } from "../testing/test-consumer.ts";

const log = new InMemoryLog();
const definitions: readonly EventDefinition[] = Object.values(eventCatalogue);
/** The definitions of a build that stored hashes of passwords in clear text. */
const former = definitions.map((definition) =>
  definition.personal.includes("passwordHash")
    ? {
        ...definition,
        version: definition.version - 1,
        personal: definition.personal.filter((field) => field !== "passwordHash"),
      }
    : definition,
);
const stores = [former, definitions].map((known) => createInMemoryEventStore({ definitions: known, log }));
const apis: TestCommandApi[] = [];
const hash = "hashed ";

const storedText = async () =>
  (await listOf(log.readAll({ from: "start", backwards: false, maxCount: 10_000 }))).map(({ data }) =>
    JSON.stringify(data),
  );

beforeAll(async () => {
  const [before, now] = stores;
  if (!before || !now) throw new Error("There are two builds");
  apis.push(await startTestCommandApi({ store: before }));
  await signedInConsumer(api(), "before@example.com");
  expect((await storedText()).filter((text) => text.includes(hash))).toHaveLength(2);
  apis.push(await startTestCommandApi({ store: now, secrets: api().dependencies.secrets }));
});
afterAll(async () => {
  for (const running of apis) await running.stop();
  for (const store of stores) await store.close();
});
const api = () => apis.at(-1) as TestCommandApi;

test("people whose passwords an earlier build stored as hashes in clear text sign in", async () => {
  expect((await api().client().post(paths.login, { email: "before@example.com", password })).status).toBe(
    200,
  );
  expect((await api().client().post("/api/admin/login", firstAdmin)).status).toBe(200);
});

test("an event of this build has the hash of a password only as a value that an erasure makes unreadable", async () => {
  const earlier = (await storedText()).length;
  const { id, email } = await signedInConsumer(api(), "sealed@example.com");
  const texts = (await storedText()).slice(earlier);
  expect(texts.filter((text) => text.includes('"passwordHash":{"$person"'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes(hash))).toEqual([]);
  const erased = { reason: "Requested in writing", confirmation: email };
  const admin = await api().signedInAdmin();
  expect((await admin.post(`/api/admin/erase-user/${id}`, erased)).status).toBe(200);
  const { events } = await api().store.read<ConsumerEvent>(streams.consumer(id));
  expect(events[0]?.data).toMatchObject({ passwordHash: null });
});
