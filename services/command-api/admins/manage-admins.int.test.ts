import { describe, expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";
import {
  adminEvents,
  adminPassword,
  adminPaths,
  changedAdmin,
  createAdmin,
  directoryEvents,
  firstAdminId,
  newAdmin,
  typesOf,
} from "../testing/test-admin.ts";
import type { TestClient } from "../testing/test-client.ts";
import { firstAdmin } from "../testing/test-command-api.ts";

const api = apiForEachTest();
const itAdmin = forEachTest(() => api.signedInAdmin());

/** The admins with a password in any stream, including those that are not in the directory. */
const idsWithPassword = async () =>
  (await listOf(api.store.readAll()))
    .map(({ data }) => data as { adminId?: number; passwordHash?: string })
    .flatMap(({ adminId, passwordHash }) => (passwordHash === undefined ? [] : [adminId]));

describe("creating an admin", () => {
  test("a new admin and the password are one event, and the admin can sign in immediately", async () => {
    const answer = await itAdmin.post(adminPaths.create, newAdmin("bea@ornament.test", "MEMBER"));
    expect(answer.body).toMatchObject({ success: true, message: "Account successfully created." });
    const id = Number(answer.body.id);
    const [created] = (await directoryEvents(api)).slice(-1);
    expect(created?.data).toMatchObject({ adminId: id, email: "bea@ornament.test", role: "MEMBER" });
    expect(await idsWithPassword()).toEqual((await directoryEvents(api)).map(({ data }) => data.adminId));
    expect(await adminEvents(api, id)).toEqual([]);
    expect(answer.headers["x-position"]).toBe(String(created?.position.commit));
    const signedIn = await api
      .client()
      .signIn(adminPaths.login, { email: "bea@ornament.test", password: adminPassword });
    expect(signedIn.body.admin).toMatchObject({ first_name: "Bea", last_name: "Ray", role: "MEMBER" });
  });

  test("a new admin without a password is mailed a link to set one, and can't sign in before", async () => {
    const { password: _none, ...rest } = newAdmin("bea@ornament.test");
    const id = Number((await itAdmin.post(adminPaths.create, { ...rest, password: "" })).body.id);
    const events = await adminEvents(api, id);
    expect(events.map(({ type, data }) => [type, "reason" in data && data.reason])).toEqual([
      ["AdminPasswordResetRequested", "invitation"],
    ]);
    const tried = await api.client().post(adminPaths.login, { email: rest.email, password: adminPassword });
    expect(tried.body.code).toBe("sign_in_failed");
  });

  test("a new admin with a taken email address, in any case, is refused before a password is stored", async () => {
    const before = (await api.store.head())?.commit;
    const answer = await itAdmin.post(adminPaths.create, newAdmin(` ${firstAdmin.email.toUpperCase()}`));
    expect([answer.status, answer.body.code]).toEqual([409, "email_taken"]);
    expect(answer.body.errors).toMatchObject([{ path: "email" }]);
    expect((await api.store.head())?.commit).toBe(before);
  });

  test("requests for a new admin with the same idempotency key create one and get the same answer, and another body is refused", async () => {
    const ask = () => itAdmin.post(adminPaths.create, newAdmin("bea@ornament.test"), { key: "create-bea" });
    const answers = await Promise.all([ask(), ask(), ask()]);
    answers.push(await ask());
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const other = await itAdmin.post(adminPaths.create, newAdmin("eve@ornament.test"), { key: "create-bea" });
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    expect(await directoryEvents(api)).toHaveLength(2);
  });

  test.each([
    ["no role", { role: undefined }, "role"],
    ["an unknown role", { role: "OWNER" }, "role"],
    ["a line break in a name", { firstName: "a\r\nBcc: x" }, "firstName"],
    ["a long name", { lastName: "x".repeat(61) }, "lastName"],
  ])("a new admin with %s is refused with the field and without an event", async (_what, change, field) => {
    const before = (await api.store.head())?.commit;
    const answer = await itAdmin.post(adminPaths.create, { ...newAdmin("bea@ornament.test"), ...change });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ path: field }]);
    expect((await api.store.head())?.commit).toBe(before);
  });
});

