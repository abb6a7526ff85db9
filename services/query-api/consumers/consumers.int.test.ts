import { beforeAll, describe, expect, test } from "@jest/globals";
import type { ConsumerRow } from "@ornament/contracts/consumers/api";
import { consumersReadModel } from "@ornament/contracts/consumers/document";
import type { ConsumerPin } from "@ornament/contracts/pins/api";
import { routes } from "@ornament/contracts/routes";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { consumerDocument, consumerRowDocuments, deviceDocument, pinDocument } from "../testing/documents.ts";
import { now, queryApi } from "../testing/query-api-fixture.ts";

const ann = {
  _id: 1,
  email: "ann@example.com",
  marketingEmail: true,
  createdAt: new Date("2026-11-30T05:59:59.999Z"),
};
const bob = { _id: 2, email: "bob@example.com", createdAt: new Date("2026-11-30T06:00:00Z") };
const eve = {
  _id: 3,
  email: "eve@example.com",
  isActivated: false,
  createdAt: new Date("2026-12-02T05:59:59.999Z"),
};
const annsOrnaments = [
  { code: "TREE001", name: "Tree" },
  { code: "DOOR001", name: "door", status: false },
];
const bobsOrnaments = [{ code: "BOBB001", name: "José’s Straße" }];
const devices = [
  deviceDocument(1, { name: "Kitchen", lastLogin: new Date("2026-12-01T01:02:03Z") }),
  deviceDocument(2, { userAgent: "Mozilla/5.0 (hostile <b>)" }),
];

const at = queryApi();
beforeAll(async () => {
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
  await at.leaveTombstone(consumersReadModel, 4);
  await at.leaveTombstone(consumersReadModel, "4", "rows");
  await at.put.pins([
    pinDocument("TREE001", { consumerId: 1, email: ann.email, status: true, registeredAt: now, devices }),
    pinDocument("DOOR001", {
      consumerId: 1,
      email: ann.email,
      blocked: true,
      registeredAt: now,
      comment: "Lost",
      comments: [{ comment: "Lost", createdAt: now }],
    }),
    pinDocument("BOBB001", { consumerId: 2, email: bob.email, status: true, registeredAt: now }),
  ]);
});

const table = (query = "") =>
  at.read<{ rows: ConsumerRow[]; count: number; page: number; limit: number }>(
    `/api/admin/table/users${query}`,
  );
const rowIds = async (query: string) => (await table(query)).rows.map(({ rowId }) => rowId);

