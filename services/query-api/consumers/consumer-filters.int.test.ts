import { beforeAll, describe, expect, test } from "@jest/globals";
import type { ConsumerRow } from "@ornament/contracts/consumers/api";
import { consumersReadModel } from "@ornament/contracts/consumers/document";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import { adminDocument, consumerDocument, consumerRowDocuments, pinDocument } from "../testing/documents.ts";
import { now, queryApi } from "../testing/query-api-fixture.ts";

const ann = {
  _id: 1,
  email: "anna@example.com",
  formerEmails: ["newer@example.com", "first@example.com"],
  createdAt: new Date("2026-11-01T12:00:00Z"),
};
const bob = { _id: 2, email: "newer@example.com", createdAt: new Date("2026-11-20T12:00:00Z") };
const eve = { _id: 3, email: "eve@example.com", isActivated: false, createdAt: now };
const annsOrnaments = [
  { code: "TREE001", name: "Big Tree", deviceIds: [1, 2, 3] },
  { code: "DOOR001", name: "Door", status: false, deviceIds: [4] },
];
const bobsOrnaments = [{ code: "BOBB001", name: "BIG Attic", deviceIds: [5, 6] }];
const change = { comment: "Reported stolen", createdAt: now, blocked: true, role: "IT Admin", adminId: 5 };

const at = queryApi();
beforeAll(async () => {
  await at.put.admins([adminDocument(5, { email: "ida@ornament.test" })]);
  await at.put.settings([{ _id: "numberDevices", value: 2, changedAt: now }]);
  await at.put.consumers([
    consumerDocument(ann, annsOrnaments),
    consumerDocument(bob, bobsOrnaments),
    consumerDocument(eve),
  ]);
  await at.put.consumerRows([
    ...consumerRowDocuments(ann, annsOrnaments),
    ...consumerRowDocuments(bob, bobsOrnaments),
    ...consumerRowDocuments(eve),
  ]);
  await at.leaveTombstone(consumersReadModel, "4", "rows");
  await at.put.pins([
    pinDocument("TREE001", { consumerId: 1, email: ann.email, status: true }),
    pinDocument("DOOR001", {
      consumerId: 1,
      email: ann.email,
      blocked: true,
      batchName: "north",
      comment: change.comment,
      statusChange: change,
    }),
    pinDocument("BOBB001", { consumerId: 2, email: bob.email, status: true }),
  ]);
});

const rowsOf = async (parameters: Record<string, string>) => {
  const path = `/api/admin/table/users?${new URLSearchParams(parameters)}`;
  const { rows, count } = await at.read<{ rows: ConsumerRow[]; count: number }>(path);
  expect(parameters.export === "true" ? rows.length : count).toBe(rows.length);
  return rows;
};
const found = async (parameters: Record<string, string>) =>
  (await rowsOf(parameters)).map(({ rowId }) => rowId).toSorted();

test.each<[string, string, string[]]>([
  ["tree 001", "all", ["1-TREE001"]],
  ["PIN: TREE–OO1", "all", ["1-TREE001"]],
  ["bobboo1", "pin", ["2-BOBB001"]],
  ["anna big", "all", ["1-TREE001"]],
  ["BIG", "all", ["1-TREE001", "2-BOBB001"]],
  ["first@example.com", "all", ["1-DOOR001", "1-TREE001"]],
  ["first@", "email", ["1-DOOR001", "1-TREE001"]],
  ["newer@example.com", "all", ["1-DOOR001", "1-TREE001", "2-BOBB001"]],
  ["newer@example.com", "email", ["1-DOOR001", "1-TREE001", "2-BOBB001"]],
  ["big", "email", []],
  ["big", "pin", []],
  ["b.g", "all", []],
])("the term %j in the field %s finds the rows %j of the Consumers table", async (query, field, rows) => {
  expect(await found({ query, field })).toEqual(rows);
});

describe("a filter of the Consumers table", () => {
  const cases: [Record<string, string>, string[]][] = [
    [{ filter: "all" }, ["1-DOOR001", "1-TREE001", "2-BOBB001", "3"]],
    [{ filter: "blocked" }, ["1-DOOR001"]],
    [{ filter: "overLimit" }, ["1-TREE001"]],
    [{ filter: "unconfirmed" }, ["3"]],
    [{ filter: "blocked", query: "anna" }, ["1-DOOR001"]],
    [{ filter: "unconfirmed", startDate: "12/01/2026" }, ["3"]],
    [{ filter: "unconfirmed", endDate: "11/30/2026" }, []],
    [{ filter: "blocked", query: "door", startDate: "11/01/2026", endDate: "11/01/2026" }, ["1-DOOR001"]],
  ];

  test.each(cases)("the filter %j shows the rows %j, also in exports", async (parameters, rows) => {
    expect(await found(parameters)).toEqual(rows);
    expect(await found({ ...parameters, export: "true", page: "0", limit: "0" })).toEqual(rows);
    const { status, body } = await at.get(`/api/admin/export/users?${new URLSearchParams(parameters)}`);
    expect(status).toBe(200);
    const [, ...lines] = await parseCsv(body);
    expect(lines).toHaveLength(rows.length);
  });
});

test.each(["/api/admin/table/users", "/api/admin/export/users"])(
  "%s refuses dates in the wrong order and days that do not exist, and names the field",
  async (path) => {
    const refused = async (query: string) => {
      const { status, body } = await at.get(`${path}?${query}`);
      return { status, errors: body.errors };
    };
    expect(await refused("startDate=12/02/2026&endDate=12/01/2026")).toEqual({
      status: 400,
      errors: [{ path: "startDate", message: "From cannot be later than To" }],
    });
    expect(await refused("endDate=02/30/2026")).toEqual({
      status: 400,
      errors: [expect.objectContaining({ path: "endDate" })],
    });
    expect((await at.get(`${path}?startDate=01/31/2026&endDate=02/01/2026`)).status).toBe(200);
    expect((await at.get(`${path}?filter=overlimit`)).status).toBe(400);
  },
);

test("rows and the profile have former email addresses, batch, Commentary and the author of the last status change", async () => {
  const shown = {
    batchName: "north",
    comment: "Reported stolen",
    statusChange: {
      comment: "Reported stolen",
      createdAt: now.toISOString(),
      blocked: true,
      role: "IT Admin",
      admin: { id: 5, email: "ida@ornament.test" },
    },
  };
  for (const parameters of [
    { query: "DOOR-001" },
    { query: "DOOR-001", export: "true", page: "0", limit: "0" },
  ])
    expect(await rowsOf(parameters)).toEqual([
      expect.objectContaining({ formerEmails: ann.formerEmails, pin: expect.objectContaining(shown) }),
    ]);
  const body = await at.read("/api/admin/user-profile/1");
  expect(body).toMatchObject({
    formerEmails: ann.formerEmails,
    confirmedAt: now.toISOString(),
    version: "100",
  });
  expect(body.pins.rows[1]).toMatchObject(shown);
  expect(body.pins.rows[0]).toMatchObject({ statusChange: null });
});
