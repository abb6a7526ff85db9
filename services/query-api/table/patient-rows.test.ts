import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { Long } from "mongodb";
import { patientRows, type Rows } from "./patient-rows.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const minute = 60_000;

/** A cursor over batches of numbers that expires when it is not read for ten minutes. */
function cursorOver(...batches: number[][]) {
  const state = { taken: 0, closed: false, left: batches.map((batch) => [...batch]) };
  let usedAt = Date.now();
  let buffered: number[] = [];
  const cursor: Rows<number> = {
    get id() {
      return Long.fromNumber(state.left.length > 0 ? 7 : 0);
    },
    async next() {
      if (Date.now() - usedAt > 10 * minute) throw new Error("cursor id 7 not found");
      usedAt = Date.now();
      state.taken += 1;
      buffered = state.left.shift() ?? [];
      return buffered.shift() ?? null;
    },
    readBufferedDocuments: () => buffered.splice(0),
    async close() {
      state.closed = true;
    },
  };
  return { cursor, state };
}

async function all(rows: AsyncGenerator<number>): Promise<number[]> {
  const found: number[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

test("a fast reader gets every batch one at a time, and the cursor is closed", async () => {
  const { cursor, state } = cursorOver([1, 2], [3, 4], [5]);
  expect(await all(patientRows(cursor))).toEqual([1, 2, 3, 4, 5]);
  expect(state).toMatchObject({ taken: 4, closed: true });
});

test("a reader who pauses for half an hour between rows gets every row once, in order", async () => {
  const { cursor } = cursorOver([1, 2], [3, 4], [5, 6], [7, 8], [9]);
  const found: number[] = [];
  for await (const row of patientRows(cursor)) {
    found.push(row);
    if (row === 1 || row === 6) await jest.advanceTimersByTimeAsync(30 * minute);
  }
  expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("at most an hour of batches is read ahead, and a reader who returns later gets an error", async () => {
  const { cursor, state } = cursorOver(...Array.from({ length: 100 }, (_, n) => [n]));
  const rows = patientRows(cursor);
  const found: number[] = [(await rows.next()).value];
  await jest.advanceTimersByTimeAsync(24 * 60 * minute);
  expect(state.taken).toBe(16);
  const reading = (async () => {
    for await (const row of rows) found.push(row);
  })();
  await expect(reading).rejects.toThrow("not found");
  expect(found).toEqual(Array.from({ length: 16 }, (_, n) => n));
  expect(state.closed).toBe(true);
});

test("a cursor that something else has closed is an error, not the end", async () => {
  const { cursor, state } = cursorOver([1], [2]);
  const rows = patientRows(cursor);
  expect((await rows.next()).value).toBe(1);
  state.left = [[], [2]];
  await expect(rows.next()).rejects.toThrow("closed before its end");
});

test("when the reader stops, the cursor is closed and nothing more is read", async () => {
  const { cursor, state } = cursorOver([1, 2], [3]);
  for await (const row of patientRows(cursor)) if (row === 1) break;
  await jest.advanceTimersByTimeAsync(60 * minute);
  expect(state).toMatchObject({ taken: 1, closed: true });
});
