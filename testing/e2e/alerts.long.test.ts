import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { jsonEvent } from "@eventstore/db-client";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import { clientFor } from "@ornament/platform/eventstore/connection/address";
import { silentLogger } from "@ornament/platform/logging/logger";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { secretsOnDisk } from "@ornament/testing/product/product-files";
import {
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { command } from "@ornament/testing/programs/run-command";
import { type FaultyEventStore, startFaultyEventStore } from "@ornament/testing/stores/faulty-event-store";
import { type FaultyMongo, startFaultyMongo } from "@ornament/testing/stores/faulty-mongo";
import { SMTPServer } from "smtp-server";
import { z } from "zod";
import { Monitor, root, writtenRules } from "./alerts/monitor.ts";

// The built product on embedded stores in this process, whose faults the tests make. The clock of its event store is
// behind, so that an event that waits is old from the beginning.
const behindMilliseconds = 20 * 60_000;

let folder: string;
let dataDir: string;
let auditDir: string;
let events: FaultyEventStore;
let documents: FaultyMongo;
let mails: SMTPServer;
let mailPort = 0;
let product: RunningProduct;
let api: ApiClient;
let admin: string;
const monitor = new Monitor(() => product.url);

const eventsFolder = () => join(folder, "events");
const startEvents = async () => {
  const clock = () => Date.now() - behindMilliseconds;
  events = await startFaultyEventStore({
    dataDir: eventsFolder(),
    socket: join(folder, "events.sock"),
    clock,
  });
};
const startMails = async () => {
  mails = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: (stream, _session, done) => void stream.resume().on("end", () => done()),
  });
  await new Promise<void>((resolve) => void mails.listen(mailPort, "127.0.0.1", resolve));
  mailPort = (mails.server.address() as AddressInfo).port;
};
const stopMails = () => new Promise<void>((resolve) => mails.close(() => resolve()));
const stores = () => ({ EVENTSTORE_URL: events.connectionString, AUDIT_DIR: auditDir });
const start = async () => {
  product = await startProduct({
    dataDir,
    environment: {
      ...stores(),
      MONGODB_URL: documents.url,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      NODE_OPTIONS: `--import ${pathToFileURL(join(root, "testing/e2e/alerts/full-disk.mjs"))}`,
      FULL_DISK: join(folder, "full"),
      REQUEST_DEADLINE_SECONDS: "5",
    },
  });
  api = new ApiClient(product.url);
};

const passphrase = { BACKUP_PASSPHRASE: "correct horse battery" };
const backUp = () =>
  command("backup", ["--to", join(folder, "backup")], {
    ...secretsOnDisk({ dataDir }),
    ...stores(),
    ...passphrase,
    DATA_DIR: dataDir,
  });
const drill = (from: string) =>
  command("backup", ["drill", "--from", from, "--without-erased"], {
    AUDIT_DIR: auditDir,
    DATA_DIR: dataDir,
    ...passphrase,
  });

