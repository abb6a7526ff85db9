import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import type { ProjectionName } from "@ornament/contracts/events/projections";
import { accessId } from "@ornament/contracts/read-models/access";
import { type ActionLogDocument, actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import { type AdminDocument, adminsReadModel } from "@ornament/contracts/read-models/admins";
import {
  type ConsumerDocument,
  type ConsumerRowDocument,
  consumersReadModel,
} from "@ornament/contracts/read-models/consumers";
import {
  type FrozenGroupDocument,
  frozenGroupId,
  frozenGroupsCollection,
} from "@ornament/contracts/read-models/frozen-groups";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import { type SignInHelpDocument, signInHelpReadModel } from "@ornament/contracts/read-models/sign-in-help";
import {
  adminDocument,
  consumerDocument,
  consumerRowDocuments,
  logDocument,
  pinDocument,
  signInHelpDocument,
} from "../testing/documents.ts";
import { generationOf, now, type QueryApiUnderTest, startQueryApi } from "../testing/query-api-fixture.ts";

const ann = { _id: 1, email: "ann@example.com" };
const bob = { _id: 2, email: "bob@example.com" };
const since = new Date("2026-12-01T10:42:00.000Z");
const first = new Date("2026-12-01T09:00:00.000Z");
const mark = since.toISOString();

/** Marks a document as the projector does. */
async function freeze(name: ProjectionName, id: string | number, part = "main") {
  const generation = generationOf(name);
  await stores.db.collection<FrozenGroupDocument>(frozenGroupsCollection).insertOne({
    _id: frozenGroupId(generation, part, id),
    generation,
    projection: name,
    part,
    id,
    commit: 50n,
    event: "PinActivated",
    since,
    isMissing: false,
  });
  await stores.register(name, { notUpToDate: { since: first, events: 1, groups: 1 } });
}

let stores: QueryApiUnderTest;
beforeAll(async () => {
  stores = await startQueryApi();
  const admin = { blocked: true, comment: "lost", createdAt: now, role: "IT Admin", adminId: 5 };
  await stores.put<AdminDocument>(adminsReadModel, [adminDocument(5), adminDocument(6)]);
  await stores.put<PinDocument>(pinsReadModel, [
    pinDocument("AAAA001", { consumerId: 1, email: ann.email }),
    pinDocument("AAAA002", { consumerId: 1, email: ann.email }),
    pinDocument("BBBB001", { consumerId: 2, email: bob.email, statusChange: admin }),
    pinDocument("FREE001"),
  ]);
  const annsPins = [{ code: "AAAA001" }, { code: "AAAA002" }].map((pin) => ({ ...pin, name: "Tree" }));
  await stores.put<ConsumerDocument>(consumersReadModel, [
    consumerDocument(ann, annsPins),
    consumerDocument(bob, [{ code: "BBBB001", name: "Door" }]),
    consumerDocument({ _id: 3, email: "eve@example.com" }),
  ]);
  await stores.put<ConsumerRowDocument>(
    consumersReadModel,
    [
      ...consumerRowDocuments(ann, annsPins),
      ...consumerRowDocuments(bob, [{ code: "BBBB001", name: "Door" }]),
      ...consumerRowDocuments({ _id: 3, email: "eve@example.com" }),
    ],
    "rows",
  );
  await stores.put<ActionLogDocument>(actionLogReadModel, [
    logDocument("by-admin", { actor: "admin-5" }),
    logDocument("about-eve", { subject: 3 }),
    logDocument("by-former-admin", { actor: "admin-9" }),
    logDocument("other"),
  ]);
  await stores.put<SignInHelpDocument>(signInHelpReadModel, [
    signInHelpDocument("consumer-1"),
    signInHelpDocument("consumer-2"),
  ]);
});
afterAll(() => stores.close());

interface Row {
  notUpToDateSince?: string;
}

/** The marks of the answer's rows by the value of a field. */
async function marksAt<K extends string>(path: string, key: K): Promise<Record<string, string>> {
  const { status, body } = await stores.get(path);
  expect(status).toBe(200);
  const rows: (Row & Record<K, string>)[] = body.rows ?? body;
  return Object.fromEntries(
    rows.flatMap(({ notUpToDateSince, [key]: id }) =>
      notUpToDateSince ? [[String(id), notUpToDateSince]] : [],
    ),
  );
}

test("no row and no answer is marked while the read models have all events", async () => {
  const { body, headers } = await stores.get("/api/admin/table/pins");
  expect(JSON.stringify(body)).not.toContain("notUpToDateSince");
  expect(headers.get("x-not-up-to-date-since")).toBeNull();
  const { body: csv } = await stores.get("/api/admin/export/users");
  expect(csv).not.toContain("Not up to date");
});

test("a frozen PIN, consumer or admin is marked in every answer that shows it, and other rows are not", async () => {
  await freeze("pins", pinIdOf("AAAA001"));
  await freeze("consumers", 3);
  await freeze("admins", 5);
  await freeze("admins", 9, "former");
  await freeze("signInHelp", "consumer-1");
  await freeze("settings", "numberDevices");

  const { headers } = await stores.get("/api/admin/table/pins");
  expect(headers.get("x-not-up-to-date-since")).toBe(first.toISOString());
  expect(await marksAt("/api/admin/table/pins", "pin")).toEqual({ "AAAA-001": mark, "BBBB-001": mark });
  const ofConsumers = { "1-AAAA001": mark, "2-BBBB001": mark, 3: mark };
  expect(await marksAt("/api/admin/table/users", "rowId")).toEqual(ofConsumers);
  expect(await marksAt("/api/admin/table/users?export=true&page=0&limit=0", "rowId")).toEqual(ofConsumers);
  expect(await marksAt("/api/admin/admins", "id")).toEqual({ 5: mark });
  expect(await marksAt("/api/admin/action-logs", "id")).toEqual({
    "by-admin": mark,
    "by-former-admin": mark,
    "about-eve": mark,
  });

  expect(await marksAt("/api/admin/controls", "name")).toEqual({ numberDevices: mark });

  const marked = async (path: string) => (await stores.get(path)).body.notUpToDateSince;
  expect(await marked("/api/admin/user-profile/3")).toBe(mark);
  expect(await marked("/api/admin/user-profile/1")).toBeUndefined();
  expect(await marked("/api/admin/profile/5")).toBe(mark);
  expect(await marked("/api/admin/user-profile/1/sign-in")).toBe(mark);
  expect(await marked("/api/admin/user-profile/2/sign-in")).toBeUndefined();
  const { body: profile } = await stores.get("/api/admin/user-profile/1");
  expect(profile.pins.rows.map((pin: Row) => pin.notUpToDateSince)).toEqual([mark, undefined]);
  const { body: found } = await stores.get("/api/admin/find?query=AAAA001");
  expect(found.pins).toMatchObject([{ pin: "AAAA-001", notUpToDateSince: mark }]);
});

test("the CSVs mark rows in a last column, whose title says that rows may be missing", async () => {
  const lines = async (path: string): Promise<string[][]> =>
    String((await stores.get(path)).body)
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
  const shown = "12/01/26 10:42:00 am";
  const title = "Not up to date since (rows may be missing since 12/01/26 09:00:00 am)";
  const consumers = await lines("/api/admin/export/users?timeZone=UTC&fieldName=email&direction=ASC");
  expect(consumers.map((cells) => cells.at(-1))).toEqual([title, shown, "", shown, shown]);
  const log = await lines("/api/admin/export/action-logs?timeZone=UTC");
  expect(log[0]?.at(-1)).toBe(title);
  expect(log.slice(1).filter((cells) => cells.at(-1) === shown)).toHaveLength(3);
});

test("an admin whose rights miss a change reads nothing, and other admins do", async () => {
  const token = await stores.signIn("ADMIN", { subjectId: 77 });
  expect((await stores.get("/api/admin/table/pins", { token })).status).toBe(200);
  await freeze("access", accessId("admin", 77));
  expect(await stores.get("/api/admin/table/pins", { token })).toMatchObject({
    status: 503,
    body: { code: "rights_unknown" },
  });
  expect((await stores.get("/api/admin/table/pins")).status).toBe(200);
});
