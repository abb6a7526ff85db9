import { beforeAll, expect, test } from "@jest/globals";
import type { PinRow } from "@ornament/contracts/pins/api";
import { pinDocument } from "../testing/documents.ts";
import { queryApi } from "../testing/query-api-fixture.ts";

const endings = ["AAAA-X7Q", "BBBB-X7Q", "CCCC-X7Q", "ZZZZ-X7Q"];
const insides = ["AAX7-QAA", "BBBX-7QB", "X7QX-X7A", "YYYY-YYY"];
/** Begins and ends with the term. */
const both = "X7QX-X7Q";

const at = queryApi();
beforeAll(async () => {
  await at.put.pins(
    [...insides, ...endings, both].map((pin, index) =>
      pinDocument(pin.replace("-", ""), {
        email: `${String.fromCharCode(122 - index)}@example.com`,
        comment: pin === "YYYY-YYY" ? "Same as X7Q" : "",
        blocked: pin.startsWith("BBB"),
      }),
    ),
  );
});

const page = (parameters: Record<string, string>) =>
  at.read<{ rows: PinRow[]; count: number }>(`/api/admin/table/pins?${new URLSearchParams(parameters)}`);
const pins = async (parameters: Record<string, string>) =>
  (await page(parameters)).rows.map(({ pin }) => pin);

test.each(["x7q", "X7Q", "-x7q", "PIN x7q"])(
  "the Pins table shows PINs that end with %j first, and then other PINs that contain it, each in the order of the PINs",
  async (query) => {
    const isInside = query !== "-x7q";
    const others = isInside ? ["AAX7-QAA", "BBBX-7QB", "X7QX-X7A"] : [];
    const first = ["AAAA-X7Q", "BBBB-X7Q", "CCCC-X7Q", both, "ZZZZ-X7Q"];
    expect(await pins({ query, field: "pin" })).toEqual([...first, ...others]);
  },
);

test("a search of all fields shows PINs that end with the term before rows with it elsewhere", async () => {
  expect((await pins({ query: "x7q" })).slice(4)).toEqual([
    "ZZZZ-X7Q",
    "AAX7-QAA",
    "BBBX-7QB",
    "X7QX-X7A",
    "YYYY-YYY",
  ]);
  expect(await pins({ query: "x7q", direction: "DESC" })).toEqual([
    "ZZZZ-X7Q",
    both,
    "CCCC-X7Q",
    "BBBB-X7Q",
    "AAAA-X7Q",
    "YYYY-YYY",
    "X7QX-X7A",
    "BBBX-7QB",
    "AAX7-QAA",
  ]);
});

test("filters narrow PINs that end with the term and other PINs alike", async () => {
  expect(await page({ query: "x7q", filter: "blocked" })).toMatchObject({
    rows: [{ pin: "BBBB-X7Q" }, { pin: "BBBX-7QB" }],
    count: 2,
  });
});

test("the order of a column is kept, and so is a search in another field", async () => {
  expect((await pins({ query: "x7q", fieldName: "email" }))[0]).toBe(both);
  expect((await pins({ query: "x7q", fieldName: "email", direction: "DESC" }))[0]).toBe("AAX7-QAA");
  expect(await pins({ query: "x7q", field: "commentary" })).toEqual(["YYYY-YYY"]);
});
