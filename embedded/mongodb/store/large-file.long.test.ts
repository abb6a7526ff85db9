import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Logger } from "@ornament/platform/logging/logger";
import { bytesOf } from "../testing/collections.ts";
import { insertDocument } from "../update/write.ts";
import { openDocuments } from "./documents-file.ts";
import { Store } from "./store.ts";

let folder: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "large-file-"));
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const logger = { warn: (line: string) => lines.push(line) } as unknown as Logger;

const open = (name: string) =>
  openDocuments({ file: join(folder, name), key: "secret", logger, onDamaged: () => lines.push("damaged") });

// SQLite leaves out the page at 1 GB, by which it locks the file.
test("after a kill a file of more than 1 GB has all its documents", () => {
  const database = open("documents");
  const store = new Store(database);
  const text = "x".repeat(15 * 1024 ** 2);
  for (let i = 0; i < 72; i++)
    store.together(() => insertDocument(store.findOrCreate("d", "c"), bytesOf({ _id: i, list: [text] })));
  database.checkpoint();
  for (const ending of ["", "-wal", "-seals"])
    cpSync(join(folder, `documents${ending}`), join(folder, `killed${ending}`));
  expect(statSync(join(folder, "killed")).size).toBeGreaterThan(2 ** 30);
  expect(new Store(open("killed")).find("d", "c")?.count({})).toBe(72);
  expect(lines).toEqual([]);
});
