import { beforeAll, expect, test } from "@jest/globals";
import type { PinRow } from "@ornament/contracts/pins/api";
import { routes } from "@ornament/contracts/routes";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { adminDocument, consumerDocument, deviceDocument, pinDocument } from "../testing/documents.ts";
import { now, queryApi } from "../testing/query-api-fixture.ts";

const stolen = { comment: "Reported stolen", createdAt: now };
const devices = (count: number) => Array.from({ length: count }, (_, n) => deviceDocument(n + 1));

const at = queryApi();
beforeAll(async () => {
  await at.put.admins([adminDocument(5, { email: "mo@ornament.test" })]);
  await at.put.batches(
    ["North–2026", "South (2)", "East"].map((_id) => ({
      _id,
      createdAt: new Date(0),
      imports: ["import-1"],
      pins: 1,
    })),
  );
  await at.put.pins([
    pinDocument("ABCD123", {
      consumerId: 7,
      email: "ann@example.com",
      formerEmails: ["older@example.com", "oldest@example.com"],
      status: true,
      batchName: "North–2026",
      devices: devices(6),
    }),
    pinDocument("ABCDO15", { consumerId: 8, email: "pip@example.com", status: true, batchName: "South (2)" }),
    pinDocument("ABCD0I5", { batchName: "North–2026" }),
    pinDocument("KLMN777", {
      consumerId: 8,
      email: "pip@example.com",
      blocked: true,
      batchName: "South (2)",
      comment: "Reported stolen",
      comments: [stolen],
      statusChange: { ...stolen, blocked: true, role: "Customer support", adminId: 5 },
      devices: devices(7),
    }),
    pinDocument("KLMN888", {
      batchName: "North–2026",
      comment: "Lost in the mail of Santa’s Café",
      statusChange: {
        comment: "Found",
        createdAt: now,
        blocked: false,
        role: "IT Admin",
        adminId: 99,
      },
    }),
    pinDocument("ZZZZ999", {
      blocked: true,
      batchName: "East",
      statusChange: { ...stolen, blocked: true, role: "System", adminId: null },
    }),
    pinDocument("SUMMERS", { batchName: "East" }),
    pinDocument("XXXX111", {
      consumerId: 9,
      email: "anna.summers@example.com",
      status: true,
      batchName: "East",
    }),
  ]);
});

const table = (parameters: Record<string, string>) =>
  at.read<{ rows: PinRow[]; count: number; similar?: true }>(
    `/api/admin/table/pins?${new URLSearchParams(parameters)}`,
  );
const found = async (parameters: Record<string, string>) => {
  const { rows, count } = await table(parameters);
  expect(count).toBe(rows.length);
  return rows.map(({ pin }) => pin);
};

test.each(["PIN: abcd 123", "(ABCD‑123).", "A8CD-I23", "cd 12", "bc-d12", "CD–12"])(
  "the term %j finds the PIN ABCD-123",
  async (query) => {
    expect(await found({ query })).toEqual(["ABCD-123"]);
    expect(await found({ query, field: "pin" })).toEqual(["ABCD-123"]);
  },
);

test("the exact PIN is found without those that look like it, and otherwise all that look like it", async () => {
  expect(await found({ query: "ABCD-O15" })).toEqual(["ABCD-O15"]);
  expect(await found({ query: "ABCD-015" })).toEqual(["ABCD-0I5", "ABCD-O15"]);
  expect(await found({ query: "abcdois", field: "pin" })).toEqual(["ABCD-0I5", "ABCD-O15"]);
});

test.each<[string, string[]]>([
  ["ABCD-124", ["ABCD-123"]],
  ["XBCD123", ["ABCD-123"]],
  ["BACD-123", ["ABCD-123"]],
  ["PIN: abd 123", ["ABCD-123"]],
  ["abcd-1123", ["ABCD-123"]],
  ["ABCD-015X", []],
  ["KLMN-788", ["KLMN-888"]],
  ["XXCD-123", []],
])("the mistyped PIN %j finds the similar PINs %j, and the page says so", async (query, pins) => {
  for (const field of ["all", "pin"]) {
    const answer = await table({ query, field });
    expect(routes.listPins.response.parse(answer)).toEqual(answer);
    expect(answer.rows.map(({ pin }) => pin)).toEqual(pins);
    expect(answer).toMatchObject({ count: pins.length, page: 1 });
    expect(answer.similar).toBe(pins.length > 0 ? true : undefined);
  }
  expect(await found({ query, field: "commentary" })).toEqual([]);
});

