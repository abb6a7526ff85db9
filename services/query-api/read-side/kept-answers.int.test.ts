import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { limits } from "@ornament/contracts/domain/limits";
import { type AdminDocument, adminsReadModel } from "@ornament/contracts/read-models/admins";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/read-models/pins";
import { type SettingDocument, settingsReadModel } from "@ornament/contracts/read-models/settings";
import { adminDocument, pinDocument } from "../testing/documents.ts";
import { now, type QueryApiUnderTest, startQueryApi } from "../testing/query-api-fixture.ts";

let at: QueryApiUnderTest;
beforeEach(async () => {
  at = await startQueryApi();
});
afterEach(() => at.close());

const listPins = "/api/admin/table/pins";

test("a page that was answered before shows a new PIN and a new device limit with the next request", async () => {
  await at.put<PinDocument>(pinsReadModel, [pinDocument("AAAA001")]);
  const shown = async () =>
    (await at.get(listPins)).body.rows.map(({ pin, deviceLimit }: { pin: string; deviceLimit: number }) => [
      pin,
      deviceLimit,
    ]);
  expect(await shown()).toEqual([["AAAA-001", limits.defaultDeviceLimit]]);
  await at.put<PinDocument>(pinsReadModel, [pinDocument("BBBB001")]);
  await at.register("pins", { commit: 101n });
  expect(await shown()).toEqual([
    ["AAAA-001", limits.defaultDeviceLimit],
    ["BBBB-001", limits.defaultDeviceLimit],
  ]);
  await at.put<SettingDocument>(settingsReadModel, [{ _id: "numberDevices", value: 3, changedAt: now }]);
  await at.register("settings", { commit: 102n });
  expect(await shown()).toEqual([
    ["AAAA-001", 3],
    ["BBBB-001", 3],
  ]);
});

test("a page that nobody has asked for before shows a new PIN and a new device limit with the next request", async () => {
  await at.put<PinDocument>(pinsReadModel, [pinDocument("AAAA001")]);
  const shown = async (limit: number) => {
    const { rows, count } = (await at.get(`${listPins}?limit=${limit}`)).body;
    expect(count).toBe(rows.length);
    return rows.map(({ pin, deviceLimit }: { pin: string; deviceLimit: number }) => [pin, deviceLimit]);
  };
  expect(await shown(10)).toEqual([["AAAA-001", limits.defaultDeviceLimit]]);
  await at.put<SettingDocument>(settingsReadModel, [{ _id: "numberDevices", value: 3, changedAt: now }]);
  await at.put<PinDocument>(pinsReadModel, [pinDocument("BBBB001")]);
  for (const name of ["pins", "settings"] as const) await at.register(name, { commit: 101n });
  const all = [
    ["AAAA-001", 3],
    ["BBBB-001", 3],
  ];
  expect(await shown(25)).toEqual(all);
  expect(await shown(25)).toEqual(all);
});

test("a page that was answered to an IT Admin is refused to everybody who may not read it", async () => {
  await at.put<AdminDocument>(adminsReadModel, [adminDocument(7)]);
  const listAdmins = "/api/admin/admins";
  const member = await at.signIn("MEMBER");
  expect((await at.get(listAdmins)).body.count).toBe(1);
  expect((await at.get(listAdmins, { token: member })).status).toBe(403);
  expect((await at.get(listAdmins, { token: at.consumerToken() })).status).toBe(401);
  expect((await at.api.call("GET", listAdmins)).status).toBe(401);
});

test("a page is answered byte for byte as it was read, with the same headers", async () => {
  await at.put<PinDocument>(pinsReadModel, [pinDocument("AAAA001", { comment: "left\u202eright Ünïcödé" })]);
  const token = await at.signIn("ADMIN");
  const ask = async () => {
    const answer = await fetch(at.url + listPins, { headers: { Authorization: `Bearer ${token}` } });
    const { date: _date, "x-correlation-id": _id, ...headers } = Object.fromEntries(answer.headers);
    return { headers, text: await answer.text() };
  };
  const first = await ask();
  expect(first.text).not.toContain("\u202e");
  expect(first.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(await ask()).toEqual(first);
});
