import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { FileUnusable } from "../eventstore/log/file-unusable.ts";
import { refuseLostEvents } from "./lost-events.ts";

let path: string;
let documentsFile: string;
let audit: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "lost-events-"));
  documentsFile = join(path, "documents.sqlite");
  audit = join(path, "audit");
  mkdirSync(audit);
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const file = () => join(path, "events.sqlite");
const start = () => refuseLostEvents({ path, documentsFile }, audit);

const lost: [string, () => void][] = [
  ["is missing", () => undefined],
  ["is empty", () => writeFileSync(file(), "")],
];
const witnesses = [() => join(audit, "checkpoint"), () => join(audit, "backup.json"), () => documentsFile];

test.each(lost)(
  "a start is refused if the event store's file %s and another file shows events",
  (_what, make) => {
    make();
    expect(start).not.toThrow();
    for (const witness of witnesses) {
      writeFileSync(witness(), "something".repeat(10_000));
      expect(start).toThrow(FileUnusable);
      expect(start).toThrow(`${witness()} shows that there were events`);
      rmSync(witness());
    }
  },
);

test("a start after one that failed before the first event is not refused", () => {
  writeFileSync(documentsFile, "a catalog without documents");
  expect(start).not.toThrow();
});

test("a start with the event store's file is not refused, and damage is told by the event store", () => {
  writeFileSync(documentsFile, "something".repeat(10_000));
  writeFileSync(file(), "events");
  expect(start).not.toThrow();
});
