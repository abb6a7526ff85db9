import { scryptSync } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { keyedName } from "@ornament/platform/tokens/keyed-hash";
import { seal } from "@ornament/platform/tokens/seal";
import { drawSecrets, readSecrets } from "@ornament/platform/tokens/secrets";
import { codeOf, facts } from "@ornament/projector/testing/facts";
import { storeOn } from "@ornament/projector/testing/memory-store";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { listOf } from "@ornament/testing/event-log/list-of";
import { testIf } from "@ornament/testing/suites/test-if";
import fc from "fast-check";
import { BackupFolder } from "./backup-folder.ts";
import { Copy } from "./copy.ts";
import { openBackup } from "./opened-backup.ts";
import { BackupRefused } from "./refused.ts";
import { checkLog } from "./restored-log.ts";
import { sealSecrets, unsealSecrets } from "./sealed-secrets.ts";

const passphrase = "correct horse battery";
const environment = { BACKUP_PASSPHRASE: passphrase, DATA_DIR: "/nowhere" };
const system = { correlationId: "test", actor: { kind: "system" } } as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ornament-backup-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const eventsFile = () => join(folder, "events.ndjson");
const manifestFile = () => join(folder, "manifest.json");

const manifestJson = () => JSON.parse(readFileSync(manifestFile(), "utf8"));

/** A product's event store and its secrets. */
function product(log = new InMemoryLog()) {
  const secrets = drawSecrets();
  const { masterKey } = readSecrets(secrets, ["master"]);
  const store = storeOn(log, { masterKey });
  const copy = (onWrongMac?: (event: EventBytes) => void) =>
    new Copy({
      folder: new BackupFolder(folder),
      master: masterKey,
      secrets: sealed(secrets),
      ...(onWrongMac ? { onWrongMac } : {}),
      patienceMilliseconds: 0,
    });
  return {
    store,
    secrets,
    copy,
    add: async (first: number, count: number) => {
      for (let n = first; n < first + count; n += 1)
        await store.append(`pin-${codeOf(n)}`, "no_stream", [facts.imported(codeOf(n))], system);
    },
    copyAll: async () => {
      const running = copy();
      await running.checkContinues(store);
      return running.toEnd(store);
    },
  };
}

/** The cost of today takes a second for each opening. */
const sealed = (secrets: Record<string, string>) => sealSecrets(passphrase, secrets, { N: 2, r: 8, p: 1 });

/** The reads of a store with a step for each event, which may give another one. */
const reading = (store: EventStore, step: (event: EventBytes, n: number) => EventBytes) => ({
  authenticity: store.authenticity,
  async *readBytes() {
    let count = 0;
    for await (const event of store.readBytes()) yield step(event, count++);
  },
});

const allOf = async (events: AsyncIterable<EventBytes>) => (await listOf(events)).map(comparable);
const comparable = (event: EventBytes): EventBytes => ({
  ...event,
  data: Buffer.from(event.data),
  metadata: Buffer.from(event.metadata),
});

/** Opens the backup and reads it whole. */
function readAll() {
  const backup = openBackup(folder, environment);
  return { ...backup, events: [...backup.folder.events(backup.manifest)].map(comparable) };
}

