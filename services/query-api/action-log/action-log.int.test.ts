import { beforeAll, describe, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { routes } from "@ornament/contracts/routes";
import { adminDocument, logDocument, logDocuments } from "../testing/documents.ts";
import { queryApi } from "../testing/query-api-fixture.ts";

const byAnn = { role: "IT Admin", actor: "admin-1", adminRole: "ADMIN" } as const;
const byMo = { role: "Customer support", actor: "admin-2", adminRole: "MEMBER" } as const;
const lost = { action: "PIN deactivated", value: "TREE-001: Lost [again]" };
const renamed = { role: "Customer", action: "Ornament renamed", value: "Mía’s tree on 12/01/26" };
const entries = logDocuments(
  { at: "11-30T23:30:00", value: "winter.csv, 5 PINs" },
  { at: "12-01T15:05:09", ...byAnn, ...lost, subject: 7 },
  { at: "12-01T15:05:09", ...renamed, subject: 7 },
  { at: "12-02T05:59:59", ...byMo, action: "Email changed", subject: 8 },
);

const api = queryApi();
beforeAll(async () => {
  await api.put.admins([adminDocument(1, { email: "ann@ornament.test" })]);
  await api.put.log(entries);
});

const log = (query: string, path = "/api/admin/action-logs") =>
  api.read<{ rows: LogEntryRow[]; count: number; page: number; limit: number }>(path + query);
const found = async (query: string, path?: string) => {
  const { rows, count } = await log(query, path);
  expect(count).toBe(rows.length);
  return rows.map(({ id }) => id).join("");
};

describe("the System action log", () => {
  test("without parameters the whole System action log is answered, newest first", async () => {
    const { status, body, headers } = await api.get("/api/admin/action-logs");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("application/json");
    expect(routes.listActionLog.response.parse(body)).toEqual(body);
    expect(body.map(({ id }: LogEntryRow) => id)).toEqual(["d", "c", "b", "a"]);
  });

  test("an entry of the System action log has the current email address of its admin", async () => {
    const { rows } = await log("?page=1");
    expect(rows[2]).toEqual({
      id: "b",
      admin: { id: 1, email: "ann@ornament.test", role: "ADMIN", deleted: false },
      actor: "admin-1",
      role: "IT Admin",
      actionType: { name: "PIN deactivated" },
      value: "TREE-001: Lost [again]",
      createdAt: "2026-12-01T15:05:09.000Z",
      subjects: ["consumer-7"],
      about: { consumer: null, pin: null, admin: null },
      changes: [],
      position: "2",
      request: null,
      bulkChange: null,
      partOf: null,
      others: 0,
      session: null,
    });
    expect(rows[0]?.admin).toEqual({ id: 2, email: null, role: "MEMBER", deleted: true });
    expect(rows[1]?.admin).toBeNull();
  });

  test.each([
    ["date", "abcd"],
    ["role", "cdba"],
    ["action", "dcba"],
    ["newValue", "dcba"],
  ])("the System action log is sorted by %s in both directions", async (field, ids) => {
    expect(await found(`?page=1&fieldName=${field}&direction=ASC`)).toBe(ids);
    expect(await found(`?page=1&fieldName=${field}&direction=DESC`)).toBe([...ids].reverse().join(""));
  });

  test.each([
    ["renamed", "UTC", "c"],
    ["[again]", "UTC", "b"],
    ["mia's tree", "UTC", "c"],
    [".*", "UTC", ""],
    ["12/01/26", "America/Chicago", "dcb"],
    ["12/01/26 11:59:59 PM", "America/Chicago", "d"],
    ["am", "UTC", "dc"],
  ])("a search of the System action log for %j in the time zone %s finds %j", async (term, timeZone, ids) => {
    const query = new URLSearchParams({ page: "1", query: term, timeZone });
    expect(await found(`?${query}`)).toBe(ids);
    query.delete("page");
    const { body } = await api.get(`/api/admin/action-logs?${query}`);
    expect(body.map(({ id }: LogEntryRow) => id).join("")).toBe(ids);
  });

  test("a consumer's log has the consumer's actions and those of admins on the consumer", async () => {
    expect(await found("?page=1", "/api/admin/action-logs/7")).toBe("cb");
    expect(await found("?page=1&query=12/01/26", "/api/admin/action-logs/8")).toBe("");
    expect(await found("?page=1&query=05", "/api/admin/action-logs/8")).toBe("d");
    expect((await api.get("/api/admin/action-logs/8")).body).toHaveLength(1);
    expect((await api.get("/api/admin/action-logs/99")).body).toEqual([]);
  });
});

describe("a long System action log", () => {
  const consumer = "/api/admin/action-logs/500";
  const long = Array.from({ length: 2_345 }, (_, n) =>
    logDocument(`n${n}`, {
      subject: 500,
      createdAt: new Date(Date.UTC(2026, 5, 1) + (n % 1_200) * 60_000),
      position: BigInt(n),
    }),
  );
  beforeAll(() => api.put.log(long));

  test.each(["", "&query=06/"])(
    "the pages of a long System action log have no gaps or repeats (query: %j)",
    async (search) => {
      const all = (await api.get(`${consumer}?timeZone=UTC${search}`)).body.map(({ id }: LogEntryRow) => id);
      const pages = Math.ceil(all.length / 100);
      const paged: string[] = [];
      for (let page = 1; page <= pages; page++) {
        const { rows, count } = await log(`?page=${page}&limit=100${search}`, consumer);
        expect(count).toBe(all.length);
        paged.push(...rows.map(({ id }) => id));
      }
      expect(paged).toEqual(all);
      expect(new Set(all).size).toBe(all.length);
      expect((await log(`?page=${pages + 1}&limit=100${search}`, consumer)).rows).toEqual([]);
    },
  );
});

test("a page of the System action log counts the events of other programs, and a page of a consumer's log doesn't", async () => {
  expect(await log("?page=1")).toMatchObject({ forged: 0 });
  const forged = { action: "Event not written by this product", group: "other" } as const;
  await api.put.log([
    logDocument("forged-5-5", { ...forged, createdAt: new Date("2026-11-29"), position: 5n }),
  ]);
  expect(await log("?page=1&group=pins")).toMatchObject({ forged: 1 });
  expect(await found("?page=1&group=other")).toBe("forged-5-5");
  expect(await log("?page=1", "/api/admin/action-logs/7")).not.toHaveProperty("forged");
});
