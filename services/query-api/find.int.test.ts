import { beforeAll, describe, expect, test } from "@jest/globals";
import { consumersReadModel } from "@ornament/contracts/consumers/document";
import type { FoundConsumer, FoundPin } from "@ornament/contracts/find/api";
import { routes } from "@ornament/contracts/routes";
import { consumerDocument, pinDocument } from "./testing/documents.ts";
import { queryApi } from "./testing/query-api-fixture.ts";

const at = queryApi();
beforeAll(async () => {
  await at.put.consumers([
    consumerDocument({ _id: 1, email: "ann@example.co" }),
    consumerDocument({ _id: 2, email: "ann@example.com", isActivated: false }),
    consumerDocument({ _id: 3, email: "joann@example.com", formerEmails: ["zoe@example.com"] }),
    consumerDocument({
      _id: 4,
      email: "zed@example.com",
      formerEmails: ["ann@example.co", "bea@example.com"],
    }),
    consumerDocument({ _id: 5, email: "a.bob7777@example.org" }),
    consumerDocument({ _id: 6, email: "bob7777@example.org" }),
    consumerDocument({ _id: 7, email: "z.abcd123@example.net" }),
    consumerDocument({ _id: 8, email: "bea@example.net" }),
    ...Array.from({ length: 7 }, (_, n) => consumerDocument({ _id: 10 + n, email: `many${n}@example.net` })),
  ]);
  await at.leaveTombstone(consumersReadModel, 99);
  await at.put.pins([
    pinDocument("ABCD123", { consumerId: 1, email: "ann@example.co", status: true }),
    pinDocument("A8CD123", { blocked: true }),
    pinDocument("XXABCDX"),
    pinDocument("XABC111"),
    pinDocument("BXB7777"),
    pinDocument("X21VXXX"),
    pinDocument("XXX21VX"),
    pinDocument("21VXXXX"),
    pinDocument("XXXX21V"),
    ...Array.from({ length: 7 }, (_, n) => pinDocument(`QQQQ00${n}`)),
  ]);
});

interface Found {
  similarPins?: true;
  consumers: FoundConsumer[];
  pins: FoundPin[];
  moreConsumers: boolean;
  morePins: boolean;
}

async function find(query: string): Promise<Found> {
  const found = await at.read<Found>(`/api/admin/find?${new URLSearchParams({ query })}`);
  expect(routes.find.response.parse(found)).toEqual(found);
  return found;
}
const nothing: Found = { consumers: [], pins: [], moreConsumers: false, morePins: false };
const ids = ({ consumers }: Found) => consumers.map(({ id }) => id);
const codes = ({ pins }: Found) => pins.map(({ pin }) => pin);

test.each([
  ["an account by its address first, then who had it, then longer addresses", "Ann@Example.co", [1, 4, 2]],
  ["present addresses that begin with a part up to its @, then former ones", "bea@example", [8, 4]],
  ["an address that begins nobody's inside of addresses", "nn@example.co", [1, 2, 3, 4]],
  ["addresses that begin with a part of one before others", "ann", [1, 2, 3, 4]],
  ["addresses that begin with a name before others", "bob7777", [6, 5]],
  ["addresses that have two words", "example.com ann", [2, 3, 4]],
])("the search box finds %s", async (_what, term, found) => {
  expect(ids(await find(term))).toEqual(found);
});

test("a former email address finds the account and is named", async () => {
  const { consumers } = await find("bea@example.com");
  expect(consumers).toEqual([
    { id: 4, email: "zed@example.com", formerEmail: "bea@example.com", isActivated: true },
  ]);
  expect((await find("zoe")).consumers).toEqual([
    { id: 3, email: "joann@example.com", formerEmail: "zoe@example.com", isActivated: true },
  ]);
  expect((await find("zed ann")).consumers).toMatchObject([{ id: 4, formerEmail: "ann@example.co" }]);
  expect((await find("joann")).consumers).toEqual([
    { id: 3, email: "joann@example.com", formerEmail: null, isActivated: true },
  ]);
});

test.each(["ABCD-123", "abcd123", "PIN: abcd 123", "ABCD–123"])(
  "the term %j finds the PIN with its owner, then the PINs that look like it",
  async (term) => {
    const { pins } = await find(term);
    expect(pins.map(({ pin }) => pin)).toEqual(["ABCD-123", "A8CD-123"]);
    expect(pins[0]).toMatchObject({ status: true, blocked: false, email: "ann@example.co", userId: 1 });
    expect(pins[1]).toMatchObject({ status: false, blocked: true, email: null, userId: null });
    expect(ids(await find(term))).toEqual([]);
  },
);

test.each([
  ["21v", ["XXXX-21V", "21VX-XXX", "X21V-XXX", "XXX2-1VX"]],
  ["abc", ["ABCD-123", "XABC-111", "XXAB-CDX"]],
  ["b-cd", ["ABCD-123", "XXAB-CDX"]],
  ["PIN bc1", ["XABC-111"]],
])(
  "the part %j of a PIN finds PINs that end with it first, then those that begin with it",
  async (term, pins) => {
    expect(codes(await find(term))).toEqual(pins);
  },
);

test("a similar PIN doesn't stop the search in email addresses", async () => {
  const answer = await find("bob7777");
  expect(ids(answer)).toEqual([6, 5]);
  expect(answer).toMatchObject({ pins: [{ pin: "BXB7-777" }], similarPins: true });
});

test("at most five consumers and five PINs are found, and the answer says that there are more", async () => {
  const consumers = await find("many");
  expect(ids(consumers)).toEqual([10, 11, 12, 13, 14]);
  expect(consumers).toMatchObject({ moreConsumers: true, morePins: false });
  const pins = await find("qqqq");
  expect(pins.pins).toHaveLength(5);
  expect(pins).toMatchObject({ consumers: [], moreConsumers: false, morePins: true });
});

describe("a term that finds nothing", () => {
  test.each(["", "   ", ".*", "--", "nobody@example.org", "$where", "\0"])(
    "%j finds nothing",
    async (term) => {
      expect(await find(term)).toEqual(nothing);
    },
  );
});
