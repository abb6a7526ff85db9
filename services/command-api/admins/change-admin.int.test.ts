import { describe, expect, test } from "@jest/globals";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";
import {
  adminPassword,
  adminPaths,
  changedAdmin,
  createAdmin,
  directoryEvents,
  typesOf,
} from "../testing/test-admin.ts";

const api = apiForEachTest();
const itAdmin = forEachTest(() => api.signedInAdmin());

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
