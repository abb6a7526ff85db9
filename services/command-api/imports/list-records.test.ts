import { expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import fc from "fast-check";
import { recordsOf } from "./list-records.ts";

const hasPin = (cells: readonly string[]) => cells.includes("PIN");
const cut = async (pieces: readonly string[]) => (await listOf(recordsOf(pieces, ",", hasPin))).flat();

test.each([
  ["LF", "a,b\nc\n"],
  ["CRLF", "a,b\r\nc\r\n"],
  ["CR", "a,b\rc\r"],
  ["mixed line ends", "a,b\r\nc\r"],
  ["the end of the file", "a,b\nc"],
])("records of a list end at %s", async (_name, text) => {
  expect(await cut([text])).toEqual([
    { line: 1, cells: ["a", "b"], torn: false },
    { line: 2, cells: ["c"], torn: false },
  ]);
});

test("a list gives the same records in whatever pieces it comes", async () => {
  const text = fc.string({ unit: fc.constantFrom("A", "PIN", ",", '"', "\r", "\n", '"', "x".repeat(2000)) });
  const outcome = (pieces: readonly string[]) => cut(pieces).catch(String);
  await fc.assert(
    fc.asyncProperty(text, fc.nat(), async (whole, at) => {
      const cutAt = at % (whole.length + 1);
      expect(await outcome([whole.slice(0, cutAt), whole.slice(cutAt)])).toEqual(await outcome([whole]));
    }),
    { numRuns: 500 },
  );
});

test("a line of a list is bounded, and the lines after it are read", async () => {
  const [long, next] = await cut(Array.from({ length: 100 }, () => "x".repeat(1000)).concat("\nA,B"));
  expect(long).toMatchObject({ line: 1, torn: true });
  expect(long?.cells.join("").length).toBeLessThan(4_200);
  expect(next).toEqual({ line: 2, cells: ["A", "B"], torn: false });
});