describe("the Consumers table", () => {
  test("the Consumers table has a row for each PIN and one for a consumer without a PIN, and counts rows", async () => {
    const answer = await table();
    expect(routes.listConsumers.response.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({ count: 4, page: 1, limit: 10 });
    expect(answer.rows.map(({ rowId }) => rowId)).toEqual(["1-DOOR001", "1-TREE001", "2-BOBB001", "3"]);
    expect(answer.rows[0]).toEqual({
      rowId: "1-DOOR001",
      id: 1,
      email: "ann@example.com",
      isActivated: true,
      marketingEmail: true,
      createdAt: ann.createdAt.toISOString(),
      formerEmails: [],
      pin: {
        id: pinIdOf("DOOR001"),
        pin: "DOOR-001",
        name: "door",
        status: false,
        blocked: true,
        countDevices: 0,
        deviceLimit: 5,
        devices: [],
        registeredAt: now.toISOString(),
        batchName: "winter",
        comment: "Lost",
        version: expect.stringMatching(/^\d+$/),
        statusChange: null,
        pinDeactivationComments: [{ comment: "Lost", createdAt: now.toISOString() }],
      },
    });
    expect(answer.rows[3]).toMatchObject({ id: 3, isActivated: false, pin: null });
  });

  test.each([
    ["id", ["1-DOOR001", "1-TREE001", "2-BOBB001", "3"]],
    ["email", ["1-DOOR001", "1-TREE001", "2-BOBB001", "3"]],
    ["pin", ["3", "2-BOBB001", "1-DOOR001", "1-TREE001"]],
    ["name", ["3", "1-DOOR001", "2-BOBB001", "1-TREE001"]],
    ["status", ["3", "1-DOOR001", "1-TREE001", "2-BOBB001"]],
    ["marketingEmail", ["2-BOBB001", "3", "1-DOOR001", "1-TREE001"]],
    ["createdAt", ["1-DOOR001", "1-TREE001", "2-BOBB001", "3"]],
  ])("the Consumers table is sorted by %s in both directions", async (field, ids) => {
    expect(await rowIds(`?fieldName=${field}&direction=ASC`)).toEqual(ids);
    expect(await rowIds(`?fieldName=${field}&direction=DESC`)).toEqual([...ids].reverse());
  });

  test.each([
    ["?startDate=11/30/2026&endDate=12/01/2026&timeZone=America/Chicago", ["2-BOBB001", "3"]],
    ["?endDate=11/29/2026&timeZone=America/Chicago", ["1-DOOR001", "1-TREE001"]],
    ["?startDate=12/02/2026", ["3"]],
    ["?startDate=12/02/2026&timeZone=America/Chicago", []],
    ["?startDate=11/30/2026&endDate=11/30/2026", ["1-DOOR001", "1-TREE001", "2-BOBB001"]],
    ["?startDate=11/30/2026&endDate=11/30/2026&query=bob", ["2-BOBB001"]],
    ["?endDate=11/29/2026&query=ann@example.com", []],
  ])("the query %s of the Consumers table filters by whole days of the time zone", async (query, found) => {
    const { rows, count } = await table(query);
    expect(rows.map(({ rowId }) => rowId)).toEqual(found);
    expect(count).toBe(found.length);
  });

  test("a mistyped PIN finds the consumers with similar PINs, and the page says so", async () => {
    const page = await table("?query=TREE-011");
    expect(page).toMatchObject({ rows: [{ rowId: "1-TREE001" }], count: 1, similar: true });
    expect(routes.listConsumers.response.parse(page)).toEqual(page);
    expect(await table("?query=TREE-001")).not.toHaveProperty("similar");
  });

  test("the Consumers table has devices only if the request asks for them", async () => {
    const { rows } = await table("?query=tree001&getDevices=true");
    expect(rows[0]?.pin).toMatchObject({ countDevices: 2 });
    expect(rows[0]?.pin?.devices).toEqual([
      {
        id: 1,
        name: "Kitchen",
        title: "",
        pinCodeId: pinIdOf("TREE001"),
        lastLogin: "2026-12-01T01:02:03.000Z",
      },
      {
        id: 2,
        name: "",
        title: "Mozilla/5.0 (hostile <b>)",
        pinCodeId: pinIdOf("TREE001"),
        lastLogin: now.toISOString(),
      },
    ]);
    expect((await table("?query=tree001&getDevices=false")).rows[0]?.pin?.devices).toEqual([]);
  });

  test.each([
    "?page=0",
    "?limit=0",
    "?page=0&limit=0",
    "?page=0&limit=0&export=false",
    "?startDate=12/02/2026&endDate=12/01/2026",
    "?startDate=2026-12-01",
    "?startDate=02/30/2026",
    "?timeZone=Nowhere",
    "?limit=11",
    "?getDevices=yes",
  ])("the query %s of the Consumers table is refused", async (query) => {
    const { status, body } = await at.get(`/api/admin/table/users${query}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_request" });
  });
});

describe("a consumer's profile", () => {
  test("a consumer's profile has the account, its PINs and their devices", async () => {
    const { status, body } = await at.get("/api/admin/user-profile/1");
    expect(status).toBe(200);
    expect(routes.consumerProfile.response.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      id: 1,
      email: "ann@example.com",
      marketingEmail: true,
      isActivated: true,
      confirmedAt: now.toISOString(),
      formerEmails: [],
      pins: { count: 2 },
      version: "100",
    });
    expect(body.devices).toEqual(body.pins.rows.flatMap((pin: ConsumerPin) => pin.devices));
    expect(body.devices).toHaveLength(2);
    const [tree, door] = body.pins.rows;
    expect(tree).toMatchObject({ pin: "TREE-001", name: "Tree", blocked: false, countDevices: 2 });
    expect(tree.devices.map(({ name }: { name: string }) => name)).toEqual(["Kitchen", ""]);
    expect(door).toMatchObject({ pin: "DOOR-001", status: false, blocked: true, devices: [] });
  });

  test.each(["4", "99", "0"])("the profile of the unknown id %s is answered with 404", async (id) => {
    expect(await at.get(`/api/admin/user-profile/${id}`)).toMatchObject({
      status: 404,
      body: { code: "consumer_not_found" },
    });
  });
});
