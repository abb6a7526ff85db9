import { describe, expect, test } from "@jest/globals";
import { everyReading } from "@ornament/contracts/domain/look-alikes";
import fc from "fast-check";
import { allOf } from "./conditions.ts";
import { contains, containsExactly, containsFolded, type OwnerField, ownerFilters } from "./search.ts";
import { readTerm } from "./search-term.ts";

const found = ({ $regex, $options }: { $regex: string; $options?: string }, text: string) =>
  new RegExp($regex, $options).test(text);

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
        expect(found(contains(term), before + term.toUpperCase() + other)).toBe(true);
        expect(found(containsFolded(term), other.toLowerCase())).toBe(
          other.toLowerCase().includes(term.toLowerCase()),
        );
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
    batchName: string;
    comment: string;
  }
  const filters = (query: string, field: OwnerField = "all", owners: number[] = []) =>
    ownerFilters<Row>(readTerm(query), field, { owners, byCodes: (codes) => ({ code: { $in: codes } }) });
  const inText = (...words: string[]) => allOf<Row>(words.map((word) => ({ search: containsExactly(word) })));
  const inAddress = (...words: string[]) =>
    allOf<Row>(words.map((word) => ({ emailSearch: containsExactly(word) })));
  const exact = { code: { $in: ["ABCD123"] } };
  const alike = { code: { $in: ["ABCD123", "A8CD123", "ABCDI23", "A8CDI23"] } };

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
    expect(filters("acde-234", "pin")).toEqual([{ code: { $in: ["ACDE234"] } }]);
  });

  test("seven letters are first searched as a part of a text, because they are more likely a name", () => {
    expect(filters("Summers")).toEqual([
      inText("summers"),
      { code: { $in: ["SUMMERS"] } },
      { code: { $in: everyReading("SUMMERS") } },
    ]);
  });

  test("a part of a PIN is searched as it is shown, and then without hyphens and spaces", () => {
    expect(filters("cd1", "pin")).toEqual([
      { pin: containsExactly("CD1") },
      { code: containsExactly("CD1") },
    ]);
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
      allOf<Row>([
        inText("lost", "mail"),
        allOf<Row>([{ comment: contains("lost") }, { comment: contains("mail") }]),
      ]),
    ]);
  });

  test("a search for batches leads to their PINs by the found names", () => {
    const inBatches = (batches: string[]) =>
      ownerFilters<Row>(readTerm("North 2"), "batch", { owners: [], byCodes: () => ({}), batches });
    expect(inBatches(["North 2"])).toEqual([{ batchName: "North 2" }]);
    expect(inBatches(["North 2", "North 12"])).toEqual([{ batchName: { $in: ["North 2", "North 12"] } }]);
    expect(inBatches([])).toEqual([{ batchName: { $in: [] } }]);
  });

  test("words with quotes or punctuation around them are searched as they are, and then without", () => {
    expect(filters('"lost" mail!')).toEqual([inText('"lost"', "mail!"), inText("lost", "mail")]);
  });

  test("a term of hyphens or punctuation alone does not find every row", () => {
    expect(filters("--")).toEqual([inText("--")]);
    expect(filters(". .", "pin")).toEqual([{ pin: containsExactly(".") }]);
  });
});
