import { beforeAll, describe, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { consumersReadModel } from "@ornament/contracts/consumers/document";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import { adminDocument, consumerDocument, logDocuments } from "../testing/documents.ts";
import { queryApi } from "../testing/query-api-fixture.ts";

const byAnn = { role: "IT Admin", actor: "admin-1", adminRole: "ADMIN" } as const;
const byZoe = { ...byAnn, actor: "admin-3", about: "admin-3" } as const;
const byErased = { actor: "admin-98", role: "Customer support", adminRole: "MEMBER" } as const;
const tree = { subject: 7, about: "pin-TREE001" };
const entries = logDocuments(
  { at: "11-30T23:30:00", value: "winter.csv" },
  { at: "12-01T15:05:09", ...byAnn, ...tree, action: "PIN deactivated", value: "TREE-001: Lost" },
  { at: "12-01T15:05:10", ...tree, role: "Customer", action: "Ornament renamed", value: "TREE-001: Lena" },
  { at: "12-02T05:59:59", ...byAnn, action: "Email changed", value: "bob@ornament.test", about: "admin-2" },
  { at: "12-03T05:59:59", action: "Sign-in locked", value: "10 failed attempts (consumer site)", subject: 8 },
  // The consumer of this entry was deleted, and the data of the admin were erased.
  { at: "12-04T05:59:59", ...byErased, action: "Marketing emails changed", value: "Subscribed", subject: 99 },
  { at: "11-29T05:59:59", ...byZoe, action: "Account deleted", value: "zoe@ornament.test", position: 0n },
);

const api = queryApi();
beforeAll(async () => {
  await api.put.admins([
    adminDocument(1, { email: "ann.smith@ornament.test" }),
    adminDocument(2, { email: "bob@ornament.test" }),
  ]);
  await api.put.formerAdmins([{ _id: 3, email: "zoe@ornament.test", deletedAt: new Date(0) }]);
  await api.put.consumers([
    consumerDocument({
      _id: 7,
      email: "lena@example.com",
      formerEmails: ["smith@old.test", "lena@old.test"],
    }),
    consumerDocument({ _id: 8, email: "joe@example.com" }),
  ]);
  await api.leaveTombstone(consumersReadModel, 99);
  await api.put.log(entries);
});

const rowsOf = async (query = ""): Promise<LogEntryRow[]> => {
  const { rows, count } = await api.read(`/api/admin/action-logs?page=1&timeZone=UTC${query}`);
  expect(count).toBe(rows.length);
  expect(await api.read(`/api/admin/action-logs?timeZone=UTC${query}`)).toEqual(rows);
  return rows;
};
const found = async (query: string) => (await rowsOf(query)).map(({ id }) => id).join("");

describe("the subjects of an entry of the System action log", () => {
  test("an entry of the System action log has its PIN and the present email addresses of its accounts", async () => {
    const about = Object.fromEntries((await rowsOf()).map((row) => [row.id, row.about]));
    const none = { consumer: null, pin: null, admin: null };
    const pin = { id: pinIdOf("TREE001"), pin: "TREE-001" };
    expect(about).toEqual({
      a: none,
      b: { consumer: { id: 7, email: "lena@example.com" }, pin, admin: null },
      c: { consumer: { id: 7, email: "lena@example.com" }, pin, admin: null },
      d: { ...none, admin: { id: 2, email: "bob@ornament.test", deleted: false } },
      e: { ...none, consumer: { id: 8, email: "joe@example.com" } },
      f: none,
      g: { ...none, admin: { id: 3, email: "zoe@ornament.test", deleted: true } },
    });
  });

  test("the export of the System action log has the subject and the actor of an entry in New value", async () => {
    const { body } = await api.get("/api/admin/export/action-logs?timeZone=UTC&direction=ASC");
    expect((await parseCsv(String(body))).map((cells) => cells[2])).toEqual([
      "New value",
      "zoe@ornament.test [by zoe@ornament.test]",
      "winter.csv",
      "TREE-001: Lost [lena@example.com by ann.smith@ornament.test]",
      "TREE-001: Lena [by lena@example.com]",
      "bob@ornament.test [by ann.smith@ornament.test]",
      "10 failed attempts (consumer site) [joe@example.com]",
      "Subscribed",
    ]);
  });
});

test("the export of a consumer's log names the admins who acted, and does not repeat the consumer", async () => {
  const { body } = await api.get("/api/admin/export/action-logs?timeZone=UTC&direction=ASC&userId=7");
  expect((await parseCsv(String(body))).slice(1).map((cells) => cells[2])).toEqual([
    "TREE-001: Lost [by ann.smith@ornament.test]",
    "TREE-001: Lena",
  ]);
});

describe("a search of the System action log by account", () => {
  test.each([
    ["a part of an admin's email address with an @ finds what the admin did", "smith@", "dcb"],
    ["an admin's whole email address finds the changes of the admin", "Bob@ornament.test", "d"],
    ["a deleted admin's email address finds what the admin did", "zoe@ornament.test", "g"],
    ["a consumer's email address finds the entries about the consumer", "lena@example.com", "cb"],
    ["a former email address of a consumer finds the entries about the consumer", "lena@old", "cb"],
    ["the part of an admin's email address before the @ finds what the admin did", "n.smith", "db"],
    ["a term without an @ is not searched in the domains of admins", "ornament.t", "dg"],
    ["a term without an @ is not searched in the email addresses of consumers", "lena", "c"],
    ["two letters are not searched in email addresses", "nn", ""],
    ["the special characters of patterns are literal in email addresses", "ann.*@", ""],
    ["a PIN without its hyphen finds its entries", "tree001", "cb"],
    ["the domain of several email addresses finds their entries", "@example.com", "ecb"],
  ])("%s", async (_case, term, ids) => {
    expect(await found(`&query=${encodeURIComponent(term)}`)).toBe(ids);
  });
});

test.each(["action-logs?page=1&", "action-logs/7?", "export/action-logs?"])(
  "%s refuses dates in the wrong order",
  async (path) => {
    const { status } = await api.get(`/api/admin/${path}startDate=12/02/2026&endDate=12/01/2026`);
    expect(status).toBe(400);
  },
);
