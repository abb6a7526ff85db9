import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/domain/brand";
import type { MailEvent } from "@ornament/contracts/events/mail";
import { streams } from "@ornament/contracts/events/streams";
import { startMailbox } from "@ornament/embedded/mailbox/mailbox";
import type { Message } from "@ornament/embedded/mailbox/messages";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { startServer } from "@ornament/platform/http/server";
import { keyRing } from "@ornament/platform/tokens/keyed-hash";
import { SMTPServer } from "smtp-server";
import { facts } from "../../testing/facts.ts";
import { openTestStores, type TestStores } from "../../testing/projector-fixture.ts";
import { type MailTransport, smtpTransport } from "./transport.ts";

/** A mail whose process or event store ends between the mail server's 250 and MailSent. */
const publicUrl = "https://ornament.example";
const proofKeys = keyRing(randomBytes(32));

let at: TestStores;
let folder: string;
const servers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  at = await openTestStores();
  folder = mkdtempSync(join(tmpdir(), "mail-cut-off-"));
  await at.append(streams.consumer(7), facts.registered({ expiresAt: Date.now() + 600_000 }));
});
afterEach(async () => {
  // A mail server ends after its clients have disconnected.
  await at.close();
  await Promise.all(servers.splice(0).map((stop) => stop()));
  rmSync(folder, { recursive: true, force: true });
});

/** A reactor that immediately takes over the mails of another one. */
const start = (transport: MailTransport, store: EventStore = at.store, takeoverMilliseconds = 0) =>
  at.startProjector({
    store,
    mail: {
      transport,
      proofKeys,
      brand: defaultBrand,
      publicUrl,
      firstRetryMilliseconds: 1,
      takeoverMilliseconds,
    },
  });

type Appended = Parameters<EventStore["append"]>[2];

/** The event store with a step before each append. */
const beforeAppends = (step: (events: Appended) => void): EventStore => ({
  ...at.store,
  async append(stream, expected, events, metadata) {
    step(events);
    return at.store.append<never>(stream, expected, events, metadata);
  },
});

/** The event store, whose first appends of this event type fail. */
function failingFor(type: string, times: number): EventStore {
  let left = times;
  return beforeAppends(([event]) => {
    if (event?.type === type && left-- > 0) throw new UnavailableError();
  });
}

async function outcome(): Promise<string[]> {
  const { events } = await at.store.read(streams.consumer(7));
  const mail = await at.store.read<MailEvent>(streams.mail(events[0]?.id ?? ""));
  return mail.events.map(({ type }) => type);
}

/** A mail server that accepts every mail, also a second time. */
async function forgetfulServer() {
  const messageIds: (string | undefined)[] = [];
  let taken = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    taken = resolve;
  });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        messageIds.push(/^Message-ID:\s*(<\S+>)/im.exec(Buffer.concat(chunks).toString())?.[1]);
        done();
        taken();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const transport = () =>
    smtpTransport({ url: `smtp://127.0.0.1:${port}`, brand: defaultBrand, from: "santa@ornament.example" });
  servers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { messageIds, first, transport };
}

/** The embedded mailbox on its file, as the product starts it. */
async function mailboxOnDisk() {
  const mailbox = await startMailbox({ file: join(folder, "mailbox.ndjson"), open: true });
  const pages = await startServer(mailbox.app, { port: 0 });
  const stop = () => Promise.all([mailbox.stop(), pages.stop()]);
  servers.push(stop);
  return {
    transport: () =>
      smtpTransport({ url: mailbox.smtpUrl, brand: defaultBrand, from: "santa@ornament.example" }),
    list: async () => (await (await fetch(`${pages.url}/mailbox/api/messages`)).json()) as Message[],
    stop,
  };
}

test("a mail that the server accepted while the event store could not be reached is recorded later, and not sent again", async () => {
  const server = await forgetfulServer();
  await start(server.transport(), failingFor("MailSent", 5)).mailed();
  expect(server.messageIds).toHaveLength(1);
  expect(await outcome()).toEqual(["MailStarted", "MailSent"]);
});

test("a mail that the server accepted is not sent again while it can't be recorded, while the projector rebuilds read models and the document store is emptied", async () => {
  const server = await forgetfulServer();
  let away = true;
  let refused = 0;
  const store = beforeAppends(([event]) => {
    if (event?.type !== "MailSent" || !away) return;
    refused += 1;
    throw new UnavailableError();
  });
  const projector = start(server.transport(), store);
  await server.first;
  await at.carriedOut("rebuild", ["pins"]);
  await at.db.dropDatabase();
  await at.untilLive("pins", ({ ready }) => ready);
  while (refused < 6) await new Promise(setImmediate);
  away = false;
  await projector.mailed();
  expect(server.messageIds).toHaveLength(1);
  expect(await outcome()).toEqual(["MailStarted", "MailSent"]);
});

test("a mail whose MailStarted was appended without an answer is sent by the process that began it", async () => {
  const server = await forgetfulServer();
  const store: EventStore = {
    ...at.store,
    async append(stream, expected, events, metadata) {
      const appended = await at.store.append<never>(stream, expected, events, metadata);
      if (events[0]?.type === "MailStarted") throw new UnavailableError();
      return appended;
    },
  };
  await start(server.transport(), store, 3_600_000).mailed();
  expect(server.messageIds).toHaveLength(1);
  expect(await outcome()).toEqual(["MailStarted", "MailSent"]);
});

test("a stop finishes and records the current mail, also during an outage of the event store", async () => {
  const server = await forgetfulServer();
  const transport = server.transport();
  let begun = (): void => undefined;
  const sending = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: MailTransport = {
    async send(letter, to, messageId) {
      begun();
      await held;
      await transport.send(letter, to, messageId);
    },
    close: () => transport.close(),
  };
  const projector = start(slow, failingFor("MailSent", 3));
  await sending;
  const stopped = projector.stop();
  goOn();
  await stopped;
  expect(await outcome()).toEqual(["MailStarted", "MailSent"]);
  expect(server.messageIds).toHaveLength(1);
});

test("a mail interrupted between the mail server's 250 and MailSent is sent again with the same Message-ID", async () => {
  const server = await forgetfulServer();
  const dying = start(server.transport(), failingFor("MailSent", Number.POSITIVE_INFINITY));
  await server.first;
  await dying.stop();
  expect(await outcome()).toEqual(["MailStarted"]);
  await start(server.transport()).mailed();
  expect(await outcome()).toEqual(["MailStarted", "MailSent"]);
  const [first] = server.messageIds;
  expect(first).toMatch(/^<[0-9a-f-]{36}\.activation-link@ornament\.example>$/);
  expect(server.messageIds).toEqual([first, first]);
});

test("after an interruption between 250 and MailSent and a restart, the embedded mailbox has the mail once", async () => {
  const before = await mailboxOnDisk();
  const dying = start(before.transport(), failingFor("MailSent", Number.POSITIVE_INFINITY));
  while ((await before.list()).length === 0) await new Promise(setImmediate);
  await dying.stop();
  expect(await outcome()).toEqual(["MailStarted"]);
  await before.stop();
  const after = await mailboxOnDisk();
  await start(after.transport()).mailed();
  expect(await outcome()).toEqual(["MailStarted", "MailSent"]);
  expect(await after.list()).toHaveLength(1);
});
