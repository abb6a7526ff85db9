import { describe, expect, test } from "@jest/globals";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";
import {
  adminPassword,
  adminPaths,
  createAdmin,
  directoryEvents,
  firstAdminId,
} from "../testing/test-admin.ts";
import type { TestClient } from "../testing/test-client.ts";

const api = apiForEachTest();
const itAdmin = forEachTest(() => api.signedInAdmin());

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