/** Stops the product, and restores its event store as the runbook says: to a new folder of proofs. */
async function restoreEvents(): Promise<void> {
  await product.stop();
  await events.stop();
  rmSync(eventsFolder(), { recursive: true });
  cpSync(join(folder, "copy"), eventsFolder(), { recursive: true });
  auditDir = join(folder, `audit-${Date.now()}`);
  await startEvents();
  await start();
  await backUp();
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ornament-alerts-"));
  dataDir = newDataDir();
  auditDir = join(folder, "audit");
  mkdirSync(eventsFolder());
  await Promise.all([startEvents(), startMails()]);
  documents = await startFaultyMongo({ socket: join(folder, "documents.sock") });
  await start();
  admin = await api.signInAdmin();
  await api.importPins(admin, "GOOD-001\n");
  const { code, err } = await backUp();
  if (code !== 0) throw new Error(err);
  await events.stop();
  cpSync(eventsFolder(), join(folder, "copy"), { recursive: true });
  await startEvents();
}, 300_000);
afterAll(async () => {
  await product?.stop();
  await Promise.allSettled([events?.stop(), documents?.stop(), stopMails()]);
  if (dataDir) removeDataDir(dataDir);
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Scrapes until an alert fires, or is over. */
async function until(alert: string, fires: boolean, meanwhile = async () => {}): Promise<void> {
  for (;;) {
    await meanwhile();
    if ((await monitor.scrape()).includes(alert) === fires) return;
    await pause(50);
  }
}

const signIn = (password: string, email = "nobody@example.com") =>
  api.call("POST", "/api/user/login", { body: { email, password } });

interface Fault {
  readonly make: () => Promise<unknown>;
  readonly mend: () => Promise<unknown>;
  /** The requests of people while it lasts. */
  readonly meanwhile?: () => Promise<unknown>;
}

const outageOfEvents = {
  make: () => events.stop(),
  mend: () => startEvents(),
  meanwhile: () => Promise.all([1, 2, 3].map(() => signIn("Wrong-2026"))),
};

const faults: Record<string, Fault> = {
  OrnamentSignInsPaused: {
    async make() {
      for (let n = 0; n < 21; n += 1)
        for (let attempt = 0; attempt < 10; attempt += 1)
          await signIn("Wrong-2026", `guessed-${n}@example.com`);
    },
    mend: async () => undefined,
  },
  OrnamentDiskFull: {
    make: async () => writeFileSync(join(folder, "full"), ""),
    mend: async () => rmSync(join(folder, "full")),
  },
  OrnamentReadModelsBehind: {
    async make() {
      documents.front.refuse();
      await api.importPins(admin, "LATE-001\n");
    },
    mend: () => documents.front.accept(),
  },
  OrnamentMailStuck: {
    async make() {
      await stopMails();
      const body = { email: "parent@example.com", password: "Parent-2026" };
      expect((await api.prepare("POST", "/api/user/registration", { body })).status).toBe(200);
    },
    mend: startMails,
  },
  OrnamentNotReady: outageOfEvents,
  OrnamentErrors: outageOfEvents,
  OrnamentCheckFailed: {
    async make() {
      const damaged = join(folder, "damaged");
      cpSync(join(folder, "backup"), damaged, { recursive: true });
      const file = join(damaged, "events.ndjson");
      writeFileSync(file, readFileSync(file, "utf8").replace('"type":"PinImported"', '"type":"PinImportee"'));
      expect((await drill(damaged)).code).toBe(1);
    },
    mend: async () => expect(await drill(join(folder, "backup"))).toMatchObject({ code: 0 }),
  },
  OrnamentBackupOld: {
    async make() {
      const file = join(auditDir, "backup.json");
      const backup = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ ...backup, at: new Date(Date.now() - 3 * 86_400_000) }));
    },
    mend: async () => expect(await backUp()).toMatchObject({ code: 0 }),
  },
  OrnamentReadModelStopped: {
    async make() {
      const loose = { schema: z.looseObject({}), personal: [] };
      const store = openEventStore({
        connectionString: events.connectionString,
        definitions: Object.values(eventCatalogue).map((definition) => ({ ...definition, ...loose })),
        masterKey: readSecrets(secretsOnDisk({ dataDir }), ["master"]).masterKey,
        logger: silentLogger(),
      });
      const cause = { actor: { kind: "system" }, correlationId: "test" } as const;
      await store.append(streams.pin("BAD0001"), "any", [{ type: "PinImported", data: { code: 7 } }], cause);
      await store.close();
    },
    mend: restoreEvents,
  },
  OrnamentLogChanged: {
    async make() {
      const { client } = clientFor(events.connectionString);
      const data = { code: "GOOD001", consumerId: null, comment: "stolen" };
      await client.appendToStream(streams.pin("GOOD001"), jsonEvent({ type: "PinDeactivated", data }));
      await client.dispose();
    },
    mend: restoreEvents,
  },
  OrnamentDown: { make: () => product.stop(), mend: start },
};

test("an hour of a healthy product raises no alert", async () => {
  const raised = new Set<string>();
  for (let scrapes = 0; scrapes < 140; scrapes += 1)
    for (const alert of await monitor.scrape()) raised.add(alert);
  expect([...raised]).toEqual([]);
});

test("the rules and the dashboard read only metrics that the product has", async () => {
  await monitor.scrape();
  const known = new Set(["up", ...[...monitor.text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)]);
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_(count|sum|bucket)$/, ""));
  const { panels } = JSON.parse(readFileSync(join(root, "ops/dashboard.json"), "utf8"));
  const shown = panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets);
  expect(shown.length).toBeGreaterThan(20);
  const read = [...writtenRules, ...shown].flatMap(({ expr }) => expr.match(/\b(?!histogram_)[a-z]+_\w+/g));
  expect(read.filter((name) => !isKnown(name))).toEqual([]);
});

describe("an alert fires when its fault is made, and is over after it", () => {
  test.each(Object.entries(faults))(
    "%s",
    async (alert, { make, mend, meanwhile = async () => undefined }) => {
      const requests = async () => void (await meanwhile());
      await until(alert, false);
      await make();
      await until(alert, true, requests);
      await mend();
      await until(alert, false);
    },
    300_000,
  );
});
