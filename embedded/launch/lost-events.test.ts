import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { closeDatabase, openDatabase } from "../eventstore/log/database.ts";
import { FileUnusable } from "../eventstore/log/file-unusable.ts";
import { refuseLostEvents } from "./lost-events.ts";

let path: string;
let snapshotFile: string;
let audit: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "lost-events-"));
  snapshotFile = join(path, "read-models.snapshot");
  audit = join(path, "audit");
  mkdirSync(audit);
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const file = () => join(path, "events.sqlite");
const start = () => refuseLostEvents({ path, snapshotFile }, audit);

function makeFile({ events }: { events: number }): void {
  const db = openDatabase(path);
  for (let n = 1; n <= events; n += 1)
    db.prepare("INSERT INTO events VALUES (?, 1, ?, ?, 't', 'json', 0, x'', x'')").run([
      16 * n,
      n,
      `id-${n}`,
    ]);
  closeDatabase(db);
}

const lost: [string, () => void][] = [
  ["is missing", () => undefined],
  ["is empty", () => writeFileSync(file(), "")],
  ["was emptied", () => (makeFile({ events: 1 }), truncateSync(file(), 0))],
  ["has no events", () => makeFile({ events: 0 })],
];
const witnesses = [() => join(audit, "checkpoint"), () => join(audit, "backup.json"), () => snapshotFile];

test.each(lost)(
  "a start is refused if the event store's file %s beside a file that shows events",
  (_what, make) => {
    make();
    expect(start).not.toThrow();
    for (const witness of witnesses) {
      writeFileSync(witness(), "something");
      expect(start).toThrow(FileUnusable);
      expect(start).toThrow(`${witness()} shows that there were some`);
      rmSync(witness());
    }
  },
);

test("a start with events is not refused, and neither is a damaged file, which the event store tells", () => {
  writeFileSync(snapshotFile, "something");
  makeFile({ events: 3 });
  expect(start).not.toThrow();
  rmSync(file());
  writeFileSync(file(), "no database at all".repeat(300));
  expect(start).not.toThrow();
});
