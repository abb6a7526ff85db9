import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { closeDatabase, openDatabase } from "../eventstore/log/database.ts";
import { Messages } from "../mailbox/messages.ts";
import { openDataDirectory } from "./data-directory.ts";
import { productSecrets } from "./product-secrets.ts";

let folder: string;
let umask: number;
beforeEach(() => {
  // Neither the umask nor the folder restricts access here.
  umask = process.umask(0);
  folder = join(mkdtempSync(join(tmpdir(), "ornament-rights-")), "data");
  mkdirSync(folder);
  chmodSync(folder, 0o777);
});
afterEach(() => {
  process.umask(umask);
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

const rights = () =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [file, (statSync(join(folder, file)).mode & 0o777).toString(8)]),
  );

/** Creates all files of a running product, calls `look`, and closes them. */
function run(look: () => void): void {
  const data = openDataDirectory(folder);
  productSecrets(data, {});
  data.writeRunFile({ localUrl: "http://localhost", url: "", eventstoreUrl: "", mongodbUrl: "", pid: 1 });
  const mailbox = new Messages(join(folder, "mailbox.ndjson"));
  const db = openDatabase(folder);
  db.exec("INSERT OR IGNORE INTO streams (name) VALUES ('a')");
  look();
  closeDatabase(db);
  expect(mailbox.newestFirst()).toEqual([]);
  data.release();
}

const expected = {
  "events.sqlite": "600",
  "events.sqlite-wal": "600",
  "lock.sqlite": "600",
  "mailbox.ndjson": "600",
  "run.json": "600",
  "secrets.json": "600",
  spool: "700",
};

test("only its owner can read a file of a new data directory", () => {
  run(() => expect(rights()).toMatchObject(expected));
});

test("files that everybody could read are readable by their owner alone after the next start", () => {
  run(() => undefined);
  for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o777);
  // Drafts that a crash may leave behind.
  for (const left of ["run.json", "run.json.new", "mailbox.ndjson.new"])
    writeFileSync(join(folder, left), "{}", { mode: 0o666 });
  run(() => expect(rights()).toMatchObject(expected));
});
