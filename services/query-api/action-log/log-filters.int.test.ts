import { beforeAll, describe, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import { logDocuments, pinDocument } from "../testing/documents.ts";
import { queryApi } from "../testing/query-api-fixture.ts";

const byAnn = { actor: "admin-1", role: "IT Admin", adminRole: "ADMIN" } as const;
const byMo = { actor: "admin-2", role: "Customer support", adminRole: "MEMBER" } as const;
const byLena = { actor: "consumer-7", role: "Customer", subject: 7 } as const;
const lost = { action: "PIN deactivated", value: "TREE-001: Lost" };
const changed = { action: "Setting changed" };
const ofTree = { group: "pins", about: "pin-TREE001" } as const;
const entries = logDocuments(
  { at: "11-30T23:30:00", ...byAnn, action: "PINs imported", value: "winter.csv", about: "import-first" },
  { at: "12-01T15:05:09", ...byLena, ...ofTree, action: "PIN registered", request: "r1", session: "s1" },
  { at: "12-01T15:05:09", ...byLena, ...ofTree, action: "Device bound", request: "r1", session: "s1" },
  { at: "12-01T15:06:00", ...byAnn, ...ofTree, ...lost, subject: 7, request: "r2", session: "s2" },
  { at: "12-02T05:59:59", ...byAnn, ...changed, group: "settings", about: "setting-numberDevices" },
  { at: "12-02T06:00:00", ...byMo, action: "Admin name changed", group: "admins", about: "admin-2" },
  { at: "12-03T06:00:00", action: "PINs imported", value: "spring.csv, 3 PINs", about: "import-second" },
);

const api = queryApi();
beforeAll(async () => {
  await api.put.log(entries);
  await api.put.pins([pinDocument("TREE001", { importId: "first" })]);
  await api.put.batches([
    {
      _id: "Winter – new",
      createdAt: new Date("2026-11-30T23:30:00Z"),
      imports: ["first", "second"],
      pins: 1,
    },
  ]);
});

type Query = Readonly<Record<string, string>>;

/** The ids of the page, after the same in the whole list and in the export. */
async function found(query: Query, path = ""): Promise<string> {
  const search = new URLSearchParams({ timeZone: "UTC", ...query });
  const { rows, count } = await api.read(`/api/admin/action-logs${path}?page=1&${search}`);
  expect(count).toBe(rows.length);
  expect(await api.read(`/api/admin/action-logs${path}?${search}`)).toEqual(rows);
  if (path === "") {
    const report = await parseCsv(String((await api.get(`/api/admin/export/action-logs?${search}`)).body));
    const actions = rows.map((row: LogEntryRow) => row.actionType.name);
    expect(report.slice(1).map((cells) => cells[1])).toEqual(actions);
  }
  return rows.map(({ id }: LogEntryRow) => id).join("");
}

describe("a filter of the System action log", () => {
  test.each<[string, Query, string]>([
    ["an admin as the actor", { actor: "admin-1" }, "eda"],
    ["a consumer as the actor", { actor: "consumer-7" }, "cb"],
    ["the system as the actor", { actor: "system" }, "g"],
    ["an unknown actor", { actor: "admin-99" }, ""],
    ["the role IT Admin", { role: "ADMIN" }, "eda"],
    ["the role Customer support", { role: "MEMBER" }, "f"],
    ["the role of consumers", { role: "consumer" }, "cb"],
    ["the role of the system", { role: "system" }, "g"],
    ["a group", { group: "pins" }, "dcb"],
    ["a group without entries", { group: "looking" }, ""],
    ["an action", { action: "PINs imported" }, "ga"],
    ["a part of an action's name", { action: "PINs" }, ""],
    ["a consumer", { subject: "consumer-7" }, "dcb"],
    ["an admin account", { subject: "admin-2" }, "f"],
    ["a setting", { subject: "setting-numberDevices" }, "e"],
    ["an import", { subject: "import-second" }, "g"],
    ["a PIN, with the import that added it", { subject: "pin-TREE001" }, "dcba"],
    ["a PIN as it is shown", { subject: "pin-tree-001" }, "dcba"],
    ["an unknown PIN", { subject: "pin-ZZZZ999" }, ""],
    ["a batch: its imports", { subject: "batch-Winter – new" }, "ga"],
    ["an unknown batch", { subject: "batch-summer" }, ""],
    ["a request", { request: "r1" }, "cb"],
    ["a session", { session: "s2" }, "d"],
    ["a minute", { since: "2026-12-01T15:05:00Z", until: "2026-12-01T15:06:00Z" }, "cb"],
    ["the first instant, included", { since: "2026-12-01T15:06:00Z" }, "gfed"],
    ["the last instant, not included", { until: "2026-12-01T15:06:00Z" }, "cba"],
    ["a day and an instant in it", { endDate: "12/01/2026", since: "2026-12-01T15:05:30Z" }, "d"],
    ["a first day and an earlier instant", { startDate: "12/02/2026", since: "2026-12-01T15:05:30Z" }, "gfe"],
    ["an instant and an earlier last day", { endDate: "11/30/2026", until: "2026-12-01T15:06:00Z" }, "a"],
  ])("a filter of the System action log by %s finds its entries", async (_by, query, ids) => {
    expect(await found(query)).toBe(ids);
  });

  test.each<[string, Query, string]>([
    ["an actor and a group", { actor: "admin-1", group: "pins" }, "d"],
    ["a subject and a role", { subject: "pin-TREE001", role: "ADMIN" }, "da"],
    ["a subject and a day", { subject: "pin-TREE001", startDate: "12/01/2026" }, "dcb"],
    ["an actor and a search", { actor: "admin-1", query: "lost" }, "d"],
    ["a group and a search for a date", { group: "pins", query: "15:05:09 " }, ""],
    ["a group and a search for a time", { group: "pins", query: "03:05:09 pm" }, "cb"],
    ["a batch and a search", { subject: "batch-Winter – new", query: "spring" }, "g"],
    ["all kinds", { actor: "admin-1", role: "ADMIN", group: "pins", session: "s2", request: "r2" }, "d"],
  ])("filters of the System action log by %s are combined", async (_by, query, ids) => {
    expect(await found(query)).toBe(ids);
  });

  test("a consumer's log has the filters, too, and no entries of another consumer", async () => {
    expect(await found({ actor: "admin-1" }, "/7")).toBe("d");
    expect(await found({ subject: "consumer-7" }, "/8")).toBe("");
  });

  test.each(["actor=ann", "actor=admin-", "role=chief", "group=all", "subject=lena", "since=yesterday"])(
    "the System action log refuses the filter %s",
    async (query) => {
      expect((await api.get(`/api/admin/action-logs?page=1&${query}`)).status).toBe(400);
    },
  );
});
