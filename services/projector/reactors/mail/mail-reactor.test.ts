import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/domain/brand";
import { type EventType, eventCatalogue } from "@ornament/contracts/events/catalogue";
import type { EventDefinition } from "@ornament/contracts/events/definition";
import type { MailEvent } from "@ornament/contracts/events/mail";
import { streams } from "@ornament/contracts/events/streams";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { createEventStore } from "@ornament/platform/eventstore/client/event-store-client";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import { RestorableLog } from "@ornament/platform/eventstore/testing/restorable-log";
import { silentLogger } from "@ornament/platform/logging/logger";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { keyRing, serverKey } from "@ornament/platform/tokens/keyed-hash";
import { type ProjectorMetrics, projectorMetrics } from "../../metrics.ts";
import { facts } from "../../testing/facts.ts";
import { MailReactor } from "./mail-reactor.ts";
import { MailRefused, type MailTransport } from "./transport.ts";

const masterKey = serverKey(randomBytes(32));
const proofKeys = keyRing(randomBytes(32));
const publicUrl = "https://ornament.example";
const metadata = { correlationId: "test", actor: { kind: "system" } } as const;

let log: RestorableLog;
let store: EventStore;
const running: MailReactor[] = [];
beforeEach(() => {
  log = new RestorableLog();
  store = createEventStore(log, {
    definitions: Object.values(eventCatalogue),
    masterKey,
    logger: silentLogger(),
  });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((reactor) => reactor.stop()));
  await store.close();
});

/** A mail server that accepts every mail, also a second time. */
function mailServer() {
  const taken: string[] = [];
  return {
    taken,
    transport: {
      send: async (_letter: unknown, to: readonly string[]) => void taken.push(...to),
      close: () => undefined,
    },
  };
}

function start(transport: MailTransport, on: EventStore = store, metrics?: ProjectorMetrics): MailReactor {
  const reactor = new MailReactor({
    store: on,
    metrics,
    transport,
    proofKeys,
    publicUrl,
    brand: defaultBrand,
    clock: () => new Date(),
    logger: silentLogger(),
    takeoverMilliseconds: 60_000,
    firstRetryMilliseconds: 1,
    patienceMilliseconds: 0,
  });
  running.push(reactor);
  reactor.start();
  return reactor;
}

const soon = () => Date.now() + 600_000;
const register = (consumerId: number, expiresAt = soon(), by = store) =>
  by.append(
    streams.consumer(consumerId),
    "no_stream",
    [facts.registered({ consumerId, email: `parent-${consumerId}@example.com`, expiresAt })],
    metadata,
  );
const outcome = async (consumerId: number) => {
  const [cause] = (await store.read(streams.consumer(consumerId))).events;
  const { events } = await store.read<MailEvent>(streams.mail(cause?.id ?? ""));
  return events.map(({ type }) => type);
};
const storeCheckpoint = async (commit: string, eventId?: string) => {
  const { revision } = await store.read(streams.checkpoint("mail"), { backwards: true, maxCount: 1 });
  const data = { commit, prepare: commit, ...(eventId === undefined ? {} : { eventId }) };
  await store.append(streams.checkpoint("mail"), revision, [{ type: "CheckpointStored", data }], metadata);
};

test.each([
  ["is not a position", "18446744073709551615", undefined],
  ["is beyond the end of the event store", "9000000", "x"],
  ["has another event's id", "100", "x"],
])(
  "with a checkpoint that %s, every mail is checked again and none is sent twice",
  async (_name, commit, id) => {
    const first = mailServer();
    for (const consumerId of [1, 2, 3]) await register(consumerId);
    const before = start(first.transport);
    await before.idle();
    await before.stop();
    expect(first.taken).toHaveLength(3);
    await register(4);
    await register(5, Date.now() - 1);
    await storeCheckpoint(commit, id);
    const second = mailServer();
    await start(second.transport).idle();
    expect(second.taken).toEqual(["parent-4@example.com"]);
    expect(await outcome(5)).toEqual(["MailSkipped"]);
  },
);

test("a mail is sent once and recorded, although the append of MailSent fails six times", async () => {
  const { taken, transport } = mailServer();
  let failures = 6;
  const failing: EventStore = {
    ...store,
    async append(stream, expected, events, given) {
      if (events[0]?.type === "MailSent" && failures-- > 0) {
        log.dropSubscriptions(new Error("The connection is lost"));
        throw new UnavailableError();
      }
      return await store.append<never>(stream, expected, events, given);
    },
  };
  await register(1);
  const reactor = start(transport, failing);
  await reactor.idle();
  expect(taken).toEqual(["parent-1@example.com"]);
  expect(await outcome(1)).toEqual(["MailStarted", "MailSent"]);
});

