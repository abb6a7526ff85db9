import { mkdir, open, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { temporaryFolder } from "../testing/test-store.ts";
import { closeDatabase, openDatabase } from "./database.ts";
import { JSON_CONTENT } from "./event.ts";
import { EventLog } from "./event-log.ts";
import { FileUnusable } from "./file-unusable.ts";

let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = await temporaryFolder();
  file = join(dataDir, "events.sqlite");
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Writes 3,000 events, every fiftieth of which needs several pages of the file. */
function writeLog(): void {
  const log = new EventLog(openDatabase(dataDir));
  for (let first = 0; first < 3_000; first += 500) {
    log.commit(() => {
      for (let n = first; n < first + 500; n += 1) {
        const text = "x".repeat(n % 50 === 0 ? 5_000 + 3 * n : n % 200);
        const id = `5a0c1a0e-3b0d-4a4e-9d0a-${String(n).padStart(12, "0")}`;
        const metadata = bytes({ schemaVersion: 1, actor: { kind: "system" } });
        const event = { id, type: "Written", contentType: JSON_CONTENT, metadata, data: bytes({ n, text }) };
        log.append(log.stream(`stream-${n % 900}`), [event], n);
      }
    });
  }
  log.close();
}

/** All events that readers get, from `$all` and from the streams. */
function contentOf(folder: string): string {
  const db = openDatabase(folder);
  try {
    const log = new EventLog(db);
    const all = log.pages.allAfter(0, 10_000);
    const found = [all];
    for (let after = all; after.length > 0; ) {
      after = log.pages.allAfter(after.at(-1)?.position ?? 0, 10_000);
      found.push(after);
    }
    const streams = Array.from({ length: 900 }, (_, n) =>
      log.pages.streamFrom(log.stream(`stream-${n}`), 0, 100),
    );
    return JSON.stringify([found.flat(), streams]);
  } finally {
    closeDatabase(db);
  }
}

/** Numbers from 0 to 1, the same each time. */
function* seeded(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

test("each of twenty damages of 4 KB to the event store's file ends its opening with a line that names the file, or changes no event", async () => {
  writeLog();
  const content = contentOf(dataDir);
  const whole = await readFile(file);
  const random = seeded(21);
  const outcomes = { noticed: 0, harmless: 0 };
  for (let n = 0; n < 20; n += 1) {
    const damaged = Buffer.from(whole);
    const anywhere = Math.floor(random.next().value * (whole.length - 4_096));
    // Every other damage covers one page. Each kind of place is damaged once with zeros, as a failing disk
    // does, and once with random bytes.
    const place = n % 4 < 2 ? anywhere - (anywhere % 4_096) : anywhere;
    const lost = Array.from({ length: 4_096 }, () =>
      n % 2 === 0 ? 0 : Math.floor(random.next().value * 256),
    );
    Buffer.from(lost).copy(damaged, place);
    // Each file has a separate folder: a file that could not be opened stays locked in this process.
    const folder = join(dataDir, String(n));
    await mkdir(folder);
    await writeFile(join(folder, "events.sqlite"), damaged);
    let found: unknown;
    try {
      found = contentOf(folder);
    } catch (error) {
      found = error;
    }
    if (found === content) outcomes.harmless += 1;
    else {
      const what = {
        n,
        place,
        found: found instanceof Error ? `${found.name}: ${found.message}` : "other events",
      };
      expect(what).toMatchObject({
        found: expect.stringMatching(
          /^FileUnusable: The event store's file .*events\.sqlite is damaged \(.+\)/,
        ),
      });
      outcomes.noticed += 1;
    }
  }
  expect(outcomes.noticed + outcomes.harmless).toBe(20);
  expect(outcomes.noticed).toBeGreaterThan(10);
});

test("a file that is damaged while it is open is reported with a line that names it, and the read that found it fails", async () => {
  writeLog();
  const reported: FileUnusable[] = [];
  const db = openDatabase(dataDir, (failure) => reported.push(failure));
  try {
    const log = new EventLog(db);
    db.pragma("wal_checkpoint(TRUNCATE)");
    // SQLite drops its cached pages.
    db.pragma("cache_size = 1");
    db.pragma("shrink_memory");
    const opened = await open(file, "r+");
    await opened.write(Buffer.alloc((await opened.stat()).size - 4_096, 7), 0, undefined, 4_096);
    await opened.close();
    expect(reported).toEqual([]);
    expect(() => log.pages.allBefore(Number.MAX_SAFE_INTEGER, 10)).toThrow(/malformed/);
    expect(reported).toEqual([expect.any(FileUnusable)]);
    expect(reported[0]?.message).toContain(`${file} is damaged (`);
  } finally {
    db.close();
  }
});