describe("a copy", () => {
  test("has every event of the store byte for byte, the secrets, and a checkpoint that the events fit", async () => {
    const { store, secrets, add, copyAll } = product();
    await store.append("consumer-7", "no_stream", [facts.registered()], system);
    await add(0, 20);
    await store.deleteStream(`pin-${codeOf(3)}`, "any");
    await store.erasePerson("consumer", 7);
    expect(await copyAll()).toBeGreaterThan(22);
    const backup = readAll();
    expect(backup.events).toEqual(await allOf(store.readBytes()));
    expect(backup.secrets).toEqual(secrets);
    expect(await checkLog(store.readBytes(), backup.checkpoint)).toBe(0);
    expect([eventsFile(), manifestFile()].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  test("continues with the events after its last one, and is the same as one copy at the end", async () => {
    const { store, add, copyAll } = product();
    await add(0, 5);
    await copyAll();
    await add(5, 5);
    expect(await copyAll()).toBe(5);
    expect(await copyAll()).toBe(0);
    const continued = readFileSync(eventsFile());
    expect(readAll().events).toEqual(await allOf(store.readBytes()));
    rmSync(eventsFile());
    rmSync(manifestFile());
    await copyAll();
    expect(readFileSync(eventsFile())).toEqual(continued);
  });

  test("continues after it was killed anywhere: with a part of the events and any earlier manifest", async () => {
    const { store, add, copyAll, copy } = product();
    copy();
    const manifests = [readFileSync(manifestFile())];
    for (const first of [0, 4, 8]) {
      await add(first, 4);
      await copyAll();
      manifests.push(readFileSync(manifestFile()));
    }
    await add(12, 3);
    const whole = readFileSync(eventsFile());
    const events = await allOf(store.readBytes());
    await fc.assert(
      fc.asyncProperty(fc.nat(manifests.length - 1), fc.nat(whole.length), async (index, cut) => {
        const manifest = manifests[index] as Buffer;
        writeFileSync(manifestFile(), manifest);
        const described = Number(JSON.parse(manifest.toString()).bytes);
        writeFileSync(eventsFile(), whole.subarray(0, Math.max(cut, described)));
        await copyAll();
        expect(readAll().events).toEqual(events);
      }),
      { numRuns: 30 },
    );
  });

  test("is not complete until it has reached the end of the event store, and a drill refuses it until then", async () => {
    const { store, add, copyAll, copy } = product();
    await add(0, 6);
    copy();
    expect(manifestJson()).toMatchObject({ complete: false, events: 0 });
    const stopping = new AbortController();
    const cutOff = reading(store, (event, n) => {
      if (n === 4) stopping.abort();
      return event;
    });
    await copy().toEnd(cutOff, stopping.signal);
    expect(manifestJson()).toMatchObject({ complete: false, events: 4 });
    const opening = () => openBackup(folder, environment, true);
    expect(opening).toThrow(/^4 events up to position \d+ of 20\d\d-.*NOT COMPLETE/);
    expect(opening).toThrow(BackupRefused);
    expect(openBackup(folder, environment).manifest.complete).toBe(false);
    await copyAll();
    expect(opening().manifest).toMatchObject({ complete: true });
    await copyAll();
    expect(manifestJson().complete).toBe(true);
  });

  test("of a former version, whose manifest says neither the cost of scrypt nor whether it is complete, is opened and continued", async () => {
    const { store, secrets, add, copyAll } = product();
    await add(0, 3);
    await copyAll();
    const { mac: _mac, complete: _complete, lastAt: _lastAt, ...content } = manifestJson();
    const salt = Buffer.alloc(16, 5);
    const key = scryptSync(passphrase, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 });
    const former = {
      ...content,
      secrets: {
        salt: salt.toString("base64url"),
        sealed: seal(key, "backup secrets", Buffer.from(JSON.stringify(secrets))),
      },
    };
    const { masterKey } = readSecrets(secrets, ["master"]);
    const mac = keyedName(masterKey.bytes, "backup-manifest", JSON.stringify(former));
    writeFileSync(manifestFile(), JSON.stringify({ ...former, mac }));
    expect(openBackup(folder, environment, true).secrets).toEqual(secrets);
    await add(3, 2);
    await copyAll();
    expect(readAll().events).toEqual(await allOf(store.readBytes()));
  });

  test("seals the secrets with the cost that is recommended today, and says it", () => {
    const { secrets } = product();
    const sealedToday = sealSecrets(passphrase, secrets);
    expect(sealedToday.scrypt).toEqual({ N: 2 ** 17, r: 8, p: 1 });
    expect(unsealSecrets(passphrase, sealedToday)).toEqual(secrets);
  });

  test("has an event that was changed, and names it because its MAC is wrong", async () => {
    const { store, add, copy } = product();
    await store.requireMacs();
    await add(0, 4);
    const changed = reading(store, (event, n) =>
      n === 3 ? { ...event, data: Buffer.from('{"code":"AB12CD3"}') } : event,
    );
    const named: EventBytes[] = [];
    await copy((event) => named.push(event)).toEnd(changed);
    expect(named).toMatchObject([{ type: "PinImported", revision: 0n }]);
    expect(openBackup(folder, environment, true).manifest.tally.events).toBeGreaterThan(4);
  });

  test("ends when another copy to the same folder was started, which goes on", async () => {
    const { store, add, copy } = product();
    await add(0, 3);
    const first = copy();
    await first.toEnd(store);
    const second = copy();
    await add(3, 3);
    await expect(first.toEnd(store)).rejects.toThrow(/Another backup to .* was started/);
    expect(await second.toEnd(store)).toBe(3);
    expect(readAll().events).toEqual(await allOf(store.readBytes()));
  });

  test("is not mixed with another product's events", async () => {
    const one = product();
    await one.add(0, 3);
    await one.copyAll();
    const other = product();
    await other.add(0, 3);
    await expect(async () => other.copyAll()).rejects.toThrow(/made with another MASTER_KEY/);
  });

  test("is not continued from an event store that has lost its last events, or has other ones", async () => {
    const log = new InMemoryLog();
    const { add, copyAll, copy } = product(log);
    await add(0, 3);
    await copyAll();
    const older = product();
    await older.add(0, 2);
    const later = copy();
    await expect(later.checkContinues(older.store)).rejects.toThrow(/restored from an older backup/);
    await older.add(2, 5);
    await expect(later.checkContinues(older.store)).rejects.toThrow(/restored from an older backup/);
  });

  test("keeps what it has read when the event store stops answering", async () => {
    const { store, add, copyAll, copy } = product();
    await add(0, 6);
    const stops = reading(store, (event, n) => {
      if (n === 4) throw new Error("gone");
      return event;
    });
    await expect(copy().toEnd(stops)).rejects.toThrow("gone");
    expect(readAll().events).toHaveLength(4);
    await copyAll();
    expect(readAll().events).toEqual(await allOf(store.readBytes()));
  });
});

testIf(existsSync("/dev/full"), "needs /dev/full")(
  "a copy to a full disk ends with one line and the code of a file",
  async () => {
    const { store, add, copy } = product();
    await add(0, 2);
    const running = copy();
    symlinkSync("/dev/full", eventsFile());
    const failure = await running.toEnd(store).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: "BackupRefused",
      exitCode: 74,
      message: `${folder} can't be used: the disk is full; free some space, then run the command again`,
    });
  },
);

