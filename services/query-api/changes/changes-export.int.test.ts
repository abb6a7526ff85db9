import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { type AdminDocument, adminsReadModel } from "@ornament/contracts/read-models/admins";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import {
  addedPin,
  blockedPin,
  changesExportPath,
  comparisonIdOf,
  comparisonStore,
} from "../testing/comparison-store.ts";
import { adminDocument, logDocument } from "../testing/documents.ts";
import { now, type QueryApiUnderTest, startQueryApi } from "../testing/query-api-fixture.ts";

let at: QueryApiUnderTest;
const store = comparisonStore(() => at.db);
beforeAll(async () => {
  at = await startQueryApi();
  await at.put<AdminDocument>(adminsReadModel, [adminDocument(3, { email: "ann@ornament.test" })]);
  await at.put<ActionLogDocument>(actionLogReadModel, [
    logDocument("deactivated", {
      actor: "admin-3",
      role: "IT Admin",
      adminRole: "ADMIN",
      action: "PIN deactivated",
      value: "TREE-001: Lost",
      about: "pin-TREE001",
      position: 40n,
      createdAt: new Date("2026-11-24T12:00:00Z"),
    }),
  ]);
});
afterAll(() => at.close());
beforeEach(() => store.clear());

describe("the export of changes", () => {
  const head = ["Change", "Row", "Field", "Before", "After", "Date", "Action", "Role", "By", "Position"];

  test("the export has a line for each changed field, with instants in the time zone and who changed it", async () => {
    await store.put("pins", {}, [
      {
        ...blockedPin,
        fields: [
          ...blockedPin.fields,
          {
            field: "registeredAt",
            before: "",
            after: "2026-11-24T12:00:00.000Z",
            event: "unknown",
            request: null,
          },
        ],
      },
      { id: 10, kind: "removed", name: "=1+1", fields: [] },
    ]);
    const { status, body, headers } = await at.get(changesExportPath("pins", "&timeZone=America/Chicago"));
    expect(status).toBe(200);
    expect(await parseCsv(body)).toEqual([
      head,
      [
        "Changed",
        "TREE-001",
        "PIN Status",
        "Registered",
        "Deactivated",
        "11/24/26 06:00:00 am",
        "PIN deactivated",
        "IT Admin",
        "ann@ornament.test",
        "40",
      ],
      ["Changed", "TREE-001", "Activation date", "", "11/24/26 06:00:00 am", "", "", "", "", ""],
      ["Removed", "'=1+1", "", "", "", "", "", "", "", ""],
    ]);
    expect(headers.get("content-disposition")).toContain(
      'filename="Pins changes _ 11-23-26 06-00-00 pm _ 11-24-26 06-00-00 pm.csv"',
    );
  });

  test("the export has all rows in their order, more than one read has", async () => {
    const ids = Array.from({ length: 1_100 }, (_, n) => n + 1);
    await store.put("pins", {}, ids.toReversed().map(addedPin));
    const { body } = await at.get(changesExportPath("pins"));
    const rows = await parseCsv(body);
    expect(rows.slice(1).map(([, row]) => row)).toEqual(ids.map((id) => `PIN ${id}`));
  });

  test("the export of no changes has its header", async () => {
    await store.put("pins", {});
    expect(await parseCsv((await at.get(changesExportPath("pins"))).body)).toEqual([head]);
  });

  test("the export is a use of the comparison", async () => {
    await store.put("pins", {}, [blockedPin]);
    await at.get(changesExportPath("pins"));
    expect(await store.comparisons().findOne({ _id: comparisonIdOf("pins") })).toMatchObject({ usedAt: now });
  });

  test("the export of a comparison whose rows are gone already is an error without a file", async () => {
    await store.put("pins", { rows: 3 });
    const { status, body, headers } = await at.get(changesExportPath("pins"));
    expect({ status, code: body.code }).toEqual({ status: 503, code: "unavailable" });
    expect(headers.get("content-disposition")).toBeNull();
  });

  test("the export of an unknown time zone is refused", async () => {
    expect((await at.get(changesExportPath("pins", "&timeZone=Moon/Base"))).status).toBe(400);
  });

  test("the export of a comparison that is removed in the middle breaks off and is no shorter file", async () => {
    // More than the buffers of the connection hold, so that the first part is read before the last is sent.
    const long = "x".repeat(20_000);
    const rows = Array.from({ length: 1_500 }, (_, n) => ({
      ...addedPin(n + 1),
      fields: [{ field: "comment", before: "", after: long, event: "unknown", request: null }],
    }));
    await store.put("pins", {}, rows);
    const headers = { Authorization: `Bearer ${await at.signIn("ADMIN")}` };
    const answer = await fetch(at.url + changesExportPath("pins"), { headers });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    await reader?.read();
    await store.removeRows();
    const rest = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return;
    };
    await expect(rest()).rejects.toThrow();
  });
});
