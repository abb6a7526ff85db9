import { describe, expect, test } from "@jest/globals";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";
import {
  adminEvents,
  adminPassword,
  adminPaths,
  createAdmin,
  directoryEvents,
  firstAdminId,
  typesOf,
} from "../testing/test-admin.ts";

const api = apiForEachTest();
const itAdmin = forEachTest(() => api.signedInAdmin());

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

test("200 changes of an admin's own name at the same time all succeed, and each is in the stream", async () => {
  const [id = 0] = (await directoryEvents(api)).map(({ data }) => data.adminId);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      itAdmin.put(adminPaths.self, { id, firstName: `Name ${index}` }),
    ),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(typesOf(await adminEvents(api, id)).filter((type) => type === "AdminProfileUpdated")).toHaveLength(
    200,
  );
});
