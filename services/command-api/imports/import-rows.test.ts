import { expect, test } from "@jest/globals";
import type { RefusedRow } from "./decider.ts";
import { type ImportOptions, type JudgedRow, RowImport, type RowPages } from "./import-rows.ts";
import { importErrors } from "./import-texts.ts";
import type { PinRow } from "./pin-rows.ts";
import { SeenCodes } from "./seen-codes.ts";

const row = (line: number, code: string): PinRow => ({ line, code, batchName: "b" });
const bad = (line: number): RefusedRow => ({ line, text: "X", reason: "not a PIN (XXXX-XXX): too short" });

async function* from(rows: readonly (PinRow | RefusedRow)[]): RowPages {
  yield [];
  yield rows.slice(0, 3);
  yield rows.slice(3);
}
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Remembers the PINs that were added. Each addition takes one turn of the event loop. */
function issuer(known: string[] = []) {
  const codes = new Set(known);
  const state = { codes, inFlight: 0, most: 0 };
  const add = async ({ code }: PinRow) => {
    state.inFlight += 1;
    state.most = Math.max(state.most, state.inFlight);
    await nextTurn();
    state.inFlight -= 1;
    if (codes.has(code)) return false;
    codes.add(code);
    return true;
  };
  return { ...state, add, state };
}

const importing = (options: Partial<ImportOptions> & Pick<ImportOptions, "add">) =>
  new RowImport({ seen: new SeenCodes(4_000), now: () => new Date(0), ...options });

test("an import gives each row with its verdict, in the order of the file", async () => {
  const { add } = issuer(["OLD0001"]);
  const judged: JudgedRow[] = [];
  const rows = [row(2, "NEW0001"), bad(3), row(4, "OLD0001"), row(5, "NEW0001"), row(6, "OLD0001")];
  await importing({ add, judged: (part) => void judged.push(...part) }).run(from(rows));
  expect(judged.map(({ line, verdict, reason }) => [line, verdict, reason])).toEqual([
    [2, "added", null],
    [3, "bad", "not a PIN (XXXX-XXX): too short"],
    [4, "exists", "exists already"],
    [5, "repeated", "twice in this file"],
    [6, "repeated", "twice in this file"],
  ]);
});

test("an import has no more appends in flight than allowed", async () => {
  const { add, state } = issuer();
  const rows = Array.from({ length: 500 }, (_, index) =>
    row(index + 1, `P${String(index).padStart(6, "0")}`),
  );
  await importing({ add, inFlight: 8 }).run(from(rows));
  expect(state.most).toBe(8);
  expect(state.codes.size).toBe(500);
});

test("the first line of a PIN that is repeated in a file wins, and each line is added alone", async () => {
  const adding = new Set<string>();
  const added = new Map<string, number>();
  const add = async ({ code, line }: PinRow) => {
    expect(adding.has(code)).toBe(false);
    adding.add(code);
    await nextTurn();
    adding.delete(code);
    if (added.has(code)) return false;
    added.set(code, line);
    return true;
  };
  const codes = Array.from({ length: 300 }, (_, index) => `SAME00${index % 3}`);
  const { counts } = await importing({ add }).run(from(codes.map((code, index) => row(index + 1, code))));
  expect(counts).toEqual({ rows: 300, added: 3, duplicates: 297, bad: 0 });
  expect([...added]).toEqual([
    ["SAME000", 1],
    ["SAME001", 2],
    ["SAME002", 3],
  ]);
});

test("the PINs of a batch share one time limit", async () => {
  let limited = 0;
  const rows = Array.from({ length: 32 }, (_, index) => row(index + 1, `P${String(index).padStart(6, "0")}`));
  const inTime = <T>(additions: () => Promise<T>) => {
    limited += 1;
    return additions();
  };
  await importing({ add: async () => true, inTime, inFlight: 29 }).run(from(rows));
  expect(limited).toBe(2);
});

test("an import keeps at most 100 refused rows, and bad rows rather than duplicates", async () => {
  const { add } = issuer(["OLD0001"]);
  const rows = [...Array.from({ length: 150 }, (_, index) => row(index + 1, "OLD0001")), bad(151)];
  const { counts, refused } = await importing({ add }).run(from(rows));
  expect(counts).toEqual({ rows: 151, added: 0, duplicates: 150, bad: 1 });
  expect(refused).toHaveLength(100);
  expect(refused.at(-1)).toEqual(bad(151));
  expect(importErrors(refused)[0]).toMatch(/^Line 151: /);
});

test("an import fails only after its appends in flight have ended", async () => {
  const { add, state } = issuer();
  const rows = Array.from({ length: 100 }, (_, index) =>
    row(index + 1, `P${String(index).padStart(6, "0")}`),
  );
  const failing = importing({
    add: async (given) => {
      if (given.line === 20) throw new Error("gone");
      return add(given);
    },
    inFlight: 8,
  });
  await expect(failing.run(from(rows))).rejects.toThrow("gone");
  expect(state.inFlight).toBe(0);
  expect(state.codes.size).toBeLessThan(40);
});

test("an import reports its progress every 2 seconds", async () => {
  const { add } = issuer();
  let now = 0;
  const told: number[] = [];
  const rows = Array.from({ length: 20 }, (_, index) => row(index + 1, `P${String(index).padStart(6, "0")}`));
  await importing({
    add: async (given) => {
      now += 500;
      return add(given);
    },
    now: () => new Date(now),
    inFlight: 1,
    progress: async (counts) => {
      told.push(counts.rows);
    },
  }).run(from(rows));
  expect(told).toEqual([4, 8, 12, 16, 20]);
});
