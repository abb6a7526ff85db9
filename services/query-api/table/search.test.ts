import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { contains, containsFolded, ownerFilters } from "./search.ts";

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
  const filters = (query: string, field: "all" | "email" | "pin") =>
    ownerFilters<{ email: string; pin: string; code: string }>({ query, field }, (code) => ({ code }));
  const anywhere = (term: string, pin: object) => ({ $or: [{ email: contains(term) }, pin] });

  test("an empty search term finds all rows", () => {
    expect(filters("  ", "all")).toEqual([{}]);
  });

  test.each(["abcd-123", "ABCD123", " abcd 123 "])("a search for the PIN %j uses the index", (term) => {
    expect(filters(term, "pin")).toEqual([{ code: "ABCD123" }]);
  });

  test("a part of a PIN is searched for in the code, or in the PIN as shown if it has a hyphen", () => {
    expect(filters("cd1", "pin")).toEqual([{ code: contains("cd1") }]);
    expect(filters("d-1", "pin")).toEqual([{ pin: contains("d-1") }]);
  });

  test.each(["all", "email"] as const)(
    "a search for a complete address in the field %s uses the index, and then looks for a longer address",
    (field) => {
      const term = "Ann@Example.co";
      expect(filters(term, field)).toEqual([{ email: "ann@example.co" }, { email: contains(term) }]);
    },
  );

  test("a part of an address is searched for in addresses only if that field is chosen", () => {
    expect(filters("ann@", "email")).toEqual([{ email: contains("ann@") }]);
    expect(filters("abcd-123", "email")).toEqual([{ email: contains("abcd-123") }]);
  });

  test("a search in all fields for a term spelled as a PIN uses the index first, then looks in both fields", () => {
    expect(filters("abcd-123", "all")).toEqual([
      { code: "ABCD123" },
      anywhere("abcd-123", { code: "ABCD123" }),
    ]);
  });

  test("a term of seven characters is searched for as a PIN and as a part of an address", () => {
    expect(filters("summers", "all")).toEqual([anywhere("summers", { code: "SUMMERS" })]);
  });
});
