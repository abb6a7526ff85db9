import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { openDatabase } from "@ornament/embedded/eventstore/log/database";
import { JSON_CONTENT } from "@ornament/embedded/eventstore/log/event";
import { EventLog } from "@ornament/embedded/eventstore/log/event-log";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { refusedStart } from "@ornament/testing/product/refused-start";
import {
  collectOutput,
  exitOf,
  newDataDir,
  removeDataDir,
  spawnProduct,
  untilPrinted,
} from "@ornament/testing/product/running-product";
import { builtProgram } from "@ornament/testing/programs/built-program";

let dataDir: string;
beforeEach(() => {
  dataDir = newDataDir();
});
afterEach(() => removeDataDir(dataDir));

/** Writes more than SQLite keeps in memory, so that a running product has to read from the file. */
function writeLargeLog(): void {
  const log = new EventLog(openDatabase(dataDir));
  const metadata = Buffer.from("{}");
  const data = Buffer.from(JSON.stringify({ text: "x".repeat(1_000_000) }));
  for (let n = 0; n < 90; n += 1) {
    const event = { id: randomUUID(), type: "Large", contentType: JSON_CONTENT, metadata, data };
    log.commit(() => log.append(log.stream("large-1"), [event], Date.now()));
  }
  log.close();
}

function damage(file: string): void {
  const opened = openSync(file, "r+");
  const { size } = fstatSync(opened);
  writeSync(opened, Buffer.alloc(size - 4_096, 7), 0, undefined, 4_096);
  closeSync(opened);
}

test("a product ends with exit code 74 and one line if its event store is damaged, while it runs and at its start", async () => {
  writeLargeLog();
  const secrets = drawSecrets();
  const child = spawnProduct({ dataDir, environment: secrets });
  const output = collectOutput(child);
  const ended = exitOf(child);
  await untilPrinted(child, output, /Ornament is ready at/);
  const file = join(dataDir, "events.sqlite");
  damage(file);
  // Compares the read models with a replay of all events.
  const verify = spawn(process.execPath, [builtProgram("projections"), "verify"], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: "ignore",
  });
  expect(await ended).toBe(74);
  verify.kill("SIGKILL");
  const line = `The event store's file ${file} is damaged (`;
  expect(output()).toContain(line);
  expect(await refusedStart(dataDir, secrets)).toEqual({ code: 74, lines: [expect.stringContaining(line)] });
});

test("a start ends with exit code 74 and one line if the event store's file is lost, and writes neither events nor secrets", async () => {
  mkdirSync(join(dataDir, "audit"));
  writeFileSync(join(dataDir, "audit", "checkpoint"), "ornament-log-0f5d2c1a\n10182\n");
  expect(await refusedStart(dataDir, {})).toEqual({
    code: 74,
    lines: [
      expect.stringMatching(
        /events\.sqlite is missing or empty, and .*checkpoint shows that there were events/,
      ),
    ],
  });
  expect(readdirSync(dataDir).filter((name) => /events|secrets|read-models/.test(name))).toEqual([]);
});

test("a product in a folder on a full disk ends with one line that says so", async () => {
  // The system allows no file to grow, as on a full disk.
  const full = ["-c", 'ulimit -f 0; exec "$0" "$@"', process.execPath, builtProgram("start")];
  const child = spawn("sh", full, { env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir } });
  const output = collectOutput(child);
  expect(await exitOf(child)).toBe(78);
  expect(output()).toBe(
    `Configuration error: DATA_DIR ${dataDir} cannot be used: the disk is full; free some space, then start again\n`,
  );
  expect(readdirSync(dataDir)).not.toContain("secrets.json");
});
