import { describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import fc from "fast-check";
import { type CsvRecord, CsvRecords } from "./csv-records.ts";

function cut(...pieces: string[]): CsvRecord[] {
  const records = new CsvRecords();
  return [...pieces.flatMap((piece) => [...records.read(piece)]), ...records.end()];
}
const lines = (...pieces: string[]) => cut(...pieces).map(({ line, text }) => [line, text]);

describe("line ends", () => {
  const expected = [
    [1, "pin"],
    [2, "A"],
    [3, "B"],
  ];
  test.each([
    ["LF", "pin\nA\nB\n"],
    ["CRLF", "pin\r\nA\r\nB\r\n"],
    ["CR", "pin\rA\rB\r"],
    ["mixed", "pin\r\nA\rB\n"],
    ["none at the end", "pin\nA\nB"],
  ])("%s", (_name, text) => {
    expect(lines(text)).toEqual(expected);
  });
  test("a pair cut in two", () => expect(lines("pin\r", "\nA\r", "\nB")).toEqual(expected));
  test("empty lines count and are left out", () =>
    expect(lines("\n\r\npin\r\r\n  \nA")).toEqual([
      [3, "pin"],
      [6, "A"],
    ]));
});

describe("quotes", () => {
  test("line breaks inside belong to the record", () =>
    expect(lines('A,"one\r\ntwo\rthree\nfour",x\nB')).toEqual([
      [1, 'A,"one\r\ntwo\rthree\nfour",x'],
      [5, "B"],
    ]));
  test("doubled ones don't close", () =>
    expect(cut('"say ""hi""\n",A\nB')).toEqual([
      { line: 1, text: '"say ""hi""\n",A', malformed: false },
      { line: 3, text: "B", malformed: false },
    ]));
  test.each(['A"B', '"A"B', '"A" ,B', 'A,"B"C'])("%s is malformed, and what follows is not", (text) =>
    expect(cut(`${text}\nB`).map(({ malformed }) => malformed)).toEqual([true, false]),
  );
  test("an open one is refused with its line", () => {
    expect(() => cut('A\nB,"open\nC\nD\n')).toThrow(
      expect.objectContaining({ code: "import_unreadable", message: expect.stringContaining("line 2") }),
    );
    expect(() => cut('A\n"')).toThrow(Refusal);
  });
  test("an open one is not looked for to the end of a long file", () => {
    const records = new CsvRecords();
    expect(() => [...records.read('A\n"open\n'), ...records.read("0123456789\n".repeat(500))]).toThrow(
      /line 2/,
    );
  });
});

test("an endless record is kept short and malformed", () => {
  const [record, next] = cut("x".repeat(3000), "x".repeat(3000), "\nB");
  expect(record).toMatchObject({ line: 1, malformed: true });
  expect(record?.text.length).toBe(4096);
  expect(next).toEqual({ line: 2, text: "B", malformed: false });
});

test("the pieces a text comes in make no difference", () => {
  const text = fc.string({ unit: fc.constantFrom("A", ",", '"', "\r", "\n", '"') });
  const outcome = (...pieces: string[]) => {
    try {
      return cut(...pieces);
    } catch (error) {
      return String(error);
    }
  };
  fc.assert(
    fc.property(text, fc.nat(), (whole, at) => {
      const cutAt = at % (whole.length + 1);
      expect(outcome(whole.slice(0, cutAt), whole.slice(cutAt))).toEqual(outcome(whole));
    }),
  );
});
