import { describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import fc from "fast-check";
import { type CsvRecord, CsvRecords, cellsWith } from "./csv-records.ts";

function cut(...pieces: string[]): CsvRecord[] {
  const records = new CsvRecords();
  return [...pieces.flatMap((piece) => [...records.read(piece)]), ...records.end()];
}
const lines = (...pieces: string[]) => cut(...pieces).map(({ line, text }) => [line, text]);

describe("line ends of a CSV", () => {
  const expected = [
    [1, "pin"],
    [2, "A"],
    [3, "B"],
  ];
  test.each([
    ["LF", "pin\nA\nB\n"],
    ["CRLF", "pin\r\nA\r\nB\r\n"],
    ["CR", "pin\rA\rB\r"],
    ["mixed line ends", "pin\r\nA\rB\n"],
    ["the end of the file", "pin\nA\nB"],
  ])("CSV records end at %s", (_name, text) => {
    expect(lines(text)).toEqual(expected);
  });
  test("CR and LF in two pieces of a CSV are one line end", () =>
    expect(lines("pin\r", "\nA\r", "\nB")).toEqual(expected));
  test("empty lines of a CSV are counted as lines, but are not records", () =>
    expect(lines("\n\r\npin\r\r\n  \nA")).toEqual([
      [3, "pin"],
      [6, "A"],
    ]));
});

describe("quotes in a CSV", () => {
  test("line breaks inside quotes belong to the CSV record", () =>
    expect(lines('A,"one\r\ntwo\rthree\nfour",x\nB')).toEqual([
      [1, 'A,"one\r\ntwo\rthree\nfour",x'],
      [5, "B"],
    ]));
  test("a doubled quotation mark doesn't close a quoted CSV cell", () =>
    expect(cut('"say ""hi""\n",A\nB')).toEqual([
      { line: 1, text: '"say ""hi""\n",A', malformed: false },
      { line: 3, text: "B", malformed: false },
    ]));
  test.each(['A"B', '"A"B', '"A" ,B', 'A,"B"C'])(
    "the CSV record %s is malformed, and the next one is not",
    (text) => expect(cut(`${text}\nB`).map(({ malformed }) => malformed)).toEqual([true, false]),
  );
  test("a CSV with a quotation mark that is not closed is refused with the line", () => {
    expect(() => cut('A\nB,"open\nC\nD\n')).toThrow(
      expect.objectContaining({ code: "import_unreadable", message: expect.stringContaining("line 2") }),
    );
    expect(() => cut('A\n"')).toThrow(Refusal);
  });
  test("a quoted CSV cell that does not end is refused before the whole file is read", () => {
    const records = new CsvRecords();
    expect(() => [...records.read('A\n"open\n'), ...records.read("0123456789\n".repeat(500))]).toThrow(
      /line 2/,
    );
  });
});

test.each([1, 100, 4500, 6000])(
  "a quoted CSV cell of more than 4,096 characters is refused when it comes in pieces of %i characters",
  (length) => {
    const text = `A\n"${"x".repeat(5000)}",B\nC`;
    const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
      text.slice(index * length, (index + 1) * length),
    );
    expect(() => cut(...pieces)).toThrow(/line 2: a quotation mark is not closed/);
  },
);

test("a CSV record that is too long is shortened and malformed, and the next one is not", () => {
  const [record, next] = cut("x".repeat(3000), "x".repeat(3000), "\nB");
  expect(record).toMatchObject({ line: 1, malformed: true });
  expect(record?.text.length).toBe(4096);
  expect(next).toEqual({ line: 2, text: "B", malformed: false });
});

test.each([
  ["A", ["A"]],
  ["A,B", ["A", "B"]],
  [",A,,", ["", "A", "", ""]],
  ['"A","B"', ["A", "B"]],
  ['"",A,""', ["", "A", ""]],
  ['"say ""hi""","one, two",x', ['say "hi"', "one, two", "x"]],
  ['A,"one\r\ntwo"', ["A", "one\r\ntwo"]],
  ['A,B"C', ['A,B"C']],
])("the cells of the CSV record %j are %j", (text, cells) => {
  expect(cut(text).map(cellsWith(","))).toEqual([cells]);
});

test("a CSV gives the same records in whatever pieces it comes", () => {
  const long = "x".repeat(2000);
  const text = fc.string({ unit: fc.constantFrom("A", ",", '"', "\r", "\n", '"', long) });
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
