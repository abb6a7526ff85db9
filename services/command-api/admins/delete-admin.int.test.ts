import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  adminEvents,
  adminPassword,
  adminPaths,
  createAdmin,
  directoryEvents,
  firstAdminId,
  typesOf,
} from "../testing/test-admin.ts";
import type { TestClient } from "../testing/test-client.ts";
import { startTestCommandApi, type TestCommandApi } from "../testing/test-command-api.ts";

let api: TestCommandApi;
let itAdmin: TestClient;
beforeEach(async () => {
  api = await startTestCommandApi();
  itAdmin = await api.signedInAdmin();
});
afterEach(() => api.stop());

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
    const endedBy: unknown[] = [];
    for await (const { type, metadata } of api.store.readAll())
      if (type === "SessionEnded") endedBy.push(metadata.actor);
    expect(endedBy).toEqual([{ kind: "admin", id: first, role: "ADMIN" }]);
    expect((await remove(itAdmin, first)).status).toBe(401);
  });
});
