import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type EventType, eventCatalogue } from "@ornament/contracts/catalogue";
import type { EventDefinition } from "@ornament/contracts/events/definition";
import { streams } from "@ornament/contracts/events/streams";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { createEventStore } from "@ornament/platform/eventstore/client/event-store-client";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import { silentLogger } from "@ornament/platform/logging/logger";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { gate } from "@ornament/platform/waiting/testing/gate";
import { projectorMetrics } from "../metrics.ts";
import { facts } from "../testing/facts.ts";
import { mailServer, mailsOnMemory, metadata, soon } from "../testing/mails.ts";
import { MailRefused } from "./transport.ts";

let at: ReturnType<typeof mailsOnMemory>;
beforeEach(() => {
  at = mailsOnMemory();
});
afterEach(() => at.close());

const storeCheckpoint = async (commit: string, eventId?: string) => {
  const { revision } = await at.store.read(streams.checkpoint("mail"), { backwards: true, maxCount: 1 });
  const data = { commit, prepare: commit, ...(eventId === undefined ? {} : { eventId }) };
  await at.store.append(streams.checkpoint("mail"), revision, [{ type: "CheckpointStored", data }], metadata);
};

test.each([
  ["is not a position", "18446744073709551615", undefined],
  ["is beyond the end of the event store", "9000000", "x"],
  ["has another event's id", "100", "x"],
])(
  "with a checkpoint that %s, every mail is checked again and none is sent twice",
  async (_name, commit, id) => {
    const first = mailServer();
    for (const consumerId of [1, 2, 3]) await at.register(consumerId);
    const before = at.start(first.transport);
    await before.idle();
    await before.stop();
    expect(first.to()).toHaveLength(3);
    await at.register(4);
    await at.register(5, Date.now() - 1);
    await storeCheckpoint(commit, id);
    const second = mailServer();
    await at.start(second.transport).idle();
    expect(second.to()).toEqual(["parent-4@example.com"]);
    expect(await at.outcome(5)).toEqual(["MailSkipped"]);
  },
);

test("a mail is sent once and recorded, although the append of MailSent fails six times", async () => {
  const { to, transport } = mailServer();
  let failures = 6;
  const failing = at.beforeAppends((type) => {
    if (type !== "MailSent" || failures-- <= 0) return;
    at.log.dropSubscriptions(new Error("The connection is lost"));
    throw new UnavailableError();
  });
  await at.register(1);
  await at.start(transport, { store: failing }).idle();
  expect(to()).toEqual(["parent-1@example.com"]);
  expect(await at.outcome(1)).toEqual(["MailStarted", "MailSent"]);
});

test("a mail whose MailStarted was appended without an answer is sent by the process that began it", async () => {
  const { to, transport } = mailServer();
  const unanswered: EventStore = {
    ...at.store,
    async append(stream, expected, events, given) {
      const appended = await at.store.append<never>(stream, expected, events, given);
      if (events[0]?.type === "MailStarted") throw new UnavailableError();
      return appended;
    },
  };
  await at.register(1);
  await at.start(transport, { store: unanswered }).idle();
  expect(to()).toHaveLength(1);
  expect(await at.outcome(1)).toEqual(["MailStarted", "MailSent"]);
});

test("a mail that was interrupted between the mail server's answer and MailSent is sent again with the same Message-ID", async () => {
  const { posted, transport } = mailServer();
  const away = at.beforeAppends((type) => {
    if (type === "MailSent") throw new UnavailableError();
  });
  await at.register(1);
  const dying = at.start(transport, { store: away });
  while (posted.length === 0) await new Promise(setImmediate);
  await dying.stop();
  expect(await at.outcome(1)).toEqual(["MailStarted"]);
  await at.start(transport, { takeoverMilliseconds: 0 }).idle();
  expect(await at.outcome(1)).toEqual(["MailStarted", "MailSent"]);
  const id = expect.stringMatching(/^<[0-9a-f-]{36}\.activation-link@ornament\.example>$/);
  expect(posted.map(({ messageId }) => messageId)).toEqual([id, posted[0]?.messageId]);
});

test("a stop finishes and records the current mail, also during an outage of the event store", async () => {
  const { posted, transport } = mailServer();
  let failures = 3;
  const failing = at.beforeAppends((type) => {
    if (type === "MailSent" && failures-- > 0) throw new UnavailableError();
  });
  const { open, opened } = gate();
  await at.register(1);
  const send: typeof transport.send = async (...mail) => {
    await transport.send(...mail);
    await opened;
  };
  const reactor = at.start({ ...transport, send }, { store: failing });
  while (posted.length === 0) await new Promise(setImmediate);
  const stopped = reactor.stop();
  open();
  await stopped;
  expect(await at.outcome(1)).toEqual(["MailStarted", "MailSent"]);
  expect(posted).toHaveLength(1);
});

test("two reactors send a mail only once", async () => {
  const { posted, transport } = mailServer();
  const reactors = [at.start(transport), at.start(transport)];
  await Promise.all(reactors.map((reactor) => reactor.idle()));
  await at.register(1);
  await at.untilOutcome(1, "MailSent");
  await Promise.all(reactors.map((reactor) => reactor.idle()));
  expect(posted).toHaveLength(1);
});

