import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createLogger } from "@ornament/platform/logging/logger";
import fc from "fast-check";
import type { Collection } from "../store/collection.ts";
import type { Store } from "../store/store.ts";
import { smallDocuments } from "../testing/arbitraries.ts";
import { doc } from "../testing/documents.ts";
import { insertDocument } from "../update/write.ts";
import { Snapshots } from "./snapshots.ts";

let folder: string;
let file: string;
const key = randomBytes(32);
/** Each line is its level and its message. */
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snapshot-"));
  file = join(folder, "documents.snapshot");
  lines = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const never = 2 ** 30;

function snapshots(options: { key?: Buffer; erasurePauseMilliseconds?: number } = {}) {
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line);
    lines.push(`${level} ${msg}`);
  };
  const logger = createLogger({ name: "test", destination: { write } });
  const pauses = { pauseMilliseconds: never, erasurePauseMilliseconds: never };
  return new Snapshots({ file, key, logger, ...pauses, ...options });
}

const loaded = (options?: { key: Buffer }) => snapshots(options).load();

/** Writes a snapshot of a store that `change` fills. */
async function stored(change: (store: Store) => void): Promise<Store> {
  const written = snapshots();
  const store = written.load();
  change(store);
  written.changed({ name: "pins" });
  await written.stop();
  return store;
}

const insertAll = (to: Collection, documents: readonly object[]) => {
  for (const document of documents) insertDocument(to, doc(document));
};

const contentsOf = (store: Store) =>
  store.allCollections().map((collection) => ({
    namespace: collection.namespace,
    documents: [...collection.all()].map(({ raw }) => raw),
    indexes: collection.indexes.map(({ definition, entries }) => ({
      definition,
      order: entries.copy().flatMap(({ items }) => items.map(({ raw }) => raw)),
      ranks: entries.copy().flatMap(({ ranks }) => [...ranks]),
    })),
  }));

const fourDocuments = [{ _id: "a", n: 3 }, { _id: "b", n: 1 }, { _id: "c", n: 2 }, { _id: "d" }];
const fill = (store: Store) => {
  const pins = store.findOrCreate("ornament", "pins");
  pins.addIndex({ name: "n_1", key: [["n", 1]], unique: false });
  insertAll(pins, fourDocuments);
};