describe("changing an admin", () => {
  test("a changed email address or role of an admin ends the admin's token and session immediately", async () => {
    const bea = await createAdmin(api, itAdmin, "bea@ornament.test");
    const answer = await itAdmin.put(
      adminPaths.update,
      changedAdmin(bea.id, "bee@ornament.test", { firstName: "Bee", role: "MEMBER" }),
    );
    expect(answer.body).toEqual({ success: true, message: "Account successfully updated." });
    expect(typesOf((await directoryEvents(api)).slice(-2))).toEqual([
      "AdminEmailChanged",
      "AdminRoleChanged",
    ]);
    const tried = await bea.browser.post(adminPaths.setting, { name: "numberDevices", value: 3 });
    expect([tried.status, tried.body.errors]).toEqual([401, ["admin_error"]]);
    expect((await bea.browser.get(adminPaths.refresh)).status).toBe(401);
    const again = api.client();
    const signedIn = await again.signIn(adminPaths.login, {
      email: "bee@ornament.test",
      password: adminPassword,
    });
    expect(signedIn.body.admin).toMatchObject({ first_name: "Bee", last_name: "Ray", role: "MEMBER" });
    expect((await again.post(adminPaths.setting, { name: "numberDevices", value: 3 })).status).toBe(403);
  });

  test("a password set by another IT Admin ends every session of the admin", async () => {
    const bea = await createAdmin(api, itAdmin, "bea@ornament.test");
    await itAdmin.put(
      adminPaths.update,
      changedAdmin(bea.id, "bea@ornament.test", { password: "Third-1-horse" }),
    );
    expect((await bea.browser.put(adminPaths.self, { id: bea.id })).status).toBe(401);
    expect((await bea.browser.get(adminPaths.refresh)).status).toBe(401);
    expect(
      (await api.client().post(adminPaths.login, { email: "bea@ornament.test", password: adminPassword }))
        .status,
    ).toBe(401);
  });
});

