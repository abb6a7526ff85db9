import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/api/routes";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { type AdminDocument, adminsReadModel } from "@ornament/contracts/read-models/admins";
import {
  addedPin,
  blockedPin,
  changesPath,
  comparisonIdOf,
  comparisonStore,
  from,
  to,
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

const listed = async (address: string) => {
  const { status, body } = await at.get(address);
  expect({ address, status, body }).toMatchObject({ address, status: 200 });
  expect(routes.listChanges.response.parse(body)).toEqual(body);
  return body;
};
describe("a page of changes", () => {
  test("a page has the changed rows in the order of their numbers, and the number of all rows", async () => {
    const ids = Array.from({ length: 12 }, (_, n) => n + 1);
    await store.put("pins", {}, ids.toReversed().map(addedPin));
    const first = await listed(changesPath("pins"));
    expect(first).toMatchObject({ count: 12, page: 1, limit: 10, from, to });
    expect(first.rows.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 10).map(String));
    const second = await listed(changesPath("pins", "&page=2"));
    expect(second.rows.map(({ id }: { id: string }) => id)).toEqual(["11", "12"]);
    expect((await listed(changesPath("pins", "&page=3"))).rows).toEqual([]);
  });

  test("a changed field has its title, the values, and the entry of its event with the actor", async () => {
    await store.put("pins", {}, [blockedPin]);
    const [row] = (await listed(changesPath("pins"))).rows;
    expect(row).toMatchObject({
      id: "9",
      kind: "changed",
      name: "TREE-001",
      fields: [
        {
          field: "status",
          title: "PIN Status",
          before: "Registered",
          after: "Deactivated",
          isInstant: false,
          event: "deactivated",
          entry: {
            id: "deactivated",
            actionType: { name: "PIN deactivated" },
            admin: { id: 3, email: "ann@ornament.test" },
            position: "40",
          },
        },
      ],
    });
  });

  test("a changed field whose event has no entry of the log has none", async () => {
    await store.put("pins", {}, [addedPin(1)]);
    expect((await listed(changesPath("pins"))).rows[0].fields[0]).toMatchObject({
      event: "unknown",
      entry: null,
    });
  });

  test("a field of an instant is marked, so that readers show it in their time zone", async () => {
    const fields = [{ field: "createdAt", before: "", after: from, event: "unknown", request: null }];
    await store.put("admins", {}, [{ id: 3, kind: "added", name: "ann@ornament.test", fields }]);
    expect((await listed(changesPath("admins"))).rows[0].fields[0]).toMatchObject({
      title: "Account created",
      isInstant: true,
      after: from,
    });
  });

  test("a row of a table with texts as ids has its id", async () => {
    const fields = [{ field: "value", before: "5", after: "7", event: "unknown", request: null }];
    await store.put("settings", {}, [{ id: "numberDevices", kind: "changed", name: "Device limit", fields }]);
    expect((await listed(changesPath("settings"))).rows[0]).toMatchObject({ id: "numberDevices" });
  });

  test("a page of one table has no rows of another one", async () => {
    await store.put("pins", {}, [blockedPin]);
    await store.put("admins", {}, []);
    expect(await listed(changesPath("admins"))).toMatchObject({ rows: [], count: 0 });
  });

  test("each page is a use of the comparison", async () => {
    await store.put("pins", {}, [blockedPin]);
    await listed(changesPath("pins"));
    expect(await store.comparisons().findOne({ _id: comparisonIdOf("pins") })).toMatchObject({
      usedAt: now,
      requestedAt: new Date(0),
      state: "ready",
    });
  });

  test("a page whose rows were removed meanwhile is prepared again and never short", async () => {
    await store.put("pins", { rows: 2 }, [blockedPin]);
    const { status, body } = await at.get(changesPath("pins"));
    expect({ status, code: body.code }).toEqual({ status: 409, code: "past_tables_filling" });
  });
});
