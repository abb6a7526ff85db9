import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { EventStore, NewEvent } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { type TestEventStore, testEventStore } from "@ornament/testing/stores/test-event-store";
import type { Answer, TestClient } from "../testing/test-client.ts";
import { startTestCommandApi, type TestCommandApi, testSecrets } from "../testing/test-command-api.ts";
import { issuePins, password, paths, signedInConsumer, type TestConsumer } from "../testing/test-consumer.ts";
import { bindPath, deviceOf, enterPins } from "../testing/test-ornament.ts";

/**
 * The cost of a command must not grow with the history. The cost is processor time, which hardly depends on
 * the load of the machine. It is the time of this service and, if it is embedded, of the event store.
 */
const pastEvents = 10_000;
const sample = 9;
const rounds = 4;

let server: TestEventStore;
let store: EventStore;
let api: TestCommandApi;
let admin: TestClient;

beforeAll(async () => {
  server = await testEventStore();
  const secrets = testSecrets();
  store = openEventStore({
    connectionString: server.connectionString,
    definitions: Object.values(eventCatalogue),
    masterKey: secrets.masterKey,
    logger: silentLogger(),
  });
  api = await startTestCommandApi({ store, secrets, clock: () => new Date() });
  admin = await api.signedInAdmin();
});
afterAll(async () => {
  await api.stop();
  await store.close();
  await server.close();
});

/** A consumer with one ornament and one device. */
interface Family {
  readonly consumer: TestConsumer;
  readonly code: string;
  readonly deviceId: number;
  readonly deviceToken: string;
}

async function family(code: string, email: string): Promise<Family> {
  await issuePins(api, code);
  const consumer = await signedInConsumer(api, email);
  expect((await enterPins(consumer, [code])).status).toBe(200);
  const bound = await consumer.browser.post(bindPath, { pinId: pinIdOf(code), device: "Browser" });
  const { id, deviceToken } = deviceOf(bound);
  return { consumer, code, deviceId: id, deviceToken };
}

/** Commands that a consumer or a program may repeat any number of times. */
const commands: Record<string, (of: Family, index: number) => Promise<Answer>> = {
  "a device signs in again": ({ consumer, code, deviceToken }) =>
    consumer.browser.post(bindPath, { pinId: pinIdOf(code), device: "Browser", deviceToken }),
  "a device is renamed": ({ deviceId }, index) =>
    admin.put("/api/admin/update-device-name", { id: deviceId, name: `Device ${index}` }),
  "an ornament is renamed": ({ consumer, code }, index) =>
    consumer.browser.put("/api/user/update-pin-name", { id: pinIdOf(code), name: `Name ${index}` }),
  "a session is refreshed": ({ consumer }) => consumer.browser.get(paths.refresh),
  "a consumer signs in": ({ consumer: { email } }) => api.client().post(paths.login, { email, password }),
};

/** The processor time of a command in milliseconds: the first quartile of several measurements. */
async function costs(of: Family): Promise<Record<string, number>> {
  const quarters: Record<string, number> = {};
  for (const [name, command] of Object.entries(commands)) {
    const taken: number[] = [];
    for (let index = 0; index < sample; index += 1) {
      const before = process.cpuUsage();
      expect((await command(of, index)).status).toBe(200);
      const { user, system } = process.cpuUsage(before);
      taken.push((user + system) / 1000);
    }
    quarters[name] = taken.sort((a, b) => a - b)[Math.floor(sample / 4)] ?? 0;
  }
  return quarters;
}

async function append(stream: string, consumerId: number, make: (index: number) => NewEvent): Promise<void> {
  const actor = { kind: "consumer", id: consumerId } as const;
  let { revision } = await store.read(stream, { backwards: true, maxCount: 1 });
  for (let done = 0; done < pastEvents; done += 500) {
    const events = Array.from({ length: 500 }, (_, index) => make(done + index));
    ({ revision } = await store.append(stream, revision, events, { correlationId: "past", actor }));
  }
}

async function addPast({ consumer, code, deviceId }: Family): Promise<void> {
  const consumerId = consumer.id;
  const refused = { code, consumerId, limit: 5, reason: "maximum-number-devices", at: 0, userAgent: "agent" };
  const ofPin = (index: number): NewEvent[] => [
    { type: "DeviceSignedIn", data: { code, consumerId, deviceId } },
    { type: "DeviceRenamed", data: { code, consumerId, deviceId, name: `Past ${index}` } },
    { type: "DeviceBindingRefused", data: refused },
  ];
  const ofAccount = (index: number): NewEvent[] => [
    { type: "OrnamentRenamed", data: { consumerId, code, name: `Past ${index}` } },
    { type: "OrnamentSelected", data: { consumerId, code } },
  ];
  const turn = (events: NewEvent[], index: number) => events[index % events.length] as NewEvent;
  await append(streams.pin(code), consumerId, (index) => turn(ofPin(index), index));
  await append(streams.consumer(consumerId), consumerId, (index) => turn(ofAccount(index), index));
}

/** The cost of each command on this PIN and account, as a multiple of its cost on new ones. */
async function ratiosTo(fresh: Family, of: Family): Promise<Record<string, number>> {
  const first = await costs(fresh);
  const then = await costs(of);
  return Object.fromEntries(Object.entries(then).map(([name, cost]) => [name, cost / (first[name] ?? 0)]));
}

test("after 10,000 sign-ins, refusals and renames a command takes at most 2.5 times as long as the first", async () => {
  // The code is compiled before the first measurement.
  await costs(await family("WARMUP1", "warm@example.com"));
  const watched = await family("LONGPST", "long@example.com");
  await addPast(watched);
  // The first command reads the long stream. The later ones read the snapshot that it has stored.
  for (const command of Object.values(commands)) expect((await command(watched, -1)).status).toBe(200);
  // Other programs disturb one round and not the next. A cost that grows is in all rounds.
  let tooDear = Object.keys(commands);
  for (let round = 1; round <= rounds && tooDear.length > 0; round += 1) {
    const ratios = await ratiosTo(await family(`FRESH0${round}`, `fresh${round}@example.com`), watched);
    tooDear = tooDear.filter((name) => (ratios[name] ?? 0) > 2.5);
  }
  expect(tooDear).toEqual([]);
});
