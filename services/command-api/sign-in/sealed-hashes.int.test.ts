import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import type { EventDefinition } from "@ornament/contracts/events/definition";
import { streams } from "@ornament/contracts/events/streams";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { firstAdmin, startTestCommandApi, type TestCommandApi } from "../testing/test-command-api.ts";
import { password, paths, register, signedInConsumer } from "../testing/test-consumer.ts";
import { TestMailbox } from "../testing/test-mailbox.ts";

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

async function storedText(): Promise<string[]> {
  const texts: string[] = [];
  for await (const { data } of log.readAll({ from: "start", backwards: false, maxCount: 10_000 }))
    texts.push(JSON.stringify(data));
  return texts;
}

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

test("no stored event has the hash of a password in clear text, of consumers and admins, and it can't be read after an erasure", async () => {
  const earlier = (await storedText()).length;
  const { email, id } = await signedInConsumer(api(), "sealed@example.com");
  const mailbox = new TestMailbox(api().parts);
  await api().client().post(paths.forgot, { email });
  const token = (await mailbox.resetTokens(email)).at(-1);
  const reset = { password: "Other-2026", token };
  expect((await api().client().post(`${paths.forgot}/${id}`, reset)).status).toBe(200);
  await register(api(), "twice@example.com");
  await register(api(), "twice@example.com", "Second-2026");
  await api()
    .client()
    .post(paths.activate, { token: await mailbox.lastToken("twice@example.com") });
  const second = { email: "twice@example.com", password: "Second-2026" };
  expect((await api().client().post(paths.login, second)).status).toBe(200);
  const admin = await api().signedInAdmin();
  const created = { email: "new@ornament.test", password, role: "ADMIN" };
  expect((await admin.post("/api/admin/registration", created)).status).toBe(200);
  const own = { email: created.email, password };
  const other = api().client();
  const { body } = await other.signIn("/api/admin/login", own);
  const changed = { id: (body.admin as { id: number }).id, password: "Other-2026" };
  expect((await other.put("/api/admin/update", changed)).status).toBe(200);

  const texts = (await storedText()).slice(earlier);
  expect(texts.filter((text) => text.includes('"passwordHash":{"$person"'))).toHaveLength(6);
  expect(texts.filter((text) => text.includes(hash))).toEqual([]);

  const erased = { reason: "Requested in writing", confirmation: email };
  expect((await admin.post(`/api/admin/erase-user/${id}`, erased)).status).toBe(200);
  const { events } = await api().store.read<ConsumerEvent>(streams.consumer(id));
  const hashes = events.flatMap(({ data }) => ("passwordHash" in data ? [data.passwordHash] : []));
  expect(hashes).toEqual([null, null]);
});