test("similar PINs are left out where a PIN, a look-alike or another text has the term", async () => {
  for (const query of ["ABCD-123", "A8CD-I23", "KLMN-77", "summers"])
    expect((await table({ query })).similar).toBeUndefined();
  expect(await table({ query: "KLMN-787", filter: "overLimit" })).toMatchObject({ count: 1, similar: true });
  const leftOut = await table({ query: "KLMN-788", filter: "blocked" });
  expect(leftOut).toEqual({ rows: [], count: 0, page: 1, limit: 10 });
});

test("a term of seven letters finds a PIN and a part of an email address", async () => {
  expect(await found({ query: "summers" })).toEqual(["SUMM-ERS", "XXXX-111"]);
  expect(await found({ query: "PIN: summers" })).toEqual(["SUMM-ERS"]);
  expect(await found({ query: "5ummers" })).toEqual(["SUMM-ERS"]);
});

test.each<[string, string, string[]]>([
  ["ann@example.com", "all", ["ABCD-123"]],
  ["older@example.com", "all", ["ABCD-123"]],
  ["Oldest@Example.com", "email", ["ABCD-123"]],
  ["oldest@", "email", ["ABCD-123"]],
  ["est@example.com", "all", ["ABCD-123"]],
  ["Ann <ann@example.com>", "all", ["ABCD-123"]],
  ["east", "batch", ["SUMM-ERS", "XXXX-111", "ZZZZ-999"]],
  ["(2)", "batch", ["ABCD-O15", "KLMN-777"]],
  ["stolen", "all", ["KLMN-777"]],
  ["STOLEN reported", "commentary", ["KLMN-777"]],
  ["santa's cafe", "commentary", ["KLMN-888"]],
  ["pip stolen", "all", ["KLMN-777"]],
  ["south pip", "all", ["ABCD-O15", "KLMN-777"]],
  [".*", "commentary", []],
  ["--", "all", []],
])("the term %j in the field %s finds the PINs %j", async (query, field, pins) => {
  expect((await found({ query, field })).toSorted()).toEqual(pins);
});

test.each<[Record<string, string>, string[]]>([
  [
    { filter: "all" },
    ["ABCD-0I5", "ABCD-123", "ABCD-O15", "KLMN-777", "KLMN-888", "SUMM-ERS", "XXXX-111", "ZZZZ-999"],
  ],
  [{ filter: "registered" }, ["ABCD-123", "ABCD-O15", "XXXX-111"]],
  [{ filter: "notRegistered" }, ["ABCD-0I5", "KLMN-777", "KLMN-888", "SUMM-ERS", "ZZZZ-999"]],
  [{ batch: "East", filter: "notRegistered" }, ["SUMM-ERS", "ZZZZ-999"]],
  [{ filter: "blocked" }, ["KLMN-777", "ZZZZ-999"]],
  [{ filter: "overLimit" }, ["ABCD-123", "KLMN-777"]],
  [{ batch: "South (2)" }, ["ABCD-O15", "KLMN-777"]],
  [{ batch: "South" }, []],
  [{ batch: "", filter: "blocked" }, ["KLMN-777", "ZZZZ-999"]],
  [{ batch: "South (2)", filter: "blocked" }, ["KLMN-777"]],
  [{ batch: "South (2)", query: "south", field: "batch" }, ["ABCD-O15", "KLMN-777"]],
  [{ filter: "blocked", query: "stolen pip" }, ["KLMN-777"]],
  [{ filter: "blocked", fieldName: "batchName", direction: "DESC" }, ["KLMN-777", "ZZZZ-999"]],
])("the Pins table with %j has the PINs %j", async (parameters, pins) => {
  expect((await found(parameters)).toSorted()).toEqual(pins);
});

