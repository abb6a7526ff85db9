import { describe, expect, test } from "@jest/globals";
import { everyReading } from "@ornament/contracts/pins/look-alikes";
import { batchSortOf, searchable } from "@ornament/contracts/tables/search-text";
import fc from "fast-check";
import { allOf } from "./conditions.ts";
import {
  contains,
  containsExactly,
  type OwnerField,
  ownerFilters,
  pinEnding,
  similarPins,
} from "./search.ts";
import { readTerm } from "./search-term.ts";

const found = ({ $regex }: { $regex: string }, text: string) => new RegExp($regex).test(text);

describe("contains", () => {
  test.each([".*", "(a+)+$", "[", "]", "a|b", "^a", "a\\", "\\d", "{2}", "?", "a-b/c", "a\0b"])(
    "the term %j is searched for literally",
    (term) => {
      expect(found(contains(term), `before ${term} after`)).toBe(true);
      expect(found(contains(term), "aaaa 1 b")).toBe(false);
    },
  );

  test("a search finds exactly the texts that contain the term", () => {
    const text = fc.string({ unit: "grapheme-ascii", maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (before, term, other) => {
        expect(found(contains(term.toUpperCase()), searchable(before + term + other))).toBe(true);
        expect(found(contains(term), searchable(other))).toBe(searchable(other).includes(searchable(term)));
      }),
    );
  });

  test("a search pattern never contains a NUL byte, which the document store refuses", () => {
    expect(contains("a\0").$regex).toBe("a\\x00");
  });
});

