import { describe, expect, test } from "@jest/globals";
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Long,
  MaxKey,
  MinKey,
  serialize,
  Timestamp,
} from "bson";
import fc from "fast-check";
import { CommandError, MalformedMessage } from "../protocol/errors.ts";
import { anyValue } from "../testing/arbitraries.ts";
import { doc } from "../testing/documents.ts";
import { decodeDocument } from "./decode.ts";
import { documentSize, encodeDocument } from "./encode.ts";
import { type Doc, docOf, type Value } from "./value.ts";

describe("BSON bytes", () => {
  test("a decoded document is encoded to the same bytes", () => {
    const field = fc.string({ maxLength: 5 }).filter((key) => !key.includes("\0"));
    fc.assert(
      fc.property(fc.dictionary(field, anyValue), (plain) => {
        const bytes = Buffer.from(serialize(plain));
        const { doc: decoded, end } = decodeDocument(bytes);
        expect(end).toBe(bytes.length);
        expect(encodeDocument(decoded).equals(bytes)).toBe(true);
        expect(documentSize(decoded)).toBe(bytes.length);
      }),
    );
  });

  test("each BSON value keeps its type when it is decoded and encoded", () => {
    const plain = {
      int: 1,
      double: new Double(1),
      long: Long.fromNumber(1),
      negativeZero: -0,
      binary: new Binary(Buffer.from("x"), 5),
    };
    const bytes = Buffer.from(serialize(plain));
    expect(encodeDocument(decodeDocument(bytes).doc).equals(bytes)).toBe(true);
  });

  test("a document that outgrows the scratch buffer at any of its bytes is written completely", () => {
    const kept = 1 << 20;
    for (let missing = 0; missing < 80; missing++) {
      // A very large document releases the scratch buffer.
      encodeDocument({ large: new Binary(Buffer.alloc(17 * kept)) });
      const padding = new Binary(Buffer.alloc(kept - missing, 1));
      const plain = {
        padding,
        a: 1,
        b: 1.5,
        c: true,
        d: Long.fromNumber(5),
        e: new Date(7),
        f: new Binary(Buffer.from("x")),
      };
      const bytes = Buffer.from(serialize(plain));
      expect(encodeDocument(decodeDocument(bytes).doc).equals(bytes)).toBe(true);
    }
  });

  test("a document's fields may have any name, such as __proto__", () => {
    const names = ["__proto__", "constructor", "_bsontype", "toBSON", ""];
    const made = docOf(names.map((name, i): [string, Value] => [name, docOf([["role", i]])]));
    const read = decodeDocument(encodeDocument(made)).doc;
    expect(Object.keys(read)).toEqual(names);
    expect(names.map((name) => (read[name] as Doc).role)).toEqual([0, 1, 2, 3, 4]);
    expect(({} as { role?: number }).role).toBeUndefined();
    expect(doc({ a: 1 }).constructor).toBeUndefined();
  });

  test("names of fields keep their characters after thousands of other names", () => {
    const names = Array.from({ length: 3_000 }, (_, i) => `name${i * 7}`);
    // The bytes of "Ã©" as characters are those of "é" in UTF-8, and "Aa" and "BB" have the same hash.
    const alike = ["\u00e9", "\u00c3\u00a9", "Aa", "BB", "a".repeat(32), "a".repeat(33), "a\u{1f600}"];
    for (const name of [...alike, ...names, ...names, ...alike]) {
      const read = decodeDocument(Buffer.from(serialize({ [name]: 1 }))).doc;
      expect(Object.keys(read)).toEqual([name]);
      expect(encodeDocument(read).equals(Buffer.from(serialize({ [name]: 1 })))).toBe(true);
    }
  });

  test("a decoded value does not change with the bytes it was read from", () => {
    const bytes = Buffer.from(serialize({ binary: new Binary(Buffer.from("secret")) }));
    const { doc: decoded } = decodeDocument(bytes);
    bytes.fill(0);
    expect(String(decoded.binary)).toBe("secret");
  });

  test("damaged bytes are decoded or refused, and never end in another error", () => {
    const bytes = Buffer.from(
      serialize({ a: "text", b: [1, { c: new Date(0) }], d: new Binary(Buffer.from("x")) }),
    );
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, byte, length) => {
        const broken = Buffer.from(bytes.subarray(0, length));
        if (at < length) broken[at] = byte;
        try {
          decodeDocument(broken);
        } catch (error) {
          expect(
            [MalformedMessage, CommandError, RangeError].some((refusal) => error instanceof refusal),
          ).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  const otherTypes: [string, unknown][] = [
    ["decimal", Decimal128.fromString("1.0")],
    ["regular expression", new BSONRegExp("a", "i")],
    ["code", new Code("f")],
    ["code with a scope", new Code("f", { a: 1 })],
    ["symbol", new BSONSymbol("s")],
    ["timestamp", new Timestamp({ t: 1, i: 2 })],
    ["least key", new MinKey()],
    ["greatest key", new MaxKey()],
  ];

  test.each(otherTypes)("a %s, a type that the product does not use, is refused", (_type, value) => {
    expect(() => doc({ value })).toThrow(expect.objectContaining({ code: 238, codeName: "NotImplemented" }));
  });

  test("a document may not be nested more than 200 deep", () => {
    let deep: object = {};
    for (let i = 0; i < 250; i++) deep = { a: deep };
    expect(() => doc(deep)).toThrow(MalformedMessage);
  });
});
