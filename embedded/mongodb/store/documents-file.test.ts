import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Logger } from "@ornament/platform/logging/logger";
import { parseSort } from "../query/sort.ts";
import { bytesOf, idsIn, replace } from "../testing/collections.ts";
import { insertDocument } from "../update/write.ts";
import { openDocuments } from "./documents-file.ts";
import type { SqlDatabase } from "./sql-database.ts";
import { Store } from "./store.ts";

let folder: string;
let lines: string[];
let damages: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "documents-"));
  lines = [];
  damages = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const logger = {
  warn: (line: string) => lines.push(line),
  error: (_details: unknown, line: string) => lines.push(line),
} as unknown as Logger;

function open(name = "documents", key = "secret"): SqlDatabase {
  return openDocuments({ file: join(folder, name), key, logger, onDamaged: () => damages++ });
}

function insertMany(store: Store, count: number, text = (i: number) => `text ${i}`): void {
  store.together(() => {
    const collection = store.findOrCreate("d", "c");
    if (collection.indexes.length === 1) collection.addIndex({ name: "text", key: parseSort({ text: 1 }) });
    const from = collection.count({});
    for (let i = from; i < from + count; i++)
      insertDocument(collection, bytesOf({ _id: i, text: text(i), list: [text(i), "x".repeat(i % 3_000)] }));
  });
}

/** The files as a kill of the process leaves them. */
function copyTo(name: string): void {
  for (const ending of ["", "-wal", "-seals"])
    if (existsSync(join(folder, `documents${ending}`)))
      cpSync(join(folder, `documents${ending}`), join(folder, `${name}${ending}`));
}

const countIn = (database: SqlDatabase) => new Store(database).find("d", "c")?.count({});

test("after a kill all documents, indexes and fields without an order are there, before and after a checkpoint", () => {
  const database = open();
  const store = new Store(database);
  insertMany(store, 100);
  copyTo("early");
  database.checkpoint();
  copyTo("sealed");
  insertMany(store, 100);
  copyTo("late");
  expect(["early", "sealed", "late"].map((name) => countIn(open(name)))).toEqual([100, 100, 200]);
  const again = new Store(open("late2"));
  expect(again.find("d", "c")).toBeUndefined();
  copyTo("same");
  const collection = new Store(open("same")).find("d", "c");
  expect(collection?.indexes.map(({ name }) => name)).toEqual(["_id_", "text"]);
  expect(collection && idsIn(collection, { text: "text 150" })).toEqual([150]);
  expect(() => collection?.count({ list: 1 })).toThrow(expect.objectContaining({ code: 238 }));
  expect(lines).toEqual([]);
});

test("a dropped collection is gone immediately and its rows are removed in steps, also after a kill between them", async () => {
  const database = open();
  const store = new Store(database);
  insertMany(store, 3_000);
  store.together(() => store.drop("d", "c"));
  insertMany(store, 5);
  copyTo("killed");
  const killed = open("killed");
  expect(countIn(killed)).toBe(5);
  for (const each of [database, killed]) {
    const tables = () =>
      each.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").flat();
    while (tables().length > 3) await new Promise(setImmediate);
    expect(tables()).toEqual(["c2", "catalog", "r2"]);
    expect(each.rows("SELECT id FROM catalog")).toEqual([[2]]);
  }
  expect(store.find("d", "c")?.count({})).toBe(5);
});

test("a command that fails writes nothing, and the collections are those before it", () => {
  const store = new Store(open());
  insertMany(store, 3);
  const failing = () =>
    store.together(() => {
      const collection = store.findOrCreate("d", "c");
      insertDocument(collection, bytesOf({ _id: "new", other: 1 }));
      store.findOrCreate("d", "more");
      throw new Error("a bug");
    });
  expect(failing).toThrow("a bug");
  insertMany(store, 1);
  expect(store.collections("d").map(({ name }) => name)).toEqual(["c"]);
  expect(store.find("d", "c")?.count({ other: 1 })).toBe(0);
  expect(store.find("d", "c")?.count({})).toBe(4);
});

const damaged: readonly (readonly [how: string, damage: (file: string) => void])[] = [
  ...[20, 5_000, 9_000, 50_001, 60_000].map(
    (place) => [`a changed bit at ${place}`, (file: string) => change(file, place)] as const,
  ),
  ["a page of zeros", (file) => writeAt(file, 16_384, Buffer.alloc(8_192))],
  ["two exchanged pages", (file) => exchange(file)],
  ["the last page missing", (file) => truncateSync(file, statSync(file).size - 8_192)],
  ["half a page missing", (file) => truncateSync(file, statSync(file).size - 2_048)],
  ["more pages", (file) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.alloc(8_192)]))],
  ["a changed seal", (file) => change(`${file}-seals`, 40)],
  ["no seals", (file) => rmSync(`${file}-seals`)],
  ["no pages", (file) => rmSync(file)],
  ["the pages of another product", (file) => otherProduct(file)],
  ["something else", (file) => writeFileSync(file, "a text")],
];