test.each<[Record<string, string>, Record<string, number>]>([
  [{}, { registered: 3, notRegistered: 5, blocked: 2, overLimit: 2 }],
  [{ batch: "South (2)" }, { registered: 1, notRegistered: 1, blocked: 1, overLimit: 1 }],
  [{ batch: "South" }, { registered: 0, notRegistered: 0, blocked: 0, overLimit: 0 }],
])("the PINs with %j are counted for each filter", async (parameters, counts) => {
  const body = await at.read(`/api/admin/pin-counts?${new URLSearchParams(parameters)}`);
  expect(body).toEqual({ counts });
  expect(routes.countPins.response.parse(body)).toEqual(body);
  for (const [filter, count] of Object.entries(counts))
    expect(await table({ ...parameters, filter })).toMatchObject({ count });
});

test("a filter that the Pins table does not have is refused", async () => {
  expect(await at.get("/api/admin/table/pins?filter=unconfirmed")).toMatchObject({ status: 400 });
});

test("a row has the author of its PIN's last status change, also after the admin's account was deleted", async () => {
  const answer = await table({ fieldName: "id" });
  expect(routes.listPins.response.parse(answer)).toEqual(answer);
  const changes = new Map(answer.rows.map(({ pin, statusChange }) => [pin, statusChange]));
  const { comment, createdAt } = stolen;
  const shown = { comment, createdAt: createdAt.toISOString() };
  expect(changes.get("KLMN-777")).toEqual({
    ...shown,
    blocked: true,
    role: "Customer support",
    admin: { id: 5, email: "mo@ornament.test" },
  });
  expect(changes.get("KLMN-888")).toEqual({
    comment: "Found",
    createdAt: now.toISOString(),
    blocked: false,
    role: "IT Admin",
    admin: { id: 99, email: null },
  });
  expect(changes.get("ZZZZ-999")).toEqual({ ...shown, blocked: true, role: "System", admin: null });
  expect(changes.get("ABCD-123")).toBeNull();
});

test("the profile of a PIN has its row, its devices and the name that its owner gave it", async () => {
  await at.put.consumers([
    consumerDocument({ _id: 7, email: "ann@example.com" }, [{ code: "ABCD123", name: "Fir tree" }]),
  ]);
  const profile = (code: string) => at.read(`/api/admin/pin-profile/${pinIdOf(code)}`);
  const body = await profile("ABCD123");
  expect(routes.pinProfile.response.parse(body)).toEqual(body);
  const [row] = (await table({ query: "ABCD-123" })).rows;
  expect(body).toMatchObject({ ...row, userId: 7, email: "ann@example.com", name: "Fir tree" });
  expect(body.devices).toHaveLength(6);
  expect(body.devices[0]).toEqual({
    id: 1,
    name: "",
    title: "",
    pinCodeId: pinIdOf("ABCD123"),
    lastLogin: now.toISOString(),
  });
  expect(await profile("KLMN888")).toMatchObject({ userId: null, name: "", devices: [] });
});

test("the profile of a PIN that was never imported is not found, and an impossible id is refused", async () => {
  expect(await at.get(`/api/admin/pin-profile/${pinIdOf("NONE000")}`)).toMatchObject({
    status: 404,
    body: { code: "pin_not_found" },
  });
  expect(await at.get(`/api/admin/pin-profile/${36 ** 7}`)).toMatchObject({ status: 400 });
});

test("batches are listed with the newest first, at most 500", async () => {
  const created = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  await at.put.batches(
    Array.from({ length: 501 }, (_, n) => ({
      _id: `batch ${n}`,
      createdAt: created(n),
      imports: [],
      pins: n,
    })),
  );
  const body = await at.read("/api/admin/pin-batches");
  expect(routes.listBatches.response.parse(body)).toEqual(body);
  expect(body.rows).toHaveLength(500);
  expect(body.rows[0]).toEqual({ batchName: "batch 500", pins: 500 });
  expect(body.rows.at(-1)).toEqual({ batchName: "batch 1", pins: 1 });
});
