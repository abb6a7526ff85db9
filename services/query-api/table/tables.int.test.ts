import { beforeAll, describe, expect, test } from "@jest/globals";
import type { AdminRow } from "@ornament/contracts/admins/api";
import { adminsReadModel } from "@ornament/contracts/admins/document";
import type { PinRow } from "@ornament/contracts/pins/api";
import type { pinsTable } from "@ornament/contracts/pins/columns";
import { routes } from "@ornament/contracts/routes";
import type { SortKey } from "@ornament/contracts/tables/table-keys";
import { testOnEmbeddedMongo } from "@ornament/testing/stores/test-mongo";
import { adminDocument, deviceDocument, pinDocument } from "../testing/documents.ts";
import { now, queryApi } from "../testing/query-api-fixture.ts";

const at = queryApi();

const rowsAt = <R>(path: string) => at.read<{ rows: R[]; count: number; page: number; limit: number }>(path);

describe("the Admins table", () => {
  const admins = (query = "") => rowsAt<AdminRow>(`/api/admin/admins${query}`);
  const emails = async (query: string) => (await admins(query)).rows.map(({ email }) => email);

  beforeAll(async () => {
    await at.put.admins([
      adminDocument(1, { email: "ann@ornament.test", firstName: "Ann", lastName: "Zimmer", role: "ADMIN" }),
      adminDocument(2, { email: "bob@ornament.test", firstName: "ÉMILE", lastName: "ann[e]" }),
      adminDocument(3, { email: "carl@ornament.test", firstName: "carl", lastName: "", isActivated: false }),
    ]);
    await at.leaveTombstone(adminsReadModel, 9);
  });

  test("the Admins table has all columns and no tombstones", async () => {
    const answer = await admins();
    expect(routes.listAdmins.response.parse(answer)).toEqual(answer);
    const { rows, count, page, limit } = answer;
    expect({ count, page, limit }).toEqual({ count: 3, page: 1, limit: 10 });
    expect(rows[0]).toEqual({
      id: 1,
      role: "ADMIN",
      email: "ann@ornament.test",
      firstName: "Ann",
      lastName: "Zimmer",
      isActivated: true,
      version: "100",
    });
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test.each([
    ["role", [1, 2, 3]],
    ["email", [1, 2, 3]],
    ["firstName", [1, 3, 2]],
    ["lastName", [3, 2, 1]],
    ["isActivated", [3, 1, 2]],
  ])("the Admins table is sorted by %s in both directions, and names ignoring case", async (field, ids) => {
    const sorted = async (direction: string) =>
      (await admins(`?fieldName=${field}&direction=${direction}`)).rows.map(({ id }) => id);
    expect(await sorted("ASC")).toEqual(ids);
    expect(await sorted("DESC")).toEqual([...ids].reverse());
  });

  test.each([
    ["?query=ANN", ["ann@ornament.test", "bob@ornament.test"]],
    ["?query=Zimmer%20%20ann", ["ann@ornament.test"]],
    ["?query=ann%20zimmer&field=firstName", []],
    ["?query=ann&field=lastName", ["bob@ornament.test"]],
    ["?query=Emile", ["bob@ornament.test"]],
    ["?query=%5Be%5D", ["bob@ornament.test"]],
    ["?query=.*", []],
    ["?query=%20%20", ["ann@ornament.test", "bob@ornament.test", "carl@ornament.test"]],
    ["?query=%00", []],
  ])("the query %s of the Admins table finds %j", async (query, found) => {
    expect(await emails(query)).toEqual(found);
  });

  test("an IT Admin and an Auditor can read every admin profile, Customer support only its own", async () => {
    expect((await at.get("/api/admin/profile/1")).body).toMatchObject({ id: 1, firstName: "Ann" });
    const member = await at.signIn("MEMBER", { subjectId: 2 });
    expect((await at.get("/api/admin/profile/2", { token: member })).status).toBe(200);
    expect((await at.get("/api/admin/profile/1", { token: member })).status).toBe(403);
    const auditor = await at.signIn("AUDITOR", { subjectId: 3 });
    expect((await at.get("/api/admin/profile/1", { token: auditor })).status).toBe(200);
    for (const missing of ["9", "77"])
      expect(await at.get(`/api/admin/profile/${missing}`)).toMatchObject({
        status: 404,
        body: { code: "admin_not_found" },
      });
  });
});

describe("the Pins table", () => {
  const pins = (query = "") => rowsAt<PinRow>(`/api/admin/table/pins${query}`);
  const codes = async (query: string) => (await pins(query)).rows.map(({ pin }) => pin);
  const comment = { comment: "Lost", createdAt: now };

  beforeAll(async () => {
    const owner = { consumerId: 7, email: "ann@example.com", status: true };
    await at.put.pins([
      pinDocument("AAAA001", {
        ...owner,
        registeredAt: now,
        devices: [deviceDocument(1), deviceDocument(2)],
        batchName: "north 9",
      }),
      pinDocument("AAAA002", {
        ...owner,
        status: false,
        blocked: true,
        registeredAt: new Date(now.getTime() - 1000),
        batchName: "North 10",
        comment: "Lost",
        comments: [comment],
      }),
      pinDocument("BBBB001", {
        consumerId: 8,
        email: "aaaa-001@example.com",
        status: true,
        batchName: "north",
      }),
      ...Array.from({ length: 27 }, (_, n) => pinDocument(`ZZZZ${100 + n}`)),
    ]);
  });

  test("the Pins table has all columns", async () => {
    const answer = await pins();
    expect(routes.listPins.response.parse(answer)).toEqual(answer);
    const { rows, count } = answer;
    expect(count).toBe(30);
    expect(rows).toHaveLength(10);
    expect(rows[0]).toEqual({
      id: expect.any(Number),
      pin: "AAAA-001",
      email: "ann@example.com",
      userId: 7,
      status: true,
      blocked: false,
      countDevices: 2,
      deviceLimit: 5,
      batchName: "north 9",
      registeredAt: now.toISOString(),
      comment: "",
      pinDeactivationComments: [],
      statusChange: null,
      version: "100",
    });
    expect(rows[1]).toMatchObject({
      status: false,
      blocked: true,
      pinDeactivationComments: [{ comment: "Lost", createdAt: now.toISOString() }],
    });
  });

  test("the Pins table has pages without gaps or repeats, and no rows after the last page", async () => {
    const seen = (
      await Promise.all([1, 2, 3].map((page) => codes(`?page=${page}&fieldName=batchName`)))
    ).flat();
    expect(new Set(seen).size).toBe(30);
    expect(await pins("?page=2&limit=25")).toMatchObject({ count: 30, page: 2, limit: 25 });
    expect(await codes("?page=4")).toEqual([]);
    expect((await pins("?page=10000000&limit=100")).count).toBe(30);
  });

  testOnEmbeddedMongo("faults")(
    "are counted the same where the store counts in 64-bit integers",
    async () => {
      at.mongo.embedded.faults.longCounters = true;
      expect(await pins("?page=2&limit=25")).toMatchObject({ count: 30, page: 2, limit: 25 });
      expect((await pins("?query=AAAA-001&field=pin")).count).toBe(1);
      at.mongo.embedded.faults.longCounters = false;
    },
  );

  /** The first PIN of each order, upwards and downwards. */
  const firstOf: Record<SortKey<typeof pinsTable>, readonly [string, string]> = {
    id: ["AAAA-001", "ZZZZ-126"],
    pin: ["AAAA-001", "ZZZZ-126"],
    email: ["ZZZZ-100", "AAAA-002"],
    status: ["AAAA-002", "BBBB-001"],
    countDevices: ["AAAA-002", "AAAA-001"],
    batchName: ["BBBB-001", "ZZZZ-126"],
    registeredAt: ["AAAA-002", "AAAA-001"],
    comment: ["AAAA-001", "AAAA-002"],
  };
  test.each(Object.entries(firstOf))(
    "the Pins table is sorted by %s, and rows of equal value by PIN",
    async (field, [least, greatest]) => {
      expect((await codes(`?fieldName=${field}&direction=ASC`))[0]).toBe(least);
      expect((await codes(`?fieldName=${field}&direction=DESC`))[0]).toBe(greatest);
    },
  );

  test("PINs without an activation date come after the dated ones in both directions, on all pages", async () => {
    for (const direction of ["ASC", "DESC"]) {
      const pages = [1, 2, 3].map((page) =>
        codes(`?fieldName=registeredAt&direction=${direction}&page=${page}`),
      );
      const all = (await Promise.all(pages)).flat();
      expect(new Set(all).size).toBe(30);
      expect(all.slice(0, 2).toSorted()).toEqual(["AAAA-001", "AAAA-002"]);
    }
  });

  test("the Pins table has the current device limit", async () => {
    await at.put.settings([{ _id: "numberDevices", value: 1, changedAt: now }]);
    await at.register("settings", { commit: 101n });
    expect((await pins()).rows.map(({ deviceLimit }) => deviceLimit)).toEqual(Array(10).fill(1));
    expect((await at.get("/api/admin/controls")).body).toMatchObject({
      rows: [
        { name: "numberDevices", value: 1 },
        { name: "playerUrl", value: "https://player.ornament.test/" },
      ],
    });
    expect((await at.api.call("GET", "/api/settings")).body).toMatchObject({
      numberDevices: 1,
      brand: { supportEmail: "help@ornament.test" },
      humanCheckSiteKey: "site-key",
      humanCheckScriptUrl: "https://captcha.example/api.js",
    });
  });
});