test("the checkpoint stays before the first mail that isn't sent", async () => {
  const { position } = await at.register(1);
  await at.register(2);
  await at.register(3);
  const send = async (_letter: unknown, [address]: readonly string[]) => {
    if (address === "parent-2@example.com") throw new Error("connection refused");
  };
  const reactor = at.start({ send, close: () => undefined }, { firstRetryMilliseconds: 600_000 });
  await at.untilOutcome(1, "MailSent");
  await at.untilOutcome(3, "MailSent");
  await reactor.stop();
  const { events } = await at.store.read(streams.checkpoint("mail"));
  expect(events.at(-1)?.data).toMatchObject({ commit: String(position.commit) });
});

test("after the event store is restored to a time before a mail, the process that sent it records it again and sends no second one", async () => {
  const { to, transport } = mailServer();
  const { position } = await at.register(1);
  await at.register(2);
  await at.start(transport).idle();
  expect(await at.outcome(1)).toEqual(["MailStarted", "MailSent"]);
  await at.log.restore(position);
  expect(await at.outcome(1)).toEqual([]);
  await at.register(3);
  await at.untilOutcome(1, "MailSent");
  await at.untilOutcome(3, "MailSent");
  expect(to()).toEqual([1, 2, 3].map((consumerId) => `parent-${consumerId}@example.com`));
});

test("mails are counted while they wait, and when they are sent or given up, with the reason", async () => {
  const metrics = projectorMetrics(createMetrics({ service: "projector" }));
  let isUp = false;
  const send = async (_letter: unknown, [address]: readonly string[]) => {
    if (address === "parent-2@example.com") throw new MailRefused(550);
    if (!isUp) throw new Error("connection refused");
  };
  for (const consumerId of [1, 2]) await at.register(consumerId);
  await at.register(3, Date.now() - 1);
  const reactor = at.start({ send, close: () => undefined }, { metrics });
  await at.untilOutcome(3, "MailSkipped");
  while (reactor.waiting().count !== 1) await new Promise(setImmediate);
  const [first] = (await at.store.read(streams.consumer(1))).events;
  expect(reactor.waiting()).toEqual({ count: 1, oldestAt: first?.createdAt });
  isUp = true;
  await reactor.idle();
  expect(await at.outcome(2)).toEqual(["MailStarted", "MailFailed"]);
  expect(reactor.waiting()).toEqual({ count: 0, oldestAt: undefined });
  expect((await metrics.mailsSent.get()).values[0]?.value).toBe(1);
  const failed = (await metrics.mailsFailed.get()).values.filter(({ value }) => value > 0);
  expect(failed.map(({ labels, value }) => [labels.reason, value]).sort()).toEqual([
    ["refused", 1],
    ["too_late", 1],
  ]);
});

test("a mail that the event store refuses to record is not sent, delays no other and is not retried immediately", async () => {
  const { to, transport } = mailServer();
  let refusals = 0;
  await at.register(1);
  const [first] = (await at.store.read(streams.consumer(1))).events;
  const rightless = at.beforeAppends((_type, stream) => {
    if (stream !== streams.mail(first?.id ?? "")) return;
    refusals += 1;
    throw new StoreRefusedError();
  });
  await at.register(2);
  at.start(transport, { store: rightless });
  await at.untilOutcome(2, "MailSent");
  expect(to()).toEqual(["parent-2@example.com"]);
  expect(refusals).toBe(1);
});

/** A newer build, which writes one type of event in a second version. */
const newerBuild = (changed: EventType) =>
  createEventStore(at.log, {
    definitions: Object.values<EventDefinition>(eventCatalogue).map((definition) =>
      definition.type === changed
        ? {
            ...definition,
            version: definition.version + 1,
            upcasters: [...definition.upcasters, (data) => data],
          }
        : definition,
    ),
    masterKey: at.masterKey,
    logger: silentLogger(),
  });

test("an event of a newer version that requests a mail is left to a newer build, and later mails are sent", async () => {
  const { to, transport } = mailServer();
  const newer = newerBuild("ConsumerRegistered");
  await at.register(1, soon(), newer);
  await at.register(2);
  const older = at.start(transport);
  await older.idle();
  expect(older.waiting().count).toBe(1);
  await older.stop();
  expect(to()).toEqual(["parent-2@example.com"]);
  await at.start(transport, { store: newer }).idle();
  expect(to()).toEqual(["parent-2@example.com", "parent-1@example.com"]);
});

test("a mail waits while only a newer build can read its recipient's email address", async () => {
  const { to, transport } = mailServer();
  const newer = newerBuild("ConsumerEmailChanged");
  await at.register(1);
  await newer.append(streams.consumer(1), 0n, [facts.emailChanged("new@example.com", 1)], metadata);
  await at.register(2);
  at.start(transport);
  await at.untilOutcome(2, "MailSent");
  expect(to()).toEqual(["parent-2@example.com"]);
  await at.start(transport, { store: newer }).idle();
  expect(to()).toEqual(["parent-2@example.com", "new@example.com"]);
});
