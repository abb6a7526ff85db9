import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { openProductLog } from "@ornament/embedded/audit/product-log";
import { openDatabase } from "@ornament/embedded/eventstore/log/database";
import { FileUnusable } from "@ornament/embedded/eventstore/log/file-unusable";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { keepProofOf } from "@ornament/testing/event-log/keep-proof-of";
import { verify } from "@ornament/tools/audit/verify-command";
import { keptProof, keysOf, readFolder } from "@ornament/tools/log-check/kept-proof";
import { verifyLog } from "@ornament/tools/log-check/log-check";
import { alterations, cutOff, seeded } from "./altered-logs/alterations.ts";
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

describe("a changed file of a log", () => {
  test("4 KB of noise at each of 20 places is noticed with one line", async () => {
    const random = seeded(seed);
    const unnoticed: unknown[] = [];
    for (let n = 0; n < 20; n += 1) {
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

const proofOf = async (name: string, events: readonly EventBytes[]) =>
  keptProof(
    readFolder(await keepProofOf(join(folders, name), events, log.masterKey)),
    [],
    keysOf(log.masterKey, undefined, []),
  );

describe("a log that the product's deciders wrote", () => {
  test("is as it was written, before and after erasures, expiry and a scavenge", async () => {
    const proof = await proofOf("before", log.before);
    for (const events of [log.before, log.events])
      expect(
        await verifyLog({ events: () => events, macEvents: [], proof, masterKey: log.masterKey }),
      ).toMatchObject({
        first: undefined,
        findings: 0,
        problems: [],
      });
    expect(log.events.length).toBeLessThan(log.before.length);
  });

  test("each of 300 random alterations is found at the first event that differs", async () => {
    const random = seeded(seed);
    const logs = [
      { events: log.before, proof: await proofOf("first", log.before) },
      { events: log.events, proof: await proofOf("second", log.events) },
    ];
    const wrong: unknown[] = [];
    let count = 0;
    for (let n = 0; count < 300; n += 1) {
      const alteration = alterations[n % alterations.length];
      const of = logs[alteration === cutOff ? 0 : n % 20 < 10 ? 0 : 1];
      const altered = of && alteration?.(of.events, random);
      if (!altered) continue;
      const { proof } = of;
      count += 1;
      const { first } = await verifyLog({
        events: () => altered.events,
        macEvents: [],
        proof,
        masterKey: log.masterKey,
      }).catch(() => ({ first: undefined }));
      const isRight =
        first !== undefined &&
        altered.kinds.includes(first.kind) &&
        first.order === (altered.first ?? Number.POSITIVE_INFINITY);
      if (!isRight)
        wrong.push({ n, what: altered.what, expected: altered.first, kinds: altered.kinds, first });
    }
    expect({ seed, wrong: wrong.slice(0, 5), count: wrong.length }).toEqual({ seed, wrong: [], count: 0 });
  });
});