test.each(damaged)("a file with %s is emptied with one line", (_how, damage) => {
  const database = open();
  insertMany(new Store(database), 200);
  database.checkpoint();
  copyTo("damaged");
  damage(join(folder, "damaged"));
  expect(countIn(open("damaged"))).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining("The documents can't be used: page")]);
});

test("a file of another key is emptied with one line", () => {
  const database = open();
  insertMany(new Store(database), 10);
  copyTo("logged");
  database.checkpoint();
  copyTo("sealed");
  for (const name of ["logged", "sealed"]) expect(countIn(open(name, "another"))).toBeUndefined();
  expect(lines).toHaveLength(2);
});

test("a log that is cut off or changed ends before that place, and gives no wrong document", () => {
  const store = new Store(open());
  for (let i = 0; i < 20; i++) insertMany(store, 10);
  const { size } = statSync(join(folder, "documents-wal"));
  for (const place of [0.3, 0.6, 0.9].map((part) => Math.floor(size * part))) {
    for (const damage of [truncateSync, change]) {
      const name = `${damage.name}${place}`;
      copyTo(name);
      damage(join(folder, `${name}-wal`), place);
      const found = countIn(open(name)) ?? 0;
      expect(found % 10).toBe(0);
      expect(found).toBeLessThan(200);
    }
  }
  expect(lines).toEqual([]);
});

test("a page that is damaged while the store runs ends it, and the next start has no documents", () => {
  const database = open();
  const store = new Store(database);
  insertMany(store, 2_000);
  database.checkpoint();
  const file = join(folder, "documents");
  writeAt(file, 8_192, Buffer.alloc(statSync(file).size - 8_192, 7));
  database.rows("PRAGMA shrink_memory");
  expect(() => store.find("d", "c")?.read([...Array(2_000).keys()])).toThrow();
  expect(damages).toBe(1);
  expect(existsSync(file)).toBe(false);
  expect(lines).toEqual([expect.stringContaining("The documents can't be used")]);
});

test("a full disk refuses a write with one line and keeps the documents, and later writes succeed", () => {
  const database = open();
  const store = new Store(database);
  insertMany(store, 10);
  const [[pages] = []] = database.rows("PRAGMA page_count");
  database.rows(`PRAGMA max_page_count = ${pages}`);
  expect(() => insertMany(store, 1_000)).toThrow("full");
  expect(store.find("d", "c")?.count({})).toBe(10);
  expect(lines).toEqual(["The documents can't be written or read"]);
  database.rows("PRAGMA max_page_count = 100000");
  insertMany(store, 1_000);
  expect(store.find("d", "c")?.count({})).toBe(1_010);
});

test("after a checkpoint no page and no log has a text that was replaced or removed", () => {
  const database = open();
  const store = new Store(database);
  const secret = (i: number) => `secret ${i} ${"y".repeat((i * 7) % 50)}`;
  for (let i = 0; i < 10; i++) insertMany(store, 300, secret);
  const collection = store.find("d", "c");
  if (!collection) throw new Error("no collection");
  const shuffled = [...Array(3_000).keys()].sort((a, b) => ((a * 7_919) % 3_001) - ((b * 7_919) % 3_001));
  store.together(() => {
    for (const i of shuffled)
      if (i % 3 === 0) replace(collection, i, { text: `kept ${i}` });
      else if (i % 3 === 1)
        for (const place of collection.find({ filter: { _id: i } })) collection.remove(place);
  });
  database.checkpoint();
  expect(statSync(join(folder, "documents-wal")).size).toBe(0);
  const pages = database
    .rows("SELECT data FROM sqlite_dbpage")
    .map(([page]) => Buffer.from(page as ArrayBuffer));
  const found =
    Buffer.concat(pages)
      .toString("latin1")
      .match(/secret \d+ /g) ?? [];
  const left = new Set(found.map((text) => Number(text.slice(7)) % 3));
  expect([...left]).toEqual([2]);
  for (const ending of ["", "-seals"])
    expect(readFileSync(join(folder, `documents${ending}`)).includes("secret")).toBe(false);
});

function change(file: string, place: number): void {
  const bytes = readFileSync(file);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function writeAt(file: string, place: number, part: Buffer): void {
  const bytes = readFileSync(file);
  part.copy(bytes, place);
  writeFileSync(file, bytes);
}

function exchange(file: string): void {
  const bytes = readFileSync(file);
  const [first, second] = [bytes.subarray(16_384, 24_576), bytes.subarray(24_576, 32_768)];
  writeAt(file, 16_384, Buffer.concat([second, first]));
}

function otherProduct(file: string): void {
  const database = open("other", "another");
  insertMany(new Store(database), 200);
  database.checkpoint();
  cpSync(join(folder, "other"), file);
}
