import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { rawOf } from "../bson/raw.ts";
import { docOf, type Value } from "../bson/value.ts";
import { StoredDocument } from "./stored-document.ts";
import { TextColumn } from "./text-column.ts";

const noCheck = () => {};
/** Few letters, so that texts have parts in common, with characters of one, two and more bytes. */
const letter = fc.constantFrom(..."abn01-@.AKé漢😀 ");
const word = (maxLength: number) => fc.string({ unit: letter, minLength: 1, maxLength });
const line = fc.oneof(fc.constantFrom("retail 1", "retail 2", "lost"), word(12));
const text = fc.oneof(
  { weight: 9, arbitrary: fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n")) },
  { weight: 1, arbitrary: fc.constantFrom<Value | undefined>(undefined, null, 7) },
);

/** A column over documents that the test changes. */
class Documents {
  readonly bySequence = new Map<number, StoredDocument>();
  readonly column = new TextColumn({ field: "text", ignoresCase: false }, this.bySequence, () => this.last);
  private last = 0;

  add(value: Value | undefined): void {
    this.put(++this.last, value);
  }

  put(sequence: number, value: Value | undefined): void {
    const doc = docOf(value === undefined ? [] : [["text", value]]);
    this.bySequence.set(sequence, new StoredDocument(sequence, rawOf(doc)));
    this.column.forget(sequence);
  }

  remove(sequence: number): void {
    this.bySequence.delete(sequence);
    this.column.forget(sequence);
  }

  found(parts: readonly string[]): number[] {
    const matches = this.column.find(parts, noCheck);
    const visited: number[] = [];
    matches.visit(({ sequence }) => visited.push(sequence) > 0);
    expect(matches.count).toBe(visited.length);
    expect(visited.every((sequence) => matches.has(sequence))).toBe(true);
    return visited;
  }

  expected(parts: readonly string[]): number[] {
    const all = [...this.bySequence.values()].toSorted((a, b) => a.sequence - b.sequence);
    return all
      .filter((stored) => {
        const text = stored.field("text");
        return typeof text === "string" && parts.every((part) => text.includes(part));
      })
      .map(({ sequence }) => sequence);
  }
}

test("a search in the texts of a field finds what is in each text, whatever was changed between two searches", () => {
  const changes = fc.array(fc.tuple(fc.nat(999), fc.option(text)), { maxLength: 60 });
  const sought = fc.array(fc.oneof(word(4), fc.constantFrom("an", "a", "retail", "2", "lost")), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 700 }),
      fc.array(fc.tuple(changes, sought), { maxLength: 5 }),
      (texts, steps) => {
        const documents = new Documents();
        for (const each of texts) documents.add(each);
        for (const [changed, parts] of steps) {
          for (const [place, value] of changed) {
            const sequence = (place % texts.length) + 1;
            if (value === null) documents.remove(sequence);
            else documents.put(sequence, value);
          }
          documents.add("retail 2\nan");
          expect(documents.found(parts)).toEqual(documents.expected(parts));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("a search that is repeated after a document was changed, added or removed doesn't give the answer from before", () => {
  const documents = new Documents();
  for (let i = 0; i < 600; i++) documents.add(i === 300 ? "needle" : "hay");
  expect(documents.found(["needle"])).toEqual([301]);
  documents.put(10, "a needle");
  documents.put(301, "hay");
  documents.add("needles");
  expect(documents.found(["needle"])).toEqual([10, 601]);
  documents.remove(10);
  for (let sequence = 100; sequence < 200; sequence++) documents.put(sequence, `needle ${sequence}`);
  expect(documents.found(["needle"])).toEqual(documents.expected(["needle"]));
  expect(documents.found(["needle", "9"])).toEqual(documents.expected(["needle", "9"]));
});

test("the first search in very many texts finds all of them, also those that have no index yet", () => {
  const documents = new Documents();
  for (let i = 0; i < 40_000; i++) documents.add(`text ${i}`);
  for (let round = 0; round < 4; round++) {
    expect(documents.found(["99"])).toEqual(documents.expected(["99"]));
    expect(documents.found(["text"])).toHaveLength(40_000);
  }
});

test("a search in texts asks often whether it may go on, so that a long one can be ended", () => {
  const documents = new Documents();
  for (let i = 0; i < 1_000; i++) documents.add(`text ${i}`);
  const ended = () => {
    throw new Error("too late");
  };
  expect(() => documents.column.find(["text"], ended)).toThrow("too late");
  expect(documents.found(["text"])).toHaveLength(1_000);
  documents.add("text");
  expect(documents.found(["text"])).toHaveLength(1_001);
});