describe("a damaged backup is refused", () => {
  beforeEach(async () => {
    const { add, copyAll } = product();
    await add(0, 6);
    await copyAll();
  });

  test("with any changed byte of the events", () => {
    const whole = readFileSync(eventsFile());
    const { manifest } = readAll();
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ change;
        writeFileSync(eventsFile(), changed);
        expect(() => [...new BackupFolder(folder).events(manifest)]).toThrow(BackupRefused);
      }),
      { numRuns: 25 },
    );
  });

  test("with any changed byte of the manifest", () => {
    const whole = readFileSync(manifestFile());
    const text = whole.toString();
    const inWords = (at: number) => !/\s/.test(text[at] ?? " ");
    fc.assert(
      fc.property(fc.nat(text.length - 1).filter(inWords), (at) => {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ 1;
        writeFileSync(manifestFile(), changed);
        expect(readAll).toThrow(BackupRefused);
      }),
      { numRuns: 25 },
    );
  });

  test.each([
    ["cut events", () => truncateSync(eventsFile(), 1_000), /is cut off: it has 1000 bytes/],
    ["no events", () => rmSync(eventsFile()), /is cut off: it has 0 bytes/],
    ["no manifest", () => rmSync(manifestFile()), /events\.ndjson without manifest\.json/],
    ["a cut manifest", () => truncateSync(manifestFile(), 500), /manifest\.json is damaged/],
  ])("with %s", (_what, damage, message) => {
    damage();
    expect(readAll).toThrow(message);
    expect(readAll).toThrow(BackupRefused);
  });

  test("with another passphrase", () => {
    const opening = () => openBackup(folder, { ...environment, BACKUP_PASSPHRASE: "another passphrase" });
    expect(opening).toThrow(/BACKUP_PASSPHRASE doesn't open the secrets/);
  });
});

test("events that differ from the signed checkpoint, or are fewer, are refused", async () => {
  const { store, add, copyAll } = product();
  await add(0, 6);
  await copyAll();
  const { checkpoint, events } = readAll();
  const given = async function* (list: readonly EventBytes[]) {
    yield* list;
  };
  const lasting = events.filter(({ stream }) => stream.startsWith("pin-"));
  await expect(checkLog(given(lasting.slice(1)), checkpoint)).rejects.toThrow(/5 of 6 lasting events/);
  const changed = lasting.map((event, n) => (n === 2 ? { ...event, data: Buffer.from("{}") } : event));
  await expect(checkLog(given(changed), checkpoint)).rejects.toThrow(/not those of the signed checkpoint/);
  await add(6, 2);
  expect(await checkLog(store.readBytes(), checkpoint)).toBe(2);
});