describe("a snapshot of the document store", () => {
  test("a store that was loaded from a snapshot has the same documents, indexes and orders, and goes on in the same way", async () => {
    await fc.assert(
      fc.asyncProperty(smallDocuments, fc.array(fc.nat(24)), async (documents, removed) => {
        rmSync(file, { force: true });
        const before = await stored((store) => {
          const things = store.findOrCreate("one", "things");
          things.addIndex({
            name: "ab",
            key: [
              ["a", -1],
              ["b", 1],
            ],
            unique: false,
          });
          insertAll(things, documents);
          for (const id of removed) {
            const found = things.byId(id);
            if (found) things.remove(found);
          }
          store.findOrCreate("two", "empty");
        });
        const after = loaded();
        expect(contentsOf(after)).toEqual(contentsOf(before));
        for (const store of [before, after]) {
          const things = store.findOrCreate("one", "things");
          insertAll(things, [
            { _id: "new", a: 1 },
            { _id: "newer", a: "a" },
          ]);
          expect(() => insertAll(things, [{ _id: "new" }])).toThrow("E11000");
        }
        expect(contentsOf(after)).toEqual(contentsOf(before));
      }),
      { numRuns: 30 },
    );
  });

  test("a snapshot of many chunks, with a document that is larger than a chunk, is loaded whole", async () => {
    const documents = Array.from({ length: 3_000 }, (_, n) => ({ _id: n, text: `${n} `.repeat(n % 40) }));
    const large = { _id: "large", text: "x".repeat(300_000) };
    const before = await stored((store) =>
      insertAll(store.findOrCreate("ornament", "pins"), [...documents, large, { _id: "last" }]),
    );
    expect(contentsOf(loaded())).toEqual(contentsOf(before));
  });

  test("only its owner can read a snapshot, and no text of a document is in it as bytes", async () => {
    await stored((store) => insertAll(store.findOrCreate("a", "b"), [{ _id: 1, email: "ann@example.com" }]));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file).includes("ann@example.com")).toBe(false);
    expect(readdirSync(folder)).toEqual(["documents.snapshot"]);
  });

  test("a store without a snapshot begins empty and says so", () => {
    expect(loaded().allCollections()).toEqual([]);
    expect(lines).toEqual(["30 The read models have no snapshot. They are filled from the event store"]);
  });

  test("a snapshot in which any one byte differs is refused with one line and deleted", async () => {
    await stored(fill);
    const whole = readFileSync(file);
    for (let at = 0; at < whole.length; at++) {
      lines = [];
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      writeFileSync(file, damaged);
      expect(loaded().allCollections()).toEqual([]);
      expect(lines).toEqual([
        expect.stringMatching(/^40 The snapshot of the read models can't be used: it /),
      ]);
      expect(existsSync(file)).toBe(false);
    }
  });

  test("a snapshot that is cut off at any place, or is longer, is refused", async () => {
    await stored(fill);
    const whole = readFileSync(file);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      expect(loaded().allCollections()).toEqual([]);
    }
    writeFileSync(file, Buffer.concat([whole, Buffer.of(0)]));
    expect(loaded().allCollections()).toEqual([]);
    writeFileSync(file, whole);
    expect(loaded().allCollections()).toHaveLength(1);
  });

  test("a snapshot whose chunks were swapped, repeated or left out is refused", async () => {
    await stored((store) =>
      insertAll(
        store.findOrCreate("a", "b"),
        Array.from({ length: 4 }, (_, _id) => ({ _id, text: "x".repeat(65_000) })),
      ),
    );
    const whole = readFileSync(file);
    const header = whole.subarray(0, 52);
    const chunks: Buffer[] = [];
    for (let at = 52; at < whole.length; ) {
      const size = 4 + whole.readUInt32BE(at) + 16;
      chunks.push(whole.subarray(at, at + size));
      at += size;
    }
    expect(chunks.length).toBeGreaterThan(3);
    const [first, second, third, ...rest] = chunks as [Buffer, Buffer, Buffer, ...Buffer[]];
    for (const wrong of [
      [second, first, third, ...rest],
      [first, second, second, third, ...rest],
      [first, third, ...rest],
      [first, second],
    ]) {
      writeFileSync(file, Buffer.concat([header, ...wrong]));
      expect(loaded().allCollections()).toEqual([]);
    }
    writeFileSync(file, Buffer.concat([header, first, second, third, ...rest]));
    expect(loaded().allCollections()).toHaveLength(1);
  });

  test("another product's snapshot, and a snapshot of another format, are refused", async () => {
    await stored(fill);
    const whole = readFileSync(file);
    expect(loaded({ key: randomBytes(32) }).allCollections()).toEqual([]);
    expect(lines.at(-1)).toContain("it is damaged, or has another product's key");
    writeFileSync(file, Buffer.from(whole.toString("latin1").replace("snapshot 1", "snapshot 2"), "latin1"));
    expect(loaded().allCollections()).toEqual([]);
    expect(lines.at(-1)).toContain("it has another format");
  });

  test("a snapshot has the documents of one moment: a change during its writing is in the next one", async () => {
    const written = snapshots();
    const store = written.load();
    fill(store);
    const pins = store.findOrCreate("ornament", "pins");
    const before = contentsOf(store);
    written.changed(pins);
    const writing = written.write();
    await Promise.resolve();
    await Promise.resolve();
    const [a, b] = ["a", "b"].map((id) => pins.byId(id));
    if (!a || !b) throw new Error("The documents are missing");
    pins.replace(a, doc({ _id: "a", n: 9 }));
    pins.remove(b);
    insertAll(pins, [{ _id: "e", n: 0 }]);
    written.changed(pins);
    await writing;
    expect(contentsOf(loaded())).toEqual(before);
    await written.stop();
    expect(contentsOf(loaded())).toEqual(contentsOf(store));
  });

  test("a stop writes nothing when nothing has changed or when only leases and the measured lag have, and they are in no snapshot", async () => {
    await stored((store) => {
      fill(store);
      for (const name of ["leases", "projectionLag"])
        insertAll(store.findOrCreate("ornament", name), [{ _id: 1 }]);
    });
    const again = snapshots();
    expect(
      again
        .load()
        .allCollections()
        .map(({ name }) => name),
    ).toEqual(["pins"]);
    for (const name of ["leases", "projectionLag"]) again.changed({ name });
    const { mtimeMs } = statSync(file);
    await again.stop();
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    expect(lines.filter((line) => line.includes("new snapshot"))).toHaveLength(1);
  });

  test("an erasure deletes the snapshot immediately, and soon another one is written, without the erased text", async () => {
    await stored((store) => insertAll(store.findOrCreate("a", "b"), [{ _id: 1, email: "ann@example.com" }]));
    const written = snapshots({ erasurePauseMilliseconds: 0 });
    const store = written.load();
    const people = store.findOrCreate("a", "b");
    const [ann] = people.all();
    if (!ann) throw new Error("The document is missing");
    people.replace(ann, doc({ _id: 1, email: null }));
    written.changed(people);
    written.erased();
    expect(readdirSync(folder)).toEqual([]);
    while (!existsSync(file)) await new Promise(setImmediate);
    await written.stop();
    expect(JSON.stringify(contentsOf(loaded()))).not.toContain("ann@example.com");
  });

  test("a snapshot has the complete and staged generations that have read the latest erasure; nothing is left of others, and of differences", async () => {
    const generations = [
      { _id: "pins_v1_1", state: "live", ready: true, commit: 7n },
      { _id: "pins_v1_2", state: "retired", ready: true, commit: 6n },
      { _id: "pins_v1_3", state: "building", ready: false, commit: 7n },
      { _id: "pins_v2_4", state: "live", ready: true, commit: 5n },
      { _id: "log_v1_1", state: "live", ready: false, commit: 7n },
      { _id: "pins_v1_5", state: "staged", ready: true, commit: 7n },
    ];
    const written = snapshots();
    const store = written.load();
    insertAll(store.findOrCreate("ornament", "projections"), generations);
    for (const { _id } of generations) {
      for (const name of ["projectionDeadLetters", "projectionFrozenGroups", "projectionDifferences"])
        insertAll(store.findOrCreate("ornament", name), [{ _id: `${_id}@1`, generation: _id }]);
      for (const part of [_id, `${_id}_rows`]) insertAll(store.findOrCreate("ornament", part), [{ _id: 1 }]);
    }
    const partsOf = (loaded: Store) =>
      loaded
        .allCollections()
        .map(({ name }) => name)
        .sort();
    const of = (...ids: string[]) => [
      "projectionDeadLetters",
      "projectionFrozenGroups",
      "projections",
      ...ids.flatMap((id) => [id, `${id}_rows`]),
    ];
    written.changed({ name: "pins_v1_1" });
    await written.write();
    expect(partsOf(loaded())).toEqual(of("pins_v1_1", "pins_v2_4", "pins_v1_5").sort());

    written.changed({ name: "projections" });
    written.erased();
    await written.stop();
    const after = loaded();
    expect(partsOf(after)).toEqual(of("pins_v1_1", "pins_v1_5").sort());
    const idsIn = (name: string) =>
      [...after.findOrCreate("ornament", name).all()].map((stored) => stored.field("_id"));
    expect(idsIn("projections")).toEqual(["pins_v1_1", "pins_v1_5"]);
    for (const name of ["projectionDeadLetters", "projectionFrozenGroups"])
      expect(idsIn(name)).toEqual(["pins_v1_1@1", "pins_v1_5@1"]);
  });

  test("an erasure during the writing of a snapshot leaves no file with the erased text", async () => {
    const written = snapshots();
    const store = written.load();
    fill(store);
    written.changed({ name: "pins" });
    const writing = written.write();
    await Promise.resolve();
    written.erased();
    await writing;
    expect(readdirSync(folder)).toEqual([]);
    await written.stop();
    expect(contentsOf(loaded())).toEqual(contentsOf(store));
  });

  test("a snapshot that can't be written is one error in the program log, and its draft of an earlier start is deleted", async () => {
    writeFileSync(`${file}.new`, "a draft of a killed start");
    const written = snapshots();
    written.load();
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    written.changed({ name: "pins" });
    await written.stop();
    expect(lines.at(-1)).toMatch(/^50 The snapshot of the read models could not be written: /);
  });
});
