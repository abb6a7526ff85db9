import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { type TestEventStore, testEventStore } from "@ornament/testing/stores/test-event-store";
import { startCompletions } from "../steps/completions.ts";
import { startTestCommandApi, type TestCommandApi, testSecrets } from "../testing/test-command-api.ts";
import { issuePins, paths, register, signedInConsumer } from "../testing/test-consumer.ts";
import { TestMailbox } from "../testing/test-mailbox.ts";

/** Consumer accounts on an event store, with the official client. */
const secrets = testSecrets();
let server: TestEventStore;
let store: EventStore;
let api: TestCommandApi;

async function startApi(): Promise<void> {
  store = openEventStore({
    connectionString: server.connectionString,
    definitions: Object.values(eventCatalogue),
    masterKey: secrets.masterKey,
    logger: silentLogger(),
  });
  api = await startTestCommandApi({ store, secrets });
}

async function stopApi(): Promise<void> {
  await api.stop();
  await store.close();
}

beforeAll(async () => {
  server = await testEventStore();
  await startApi();
});
afterAll(async () => {
  await stopApi();
  await server.close();
});

const mailbox = () => new TestMailbox(api.parts);
const typesOf = async (stream: string) => (await store.read(stream)).events.map(({ type }) => type);

describe("consumer accounts on the event store", () => {
  test("steps that a stop left out are completed after the next start, and mailed links stay valid", async () => {
    await issuePins(api, "BETWEEN");
    const { id } = await signedInConsumer(api, "between@example.com");
    const registered = { type: "PinRegistered", data: { code: "BETWEEN", consumerId: id } };
    const actor = { kind: "consumer", id } as const;
    await store.append(streams.pin("BETWEEN"), 0n, [registered], { correlationId: "test", actor });
    const waiting = await register(api, "waiting@example.com");
    const cookies = new Map(waiting.cookies);
    await stopApi();
    await server.restart();
    await startApi();
    const completions = startCompletions(api.parts, { graceMilliseconds: 0 });
    try {
      await completions.caughtUp();
    } finally {
      await completions.stop();
    }
    expect((await typesOf(streams.consumer(id))).at(-1)).toBe("OrnamentAdded");
    const again = api.client();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    const token = await mailbox().lastToken("waiting@example.com");
    expect((await again.post(paths.activate, { token })).status).toBe(200);
    expect((await again.get(paths.refresh)).status).toBe(200);
  });
});
