import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { createPasswordHasher, type PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import { type TestEventStore, testEventStore } from "@ornament/testing/stores/test-event-store";
import type { TestClient } from "../testing/test-client.ts";
import { startTestCommandApi, type TestCommandApi, testSecrets } from "../testing/test-command-api.ts";

/** Admins and their sessions on an event store, with the official client; passwords with real bcrypt. */
const secrets = testSecrets();
const password = "Other-1-horse";
let server: TestEventStore;
let hasher: PasswordHasher;
let replicas: Replica[];

interface Replica {
  api: TestCommandApi;
  store: EventStore;
}

async function startReplica(): Promise<Replica> {
  const store = openEventStore({
    connectionString: server.connectionString,
    definitions: Object.values(eventCatalogue),
    masterKey: secrets.masterKey,
    logger: silentLogger(),
  });
  const replica = { store, api: await startTestCommandApi({ store, secrets, hasher }) };
  replicas.push(replica);
  return replica;
}

beforeAll(async () => {
  server = await testEventStore();
  hasher = createPasswordHasher({ cost: 5 });
  replicas = [];
});
afterAll(async () => {
  for (const { api, store } of replicas) {
    await api.stop();
    await store.close();
  }
  await hasher.close();
  await server.close();
});

/** One command-api for the tests that need no second replica. */
let first: Promise<Replica> | undefined;
const theApi = () => {
  first ??= startReplica();
  return first;
};

async function createAdmin(by: TestClient, email: string): Promise<number> {
  const answer = await by.post("/api/admin/registration", { email, password, role: "ADMIN" });
  if (answer.status !== 200) throw new Error(answer.text);
  return Number(answer.body.id);
}

async function signedIn(api: TestCommandApi, email: string): Promise<TestClient> {
  const browser = api.client();
  await browser.signIn("/api/admin/login", { email, password });
  return browser;
}

const whoAmI = (browser: TestClient) => browser.put("/api/admin/update", { id: 1 });

test("a token revoked by one replica is refused by another one and by one that starts later", async () => {
  const [one, other] = [await theApi(), await startReplica()];
  const founder = await one.api.signedInAdmin();
  const id = await createAdmin(founder, "cleo@ornament.test");
  const browser = await signedIn(other.api, "cleo@ornament.test");
  expect((await whoAmI(browser)).status).toBe(403);
  await founder.put("/api/admin/update-profile", { id, email: "cleo@ornament.test", role: "MEMBER" });
  expect((await whoAmI(browser)).status).toBe(401);
  const late = await startReplica();
  const there = late.api.client();
  there.token = browser.token;
  expect((await whoAmI(there)).status).toBe(401);
});

test("a refresh on two replicas at the same time gives one new refresh token", async () => {
  const [one, other] = [await theApi(), replicas[1] ?? (await startReplica())];
  const browser = await one.api.signedInAdmin();
  const tab = other.api.client();
  for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
  const answers = await Promise.all([browser.get("/api/admin/refresh"), tab.get("/api/admin/refresh")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([...tab.cookies.values()]).toEqual([...browser.cookies.values()]);
});