describe("deactivating an admin, and ending all sessions of one", () => {
  const email = "bea@ornament.test";
  const signIn = (browser = api.client()) =>
    browser.post(adminPaths.login, { email, password: adminPassword });
  const setStatus = (id: number, status: boolean) =>
    itAdmin.put("/api/admin/update-admin-status", { id, status, reason: "On leave" });

  test("a deactivated admin is signed out everywhere and can't sign in until the account is active again", async () => {
    const bea = await createAdmin(api, itAdmin, email, "MEMBER");
    expect((await setStatus(bea.id, false)).status).toBe(200);
    expect((await bea.browser.put(adminPaths.self, { id: bea.id })).status).toBe(401);
    expect((await bea.browser.get(adminPaths.refresh)).status).toBe(401);
    const refused = await signIn();
    expect([refused.status, refused.body.code]).toEqual([403, "admin_deactivated"]);
    const wrong = await api.client().post(adminPaths.login, { email, password: "Wrong-1-horse" });
    expect(wrong.body.code).toBe("sign_in_failed");
    await api.client().post("/api/admin/password-reset", { email });
    expect(typesOf(await adminEvents(api, bea.id))).not.toContain("AdminPasswordResetRequested");
    expect((await setStatus(bea.id, true)).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    const about = (await directoryEvents(api)).filter(({ data }) => data.adminId === bea.id);
    expect(typesOf(about)).toEqual(["AdminAccountCreated", "AdminDeactivated", "AdminReactivated"]);
  });

  test("signing an admin out everywhere ends each session, and the admin can sign in again", async () => {
    const bea = await createAdmin(api, itAdmin, email, "MEMBER");
    const second = api.client();
    await second.signIn(adminPaths.login, { email, password: adminPassword });
    const end = (id: number) => itAdmin.post("/api/admin/sign-out-everywhere", { id, reason: "Lost laptop" });
    expect((await end(4_000_000)).status).toBe(404);
    expect((await end(bea.id)).status).toBe(200);
    for (const browser of [bea.browser, second]) {
      expect((await browser.put(adminPaths.self, { id: bea.id })).status).toBe(401);
      expect((await browser.get(adminPaths.refresh)).status).toBe(401);
    }
    expect((await signIn()).status).toBe(200);
    expect((await adminEvents(api, bea.id)).at(-1)).toMatchObject({
      type: "AdminSignedOutEverywhere",
      data: { reason: "Lost laptop" },
    });
  });
});

describe("deleting an admin", () => {
  const remove = (browser: TestClient, id: number | string) => browser.delete(`/api/admin/delete/${id}`);

  test("a deleted admin's sessions end, the person stays known, and the address is free", async () => {
    const bea = await createAdmin(api, itAdmin, "bea@ornament.test");
    expect((await remove(itAdmin, bea.id)).status).toBe(200);
    expect((await bea.browser.put(adminPaths.self, { id: bea.id })).status).toBe(401);
    expect((await bea.browser.get(adminPaths.refresh)).status).toBe(401);
    const about = (await directoryEvents(api)).filter(({ data }) => data.adminId === bea.id);
    const email = "bea@ornament.test";
    expect(about).toMatchObject([
      { type: "AdminAccountCreated", data: { email } },
      { type: "AdminAccountDeleted", data: { email } },
    ]);
    const signIn = { email, password: adminPassword };
    expect((await api.client().post(adminPaths.login, signIn)).status).toBe(401);
    expect((await remove(itAdmin, bea.id)).status).toBe(200);
    expect((await remove(itAdmin, 4_000_000)).status).toBe(404);
    expect((await directoryEvents(api)).filter(({ data }) => data.adminId === bea.id)).toHaveLength(2);
    const again = await createAdmin(api, itAdmin, email);
    expect(again.id).not.toBe(bea.id);
  });

  test("an IT Admin who deletes their own account is signed out, and the last IT Admin can't do it", async () => {
    const first = await firstAdminId(api);
    const refused = await remove(itAdmin, first);
    expect([refused.status, refused.body.code]).toEqual([409, "last_it_admin"]);
    await createAdmin(api, itAdmin, "bea@ornament.test");
    expect((await remove(itAdmin, first)).status).toBe(200);
    expect(itAdmin.cookies.size).toBe(0);
    const ends = (await listOf(api.store.readAll())).filter(({ type }) => type === "SessionEnded");
    expect(ends.map(({ metadata }) => metadata.actor)).toEqual([{ kind: "admin", id: first, role: "ADMIN" }]);
    expect((await remove(itAdmin, first)).status).toBe(401);
  });
});

describe("an admin's own profile", () => {
  test("an admin who sets their own password keeps this session and ends the others", async () => {
    const id = await firstAdminId(api);
    const elsewhere = await api.signedInAdmin();
    const old = itAdmin.token ?? "";
    const answer = await itAdmin.put(adminPaths.self, { id, password: adminPassword, firstName: "Ann" });
    expect(answer.body.admin).toMatchObject({ id, first_name: "Ann", last_name: "" });
    itAdmin.token = String(answer.body.accessToken);
    expect((await itAdmin.put(adminPaths.self, { id }, { token: old })).status).toBe(401);
    expect((await itAdmin.put(adminPaths.self, { id })).status).toBe(200);
    expect((await itAdmin.get(adminPaths.refresh)).status).toBe(200);
    expect((await elsewhere.put(adminPaths.self, { id })).status).toBe(401);
    expect((await elsewhere.get(adminPaths.refresh)).status).toBe(401);
  });

  test("an empty password in an admin's own profile changes nothing, and a weak one is refused", async () => {
    const id = await firstAdminId(api);
    await itAdmin.put(adminPaths.self, { id, password: "", lastName: "Lee" });
    expect(typesOf(await adminEvents(api, id))).toEqual(["AdminProfileUpdated"]);
    const weak = await itAdmin.put(adminPaths.self, { id, password: "Longenough" });
    expect(weak.body.errors).toEqual([{ path: "password", message: "Password must include number" }]);
  });

  test("an admin can't change another admin's profile as their own", async () => {
    const bea = await createAdmin(api, itAdmin, "bea@ornament.test", "MEMBER");
    const first = await firstAdminId(api);
    expect((await bea.browser.put(adminPaths.self, { id: first, firstName: "Eve" })).status).toBe(403);
  });
});
