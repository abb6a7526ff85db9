import { expect, test } from "@jest/globals";
import { deserialize, serialize } from "bson";
import fc from "fast-check";
import { anyValue } from "../testing/arbitraries.ts";
import { doc } from "../testing/documents.ts";
import { compareValues, identicalValues } from "./compare.ts";
import { docOfRaw, rawField, rawOf, rawOrder, rawWith } from "./raw.ts";
import type { Value } from "./value.ts";

const name = fc.oneof(
  fc.constantFrom("a", "ab", "b", "", "é", "Ã©", "😀", "a😀", "__proto__", "1"),
  fc.string({ unit: "grapheme", maxLength: 4 }).filter((text) => !text.includes("\0")),
);
const document = fc.dictionary(name, anyValue, { maxKeys: 6 });

test("each field of a stored document has the value that the decoded document has", () => {
  fc.assert(
    fc.property(document, fc.array(name, { maxLength: 3 }), (plain, others) => {
      const made = doc(plain);
      const raw = rawOf(made);
      expect(identicalValues(docOfRaw(raw), made)).toBe(true);
      for (const each of [...Object.keys(made), ...others])
        expect(identicalValues(rawField(raw, each), made[each])).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("a projection of a stored document is the BSON of its fields in the same order", () => {
  fc.assert(
    fc.property(document, fc.uniqueArray(name), (plain, wanted) => {
      const made = doc(plain);
      const some = Object.fromEntries(
        Object.entries(deserialize(Buffer.from(rawOf(made), "latin1"), { promoteValues: false })).filter(
          ([key]) => wanted.includes(key),
        ),
      );
      expect(rawWith(rawOf(made), (each) => wanted.includes(each))).toBe(
        Buffer.from(serialize(some)).toString("latin1"),
      );
    }),
    { numRuns: 300 },
  );
});

test("a field of a stored document that is compared without decoding has the order of its value", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\u007f", "é", "\uffff", "😀"), maxLength: 4 });
  const value = fc.oneof(
    anyValue,
    text,
    fc.integer({ min: -2, max: 2 }),
    fc.boolean(),
    fc.date({ noInvalidDate: true }),
  );
  fc.assert(
    fc.property(value, value, (left, right) => {
      const { a, b } = doc({ a: left, b: right });
      const order = rawOrder(rawOf(doc({ a: left })), "a", b as Value);
      if (order !== undefined) expect(Math.sign(order)).toBe(Math.sign(compareValues(a, b)));
    }),
    { numRuns: 3_000 },
  );
  const quick = [
    ["ab", "b"],
    [1, 2],
    [1.5, 2.5],
    [new Date(1), new Date(2)],
    [false, true],
  ];
  for (const [left, right] of quick)
    expect(rawOrder(rawOf(doc({ a: left })), "a", doc({ b: right }).b as Value)).toBeLessThan(0);
});
