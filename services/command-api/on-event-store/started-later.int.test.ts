import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { createEventStore } from "@ornament/platform/eventstore/client/event-store-client";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { connectLog } from "@ornament/platform/eventstore/grpc/grpc-log-client";
import type { LogClient } from "@ornament/platform/eventstore/log-client";
import { silentLogger } from "@ornament/platform/logging/logger";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { testEventStore, testOnEmbeddedEventStore } from "@ornament/testing/stores/test-event-store";
import type { TestClient } from "../testing/test-client.ts";
import {
  firstAdmin,
  startTestCommandApi,
  type TestCommandApi,
  testSecrets,
} from "../testing/test-command-api.ts";
import { register } from "../testing/test-consumer.ts";
import { TestMailbox } from "../testing/test-mailbox.ts";

/**
 * A command-api that starts later, e.g. after a restart or in a rolling update, refuses everything that was
 * revoked before.
 */
interface Log {
  connect(): LogClient;
  close(): Promise<void>;
}

/** The clock of the servers and of every command-api. */
let time: number;
const now = () => new Date(time);

async function onServer(): Promise<Log> {
  const server = await testEventStore({ clock: () => time });
  return { connect: () => connectLog(server.connectionString), close: () => server.close() };
}

async function inMemory(): Promise<Log> {
  const log = new InMemoryLog(now);
  return { connect: () => log, close: () => log.close() };
}

const secrets = testSecrets();
const password = "Other-1-horse";
const ending: (() => Promise<void>)[] = [];
beforeEach(() => {
  time = Date.now();
});
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function startOn(log: Log, seen = (store: EventStore) => store): Promise<TestCommandApi> {
  const client = createEventStore(log.connect(), {
    definitions: Object.values(eventCatalogue),
    masterKey: secrets.masterKey,
    logger: silentLogger(),
  });
  const store = seen(client);
  const api = await startTestCommandApi({ store, secrets, clock: now });
  ending.push(async () => {
    await api.stop();
    await store.close();
  });
  return api;
}

/** A store whose subscriptions deliver nothing, as on a busy machine. */
const undelivered = (store: EventStore): EventStore => ({
  ...store,
  subscribeToAll: ({ name, from, filter }) =>
    store.subscribeToAll({ name, from, ...(filter && { filter }), onBatch: async () => undefined }),
});

/** The type of the event store's last event, without its system events. */
async function lastEvent(store: EventStore): Promise<string | undefined> {
  for await (const { type } of store.readAll({ backwards: true })) return type;
  return undefined;
}

const bearer = (token: string | undefined) => ({ token: token ?? "" });
const settings = (api: TestCommandApi, token: string | undefined) =>
  api.client().post("/api/admin/update-setting", { name: "numberDevices", value: 7 }, bearer(token));

describe.each([
  ["an in-memory event store", inMemory, test],
  ["an event store", onServer, testOnEmbeddedEventStore("clock")],
])("a command-api that starts later on %s", (_name, open, testWithClock) => {
  let log: Log;
  let api: TestCommandApi;
  let boss: TestClient;
  const begin = async () => {
    log = await open();
    ending.push(() => log.close());
    api = await startOn(log);
    boss = await api.signedInAdmin();
  };
  /** An admin whose account is older than any token, so that only the change itself revokes the token. */
  const member = async () => {
    const email = "other@ornament.test";
    const { body } = await boss.post("/api/admin/registration", { email, password, role: "ADMIN" });
    time += 30 * 60_000;
    await boss.signIn("/api/admin/login", firstAdmin);
    const browser = api.client();
    await browser.signIn("/api/admin/login", { email, password });
    return { id: Number(body.id), email, token: browser.token };
  };

  test("a command-api that starts later refuses a token revoked by a sign-out that is the last event", async () => {
    await begin();
    const { token } = boss;
    expect((await settings(api, token)).status).toBe(200);
    expect((await boss.post("/api/admin/logout")).status).toBe(200);
    expect(await lastEvent(api.store)).toBe("SessionEnded");
    const later = await startOn(log);
    expect((await settings(later, token)).status).toBe(401);
    expect((await settings(later, (await later.signedInAdmin()).token)).status).toBe(200);
  });

  test("a command-api to which a revocation was not delivered yet refuses the token", async () => {
    await begin();
    const other = await startOn(log, undelivered);
    time += 5 * 60_000;
    await boss.signIn("/api/admin/login", firstAdmin);
    const { token } = boss;
    expect((await settings(other, token)).status).toBe(200);
    await boss.post("/api/admin/logout");
    expect((await settings(other, token)).status).toBe(401);
  });

  test("a command-api that starts later refuses a token revoked by a sign-out before a system event of the event store", async () => {
    await begin();
    const { token } = boss;
    await boss.post("/api/admin/logout");
    await api.store.setStreamMetadata("guard-pinEntry", { maxAge: 3_600 });
    expect((await settings(await startOn(log), token)).status).toBe(401);
  });

  testWithClock.each<[string, Record<string, unknown>, string]>([
    ["a password that an IT Admin set", { role: "ADMIN", password: "Changed-2026" }, "AdminPasswordSet"],
    ["a change of role", { role: "MEMBER" }, "AdminRoleChanged"],
  ])(
    "a command-api that starts later refuses a token revoked by %s that is the last event",
    async (_change, change, event) => {
      await begin();
      const { id, email, token } = await member();
      const changed = await boss.put("/api/admin/update-profile", { id, email, ...change });
      expect(changed.status).toBe(200);
      expect(await lastEvent(api.store)).toBe(event);
      expect((await settings(await startOn(log), token)).status).toBe(401);
    },
  );

  testWithClock(
    "a command-api that starts later refuses a token revoked by the deletion of the account that is the last event",
    async () => {
      await begin();
      const { id, token } = await member();
      expect((await boss.delete(`/api/admin/delete/${id}`)).status).toBe(200);
      expect(await lastEvent(api.store)).toBe("AdminAccountDeleted");
      expect((await settings(await startOn(log), token)).status).toBe(401);
    },
  );

  test("a command-api that starts later refuses a token revoked by a consumer's sign-out that is the last event", async () => {
    await begin();
    const browser = await register(api, "parent@example.com");
    const link = await new TestMailbox(api.parts).lastToken("parent@example.com");
    await browser.post("/api/user/activate", { token: link });
    const { token } = await browser
      .get("/api/user/refresh")
      .then(({ body }) => ({ token: String(body.accessToken) }));
    const change = (on: TestCommandApi) =>
      on.client().put("/api/user/update-marketing-email", { marketingEmail: true }, bearer(token));
    expect((await change(api)).status).toBe(200);
    expect((await browser.post("/api/user/logout")).status).toBe(200);
    expect(await lastEvent(api.store)).toBe("SessionEnded");
    expect((await change(await startOn(log))).status).toBe(401);
  });
});
