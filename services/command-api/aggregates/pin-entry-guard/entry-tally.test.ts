import { describe, expect, test } from "@jest/globals";
import { entryLimits, type Guesses } from "./allowance.ts";
import { type EntryFailure, EntryTally, type PastFailures } from "./entry-tally.ts";
import { maskedForms } from "./masked-forms.ts";

const now = 1_700_000_000_000;
const formsOf = (code: string) => maskedForms(Buffer.alloc(32), 1, code);
const none: Guesses = { size: 0, newest: () => undefined };
const failed = (code: string, halfPoints: number): EntryFailure => ({
  at: now - 1000,
  halfPoints,
  forms: formsOf(code),
});
const refused: EntryFailure = { at: now - 500, halfPoints: 0 };
const tallyAfter = (past: Partial<PastFailures>) =>
  new EntryTally({ account: [], recorded: [], source: none, everybody: none, ...past }, now, { guesses: 0 });
const add = (tally: EntryTally, ...codes: string[]) => {
  for (const code of codes) tally.add(formsOf(code));
  return tally;
};
const costs = (tally: EntryTally) => tally.toRecord(false).map(({ halfPoints }) => halfPoints);

describe("the cost of a wrong PIN", () => {
  test("a fresh wrong PIN costs a point, one that differs in a character half a point, and a repeated one nothing", () => {
    expect(costs(add(tallyAfter({}), "AAAA222", "CCCC333", "CCCC33X", "AAAA222", "CCCC33Y"))).toEqual([
      2, 2, 1, 1,
    ]);
  });

  test("wrong PINs of earlier entries count, also those recorded without their forms", () => {
    const account = [{ at: now - 1000, halfPoints: 2 }, failed("AAAA222", 2)];
    expect(costs(add(tallyAfter({ account }), "AAAA222"))).toEqual([]);
    expect(costs(add(tallyAfter({ account }), "AAAA22X"))).toEqual([1]);
  });

  test("the costs of wrong PINs are taken from the allowance of the entry", () => {
    const tally = add(tallyAfter({}), "AAAA222", "CCCC333", "DDDD444", "EEEE666", "FFFF777", "GGGG999");
    expect(tally.allowance.codes).toBe(4);
    expect(tally.allowance.forLookAlikes).toBe(-2);
  });
});

describe("refused entries", () => {
  test("the first refused entry after a failure is recorded, and later ones are not", () => {
    const account = [failed("AAAA222", 2)];
    expect(tallyAfter({ account }).toRecord(true)).toEqual([{ at: now, halfPoints: 0 }]);
    expect(tallyAfter({ account: [...account, refused] }).toRecord(true)).toEqual([]);
    expect(add(tallyAfter({ account: [...account, refused] }), "CCCC333").toRecord(true)).toHaveLength(2);
  });

  test("a refused entry that is repeated is not recorded again", () => {
    const past = { account: [failed("AAAA222", 2)], recorded: [refused] };
    expect(tallyAfter(past).toRecord(true)).toEqual([]);
  });
});

test("codes that an entry is looking up, and wrong PINs that it has not recorded yet, count for others until it ends", async () => {
  const inFlight = { guesses: 0 };
  const past = { account: [], recorded: [], source: none, everybody: none };
  const tally = new EntryTally(past, now, inFlight);
  const seen = await tally.lookUp(["AAAA222", "CCCC333"], async () => inFlight.guesses);
  expect(seen).toEqual([2, 2]);
  expect(inFlight.guesses).toBe(0);
  add(tally, "AAAA222");
  expect(inFlight.guesses).toBe(1);
  tally.end();
  expect(inFlight.guesses).toBe(0);
});

describe("a repeated entry", () => {
  const recorded = [failed("AAAA222", 2), failed("AAAA22X", 1)];

  test("a repeated entry records nothing that it has recorded already", () => {
    expect(add(tallyAfter({ recorded }), "AAAA222", "AAAA22X").toRecord(false)).toEqual([]);
    expect(add(tallyAfter({ recorded }), "AAAA222", "AAAA22X", "CCCC333").toRecord(false)).toHaveLength(1);
  });

  test("a repeated entry has the allowance that it had the first time", () => {
    const all = { size: entryLimits.source.guesses, newest: () => ({ at: now - 1000 }) };
    const tally = tallyAfter({ recorded, source: all });
    expect(tally.allowance.codes).toBe(2);
    expect(add(tally, "AAAA222").allowance.codes).toBe(1);
    expect(add(tally, "AAAA22X").allowance.codes).toBe(1);
  });
});