test("after the event store is restored to a time before a mail, the process that sent it records it again and sends no second one", async () => {
  const { taken, transport } = mailServer();
  const { position } = await register(1);
  await register(2);
  await start(transport).idle();
  expect(await outcome(1)).toEqual(["MailStarted", "MailSent"]);
  await log.restore(position);
  expect(await outcome(1)).toEqual([]);
  await register(3);
  await untilOutcome(1, "MailSent");
  await untilOutcome(3, "MailSent");
  expect(taken).toEqual([1, 2, 3].map((consumerId) => `parent-${consumerId}@example.com`));
});

async function untilOutcome(consumerId: number, type: string): Promise<void> {
  while ((await outcome(consumerId)).at(-1) !== type) await new Promise(setImmediate);
}

test("mails are counted while they wait, and when they are sent or given up, with the reason", async () => {
  const metrics = projectorMetrics(createMetrics({ service: "projector" }));
  let isUp = false;
  const send = async (_letter: unknown, [address]: readonly string[]) => {
    if (address === "parent-2@example.com") throw new MailRefused(550);
    if (!isUp) throw new Error("connection refused");
  };
  for (const consumerId of [1, 2]) await register(consumerId);
  await register(3, Date.now() - 1);
  const reactor = start({ send, close: () => undefined }, store, metrics);
  await untilOutcome(3, "MailSkipped");
  while (reactor.waiting().count !== 1) await new Promise(setImmediate);
  const [first] = (await store.read(streams.consumer(1))).events;
  expect(reactor.waiting()).toEqual({ count: 1, oldestAt: first?.createdAt });
  isUp = true;
  await reactor.idle();
  expect(reactor.waiting()).toEqual({ count: 0, oldestAt: undefined });
  expect((await metrics.mailsSent.get()).values[0]?.value).toBe(1);
  const failed = (await metrics.mailsFailed.get()).values.filter(({ value }) => value > 0);
  expect(failed.map(({ labels, value }) => [labels.reason, value]).sort()).toEqual([
    ["refused", 1],
    ["too_late", 1],
  ]);
});

test("a mail that the event store refuses to record is not sent, delays no other and is not retried immediately", async () => {
  const { taken, transport } = mailServer();
  let refusals = 0;
  await register(1);
  const [first] = (await store.read(streams.consumer(1))).events;
  let tellSecond: () => void = () => undefined;
  const secondSent = new Promise<void>((resolve) => {
    tellSecond = resolve;
  });
  const rightless: EventStore = {
    ...store,
    async append(stream, expected, events, given) {
      if (stream === streams.mail(first?.id ?? "")) {
        refusals += 1;
        throw new StoreRefusedError();
      }
      const appended = await store.append<never>(stream, expected, events, given);
      if (events[0]?.type === "MailSent") tellSecond();
      return appended;
    },
  };
  await register(2);
  start(transport, rightless);
  await secondSent;
  expect(taken).toEqual(["parent-2@example.com"]);
  expect(refusals).toBe(1);
});

/** A newer build, which writes one type of event in a second version. */
const newerBuild = (changed: EventType) =>
  createEventStore(log, {
    definitions: Object.values<EventDefinition>(eventCatalogue).map((definition) =>
      definition.type === changed
        ? {
            ...definition,
            version: definition.version + 1,
            upcasters: [...definition.upcasters, (data) => data],
          }
        : definition,
    ),
    masterKey,
    logger: silentLogger(),
  });

test("an event of a newer version that requests a mail is left to a newer build, and later mails are sent", async () => {
  const { taken, transport } = mailServer();
  const newer = newerBuild("ConsumerRegistered");
  await register(1, soon(), newer);
  await register(2);
  const older = start(transport);
  await older.idle();
  expect(older.waiting().count).toBe(1);
  await older.stop();
  expect(taken).toEqual(["parent-2@example.com"]);
  await start(transport, newer).idle();
  expect(taken).toEqual(["parent-2@example.com", "parent-1@example.com"]);
});

test("a mail waits while only a newer build can read its recipient's email address", async () => {
  const { taken, transport } = mailServer();
  const newer = newerBuild("ConsumerEmailChanged");
  await register(1);
  await newer.append(streams.consumer(1), 0n, [facts.emailChanged("new@example.com", 1)], metadata);
  await register(2);
  start(transport);
  await untilOutcome(2, "MailSent");
  expect(taken).toEqual(["parent-2@example.com"]);
  await start(transport, newer).idle();
  expect(taken).toEqual(["parent-2@example.com", "new@example.com"]);
});