describe("a term in a table of PINs and owners", () => {
  interface Row {
    consumerId: number;
    pin: string;
    code: string;
    emailSearch: string;
    search: string;
    batchSort: string;
    commentSearch: string;
  }
  const filters = (query: string, field: OwnerField = "all", owners: number[] = []) =>
    ownerFilters<Row>(readTerm(query), field, { owners, byCodes: (codes) => ({ code: { $in: codes } }) });
  const inText = (...words: string[]) => allOf<Row>(words.map((word) => ({ search: containsExactly(word) })));
  const inAddress = (...words: string[]) =>
    allOf<Row>(words.map((word) => ({ emailSearch: containsExactly(word) })));
  const exact = { code: { $in: ["ABCD123"] } };
  const alike = { code: { $in: everyReading("ABCD123") } };

  test.each([
    "abcd-123",
    "ABCD123",
    " abcd 123 ",
    "ABCD–123",
    "PIN: abcd 123",
    "pin abcd123",
    "PIN code: ABCD-123",
    '"ABCD-123".',
    "a b c d 1 2 3",
    "ＡＢＣＤ－１２３",
  ])("an index finds the PIN %j first, and then PINs that look like it", (term) => {
    expect(filters(term, "pin")).toEqual([exact, alike]);
    expect(filters(term, "all").slice(0, 2)).toEqual([exact, alike]);
  });

  test("a PIN without look-alikes is searched once", () => {
    expect(filters("acde-347", "pin")).toEqual([{ code: { $in: ["ACDE347"] } }]);
  });

  test("PINs with one error are searched for six to eight letters or digits, and only where PINs are searched", () => {
    const similar = (query: string, field: OwnerField = "all") =>
      similarPins<Row>(readTerm(query), field, { byCodes: (codes) => ({ code: { $in: codes } }) });
    for (const query of ["abcd-12", "PIN: abcd 124", "ABCD1234"])
      for (const field of ["all", "pin"] as const)
        expect(similar(query, field)).toEqual({ code: { $in: expect.arrayContaining(["ABCD123"]) } });
    for (const query of ["abcd1", "abcd12345", "ann@example.com", "--", ""])
      expect(similar(query)).toBeUndefined();
    for (const field of ["email", "batch", "commentary"] as const)
      expect(similar("abcd124", field)).toBeUndefined();
  });

  test("the end of a PIN is three to six characters before its end, with the hyphen where it is shown", () => {
    const ending = (query: string) => pinEnding<Row>(readTerm(query));
    const end = (text: string) => ({ pin: containsExactly(text) });
    expect(["123", "-123", "d123", "d-123", "PIN bc-d12", "bcd123"].map(ending)).toEqual(
      ["-123", "-123", "D-123", "D-123", "BC-D12", "BCD-123"].map(end),
    );
    for (const query of ["23", "abcd-123", "ann@example.com", "two words here", ""])
      expect(ending(query)).toBeUndefined();
  });

  test("seven letters are first searched as a part of a text, because they are more likely a name", () => {
    expect(filters("Summers")).toEqual([
      inText("summers"),
      { code: { $in: ["SUMMERS"] } },
      { code: { $in: everyReading("SUMMERS") } },
    ]);
  });

  test("a part of a PIN with a hyphen is searched as it is shown, and then without it", () => {
    expect(filters("cd1", "pin")).toEqual([{ code: containsExactly("CD1") }]);
    expect(filters("c-d1", "pin")).toEqual([
      { pin: containsExactly("C-D1") },
      { code: containsExactly("CD1") },
    ]);
    expect(filters("c-d1")).toEqual([inText("c-d1"), inText("cd1")]);
  });

  test.each(["all", "email"] as const)(
    "a complete address in the field %s leads to the accounts that have or had it, or to longer addresses if there are none",
    (field) => {
      const longer = (field === "all" ? inText : inAddress)("ann@example.co");
      expect(filters("Ann@Example.co", field, [7, 8])).toEqual([{ consumerId: { $in: [7, 8] } }]);
      expect(filters("Ann@Example.co", field)).toEqual([longer]);
    },
  );

  test.each(["Ann Big <ann@example.com>", "mailto:Ann@example.com", "(ann@example.com),"])(
    "the copied email address %j is searched without the text around it",
    (term) => {
      expect(filters(term)).toEqual(filters("ann@example.com"));
    },
  );

  test.each(["all", "email"] as const)(
    "the beginning of an address up to its @ leads in the field %s to the accounts whose address begins with it, or to those that contain it if there are none",
    (field) => {
      const inside = (field === "all" ? inText : inAddress)("ann.b@exa");
      expect(filters("Ann.B@exa", field, [7])).toEqual([{ consumerId: { $in: [7] } }]);
      expect(filters("Ann.B@exa", field)).toEqual([inside]);
    },
  );

  test("several words must all be found, in any order and anywhere", () => {
    expect(filters("anna  Big anna")).toEqual([inText("anna", "big")]);
    expect(filters("anna big", "email")).toEqual([inAddress("anna", "big")]);
    expect(filters("lost mail", "commentary")).toEqual([
      allOf<Row>([{ commentSearch: containsExactly("lost") }, { commentSearch: containsExactly("mail") }]),
    ]);
  });

  test("a search for batches leads to their PINs by the found names", () => {
    const inBatches = (batches: string[]) =>
      ownerFilters<Row>(readTerm("North 2"), "batch", { owners: [], byCodes: () => ({}), batches });
    expect(inBatches(["North 2"])).toEqual([{ batchSort: batchSortOf("North 2") }]);
    expect(inBatches(["North 2", "North 12"])).toEqual([
      { batchSort: { $in: ["North 2", "North 12"].map(batchSortOf) } },
    ]);
    expect(inBatches([])).toEqual([{ batchSort: { $in: [] } }]);
  });

  test("words with quotes or punctuation around them are searched as they are, and then without", () => {
    expect(filters('"lost" mail!')).toEqual([inText('"lost"', "mail!"), inText("lost", "mail")]);
  });

  test("a term of hyphens or punctuation alone does not find every row", () => {
    expect(filters("--")).toEqual([inText("--")]);
    expect(filters(". .", "pin")).toEqual([{ pin: containsExactly(".") }]);
  });
});
