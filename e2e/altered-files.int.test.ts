import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { openProductLog } from "@ornament/embedded/audit/product-log";
import { openDatabase } from "@ornament/embedded/eventstore/log/database";
import { FileUnusable } from "@ornament/embedded/eventstore/log/file-unusable";
import { verify } from "@ornament/projector/audit/verify-command";
import { keepProofOf } from "@ornament/testing/event-log/keep-proof-of";
import { alterations, seeded } from "./altered-logs/alterations.ts";
import { addUnusedPages, insertEvents, storeEvents } from "./altered-logs/stored-file.ts";
import { type TrueLog, writeTrueLog } from "./altered-logs/true-log.ts";

const seed = Date.now() % 1_000_000;

let log: TrueLog;
let folders: string;
/** The file of the log with unused pages, and what was kept of it. */
let whole: string;
beforeAll(async () => {
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  folders = mkdtempSync(join(tmpdir(), "altered-files-"));
  log = await writeTrueLog();
  whole = join(folders, "whole");
  storeEvents(whole, log.before, log.masterKey);
  addUnusedPages(whole);
  await keepProofOf(join(whole, "audit"), log.before, log.masterKey);
});
afterAll(async () => {
  rmSync(folders, { recursive: true, force: true });
  await log?.remove();
});

/** The command's answer. A refusal is its message, with the exit code. */
async function answered(folder: string): Promise<{ code: 0 | 65 | 74; text: string }> {
  try {
    const { text, asWritten } = await verify(openProductLog, { DATA_DIR: folder }, { checkpoint: [] });
    return { code: asWritten ? 0 : 65, text };
  } catch (error) {
    if (!(error instanceof FileUnusable)) throw error;
    return { code: 74, text: error.message };
  }
}

let copies = 0;
function copyWith(change: (file: Buffer) => Buffer): string {
  copies += 1;
  const folder = join(folders, `copy-${copies}`);
  cpSync(whole, folder, { recursive: true });
  const file = join(folder, "events.sqlite");
  writeFileSync(file, change(readFileSync(file)));
  return folder;
}

test("the file of a log is as it was written, also without the checkpoints, which the answer says", async () => {
  expect(await answered(whole)).toMatchObject({
    code: 0,
    text: expect.stringContaining(" is as it was written.\n"),
  });
  expect(await answered(log.dataDir)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/Not proved:\n- There are no leaves: .*\n- There is no signed checkpoint: /),
  });
});

test("the file of version 1.1.0 is as it was written", async () => {
  const former = join(import.meta.dirname, "former-logs", "1.1.0");
  const folder = join(folders, "1.1.0");
  mkdirSync(folder);
  writeFileSync(join(folder, "events.sqlite"), gunzipSync(readFileSync(join(former, "events.sqlite.gz"))));
  copyFileSync(join(former, "secrets.json"), join(folder, "secrets.json"));
  expect(await answered(folder)).toMatchObject({
    code: 0,
    text: expect.stringContaining("Events of former versions have no MAC"),
  });
});

describe("a changed file of a log", () => {
  test("each of 20 alterations of its rows is named by its place", async () => {
    const random = seeded(seed);
    const wrong: unknown[] = [];
    let stored = 0;
    for (let n = 0; n < 20; n += 1) {
      const altered = alterations[n % alterations.length]?.(log.before, random);
      if (!altered) continue;
      const folder = join(folders, `altered-${n}`);
      try {
        storeEvents(folder, altered.events, log.masterKey);
      } catch {
        // SQLite keeps no second event of a revision.
        continue;
      }
      stored += 1;
      cpSync(join(whole, "audit"), join(folder, "audit"), { recursive: true });
      const { code, text } = await answered(folder);
      const place = altered.first === undefined ? undefined : altered.events[altered.first];
      const named = place ? `position ${place.position.commit}, stream ` : "was cut off or is an old copy";
      if (code !== 65 || !text.split("\n")[0]?.includes(named))
        wrong.push({ what: altered.what, named, code, text });
    }
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
    expect(stored).toBeGreaterThan(10);
  });

  test("4 KB of noise at each of 100 places is noticed with one line", async () => {
    const random = seeded(seed);
    const unnoticed: unknown[] = [];
    for (let n = 0; n < 100; n += 1) {
      let place = 0;
      const folder = copyWith((file) => {
        place = Math.floor(random() * (file.length - 4_096));
        if (n % 2 === 0) place -= place % 4_096;
        for (let at = place; at < place + 4_096; at += 1) file[at] = Math.floor(random() * 256);
        return file;
      });
      const { code, text } = await answered(folder);
      const firstLine = text.split("\n")[0] ?? "";
      if (code === 0 || firstLine.length < 20 || (code === 74 && text.includes("\n")))
        unnoticed.push({ place, code, text });
      rmSync(folder, { recursive: true, force: true });
    }
    expect({ seed, unnoticed }).toEqual({ seed, unnoticed: [] });
  });

  test("a byte of the JSON of an event is named by its event", async () => {
    const folder = copyWith((file) => {
      const at = file.indexOf('"numberDevices"', file.indexOf("SettingChanged"));
      file[at + 3] = "o".charCodeAt(0);
      return file;
    });
    const { code, text } = await answered(folder);
    expect({ code, text }).toEqual({
      code: 65,
      text: expect.stringMatching(
        / is NOT as it was written\. Changed: position \d+, stream setting-numberDevices, /,
      ),
    });
  });

  test("a file that was cut off at any place is noticed with one line", async () => {
    const random = seeded(seed);
    for (let n = 0; n < 10; n += 1) {
      const folder = copyWith((file) => file.subarray(0, 1 + Math.floor(random() * (file.length - 2))));
      const { code, text } = await answered(folder);
      expect({ seed, code, lines: text.split("\n").length }).toEqual({ seed, code: 74, lines: 1 });
    }
  });

  test("a copy of a killed product's file without its -wal lacks the last events, and with it none", async () => {
    const half = log.before.length / 2;
    const running = join(folders, "running");
    storeEvents(running, log.before.slice(0, half), log.masterKey);
    const db = openDatabase(running);
    try {
      insertEvents(db, log.before.slice(half));
      for (const [name, files] of [
        ["without", ["events.sqlite"]],
        ["with", ["events.sqlite", "events.sqlite-wal"]],
      ] as const) {
        const folder = join(folders, name);
        cpSync(join(whole, "audit"), join(folder, "audit"), { recursive: true });
        for (const file of [...files, "secrets.json"]) copyFileSync(join(running, file), join(folder, file));
      }
    } finally {
      db.close();
    }
    expect(await answered(join(folders, "with"))).toMatchObject({ code: 0 });
    expect(await answered(join(folders, "without"))).toMatchObject({
      code: 65,
      text: expect.stringMatching(
        /The log was cut off or is an old copy: \d+ lasting events are missing at its end\. They were there at 2026-/,
      ),
    });
  });
});
