import { describe, expect, test } from "@jest/globals";
import { deserialize } from "bson";
import { bytesOf } from "../testing/collections.ts";
import { listed } from "./cursor-reply.ts";
import { Cursors } from "./cursors.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, n) => bytesOf({ n }));
const numbers = (documents: readonly Buffer[]) => documents.map((each) => deserialize(each).n);

function startedAt(ttl: number, max = 10) {
  const clock = { now: 1 };
  return { clock, cursors: new Cursors({ ttl, max, perf: { now: () => clock.now } }) };
}

describe("cursors", () => {
  test("a cursor gives all documents once, in batches, and closes at the end", () => {
    const cursors = new Cursors();
    const first = cursors.open("d.c", listed(numbered(5)), { batchSize: 2 });
    expect(numbers(first.documents)).toEqual([0, 1]);
    const second = cursors.more(first.id, "d.c", 2);
    expect(second).toMatchObject({ id: first.id });
    expect(numbers(second.documents)).toEqual([2, 3]);
    const third = cursors.more(first.id, "d.c", 2);
    expect(third.id).toBe(0n);
    expect(numbers(third.documents)).toEqual([4]);
    expect(cursors.size).toBe(0);
  });

  test("no cursor is opened if the first batch has all documents or the requested number", () => {
    const cursors = new Cursors();
    expect(cursors.open("d.c", listed(numbered(2)), { batchSize: 2 }).id).toBe(0n);
    expect(cursors.open("d.c", listed(numbered(9)), { batchSize: 2, single: true }).id).toBe(0n);
    expect(cursors.open("d.c", listed([]), { batchSize: 0 }).id).toBe(0n);
    expect(cursors.open("d.c", listed(numbered(1)), { batchSize: 0 })).toMatchObject({ documents: [] });
    expect(cursors.size).toBe(1);
  });

  test("a cursor ends when it was not used for its idle time", () => {
    const { clock, cursors } = startedAt(100);
    const { id } = cursors.open("d.c", listed(numbered(9)), { batchSize: 1 });
    clock.now = 100;
    cursors.more(id, "d.c", 1);
    clock.now = 199;
    cursors.more(id, "d.c", 1);
    clock.now = 300;
    expect(() => cursors.more(id, "d.c", 1)).toThrow(expect.objectContaining({ code: 43 }));
  });

  test("the longest idle cursor is closed beyond the limit", () => {
    const { clock, cursors } = startedAt(1_000, 2);
    const open = () => {
      clock.now++;
      return cursors.open("d.c", listed(numbered(9)), { batchSize: 1 }).id;
    };
    const [a, b] = [open(), open()];
    clock.now++;
    cursors.more(a, "d.c", 1);
    const c = open();
    expect(cursors.size).toBe(2);
    expect(() => cursors.more(b, "d.c", 1)).toThrow(expect.objectContaining({ code: 43 }));
    expect(numbers(cursors.more(a, "d.c", 1).documents)).toEqual([2]);
    expect(numbers(cursors.more(c, "d.c", 1).documents)).toEqual([1]);
  });

  test("a cursor belongs to a collection and a session", () => {
    const cursors = new Cursors();
    const open = (session: string) => cursors.open("d.c", listed(numbered(9)), { batchSize: 1, session }).id;
    const [a, b] = [open("one"), open("two")];
    expect(() => cursors.more(a, "d.other", 1)).toThrow(expect.objectContaining({ code: 13 }));
    expect(cursors.kill(a, "d.other")).toBe(false);
    cursors.endSession("one");
    expect(cursors.kill(a, "d.c")).toBe(false);
    expect(cursors.kill(b, "d.c")).toBe(true);
    expect(cursors.size).toBe(0);
  });

  test("a batch holds at most 16 MB, and at least one document", () => {
    const cursors = new Cursors();
    const large = Array.from({ length: 5 }, (_, n) => bytesOf({ n, text: "x".repeat(6 * 1024 * 1024) }));
    const first = cursors.open("d.c", listed(large), { batchSize: 101 });
    expect(numbers(first.documents)).toEqual([0, 1]);
    expect(numbers(cursors.more(first.id, "d.c", 101).documents)).toEqual([2, 3]);
  });
});
