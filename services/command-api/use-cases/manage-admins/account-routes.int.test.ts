import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { AdminEvent } from "@ornament/contracts/events/admin";
import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import { streams } from "@ornament/contracts/events/streams";
import type { TestClient } from "../../testing/test-client.ts";
import { firstAdmin, startTestCommandApi, type TestCommandApi } from "../../testing/test-command-api.ts";

let api: TestCommandApi;
let itAdmin: TestClient;
beforeEach(async () => {
  api = await startTestCommandApi();
  itAdmin = await api.signedInAdmin();
});
afterEach(() => api.stop());

const password = "Other-1-horse";
const path = {
  create: "/api/admin/registration",
  update: "/api/admin/update-profile",
  self: "/api/admin/update",
  refresh: "/api/admin/refresh",
  setting: "/api/admin/update-setting",
};
const newAdmin = (email: string, role = "ADMIN") => ({
  email,
  password,
  firstName: "Bea",
  lastName: "Ray",
  role,
});

const directory = async () => (await api.store.read<AdminDirectoryEvent>(streams.adminDirectory)).events;
const own = async (id: number) => (await api.store.read<AdminEvent>(streams.admin(id))).events;
const types = (events: readonly { type: string }[]) => events.map(({ type }) => type);

/** Of all streams, also of those whose id the directory does not name. */
async function idsWithPassword(): Promise<number[]> {
  const ids = new Set<number>();
  for await (const { data } of api.store.readAll()) {
    const { adminId, passwordHash } = data as { adminId?: number; passwordHash?: string };
    if (adminId !== undefined && passwordHash !== undefined) ids.add(adminId);
  }
  return [...ids];
}

async function create(email: string, role = "ADMIN"): Promise<{ id: number; browser: TestClient }> {
  const answer = await itAdmin.post(path.create, newAdmin(email, role));
  const browser = api.client();
  await browser.signIn("/api/admin/login", { email, password });
  return { id: Number(answer.body.id), browser };
}

describe("creating", () => {
  test("a new admin and the password are one event, and the admin can sign in at once", async () => {
    const answer = await itAdmin.post(path.create, newAdmin("bea@ornament.test", "MEMBER"));
    expect(answer.body).toMatchObject({ success: true, message: "Account successfully created." });
    const id = Number(answer.body.id);
    const [created] = (await directory()).slice(-1);
    expect(created?.data).toMatchObject({ adminId: id, email: "bea@ornament.test", role: "MEMBER" });
    expect(await idsWithPassword()).toEqual((await directory()).map(({ data }) => data.adminId));
    expect(await own(id)).toEqual([]);
    expect(answer.headers["x-position"]).toBe(String(created?.position.commit));
    const signedIn = await api.client().signIn("/api/admin/login", { email: "bea@ornament.test", password });
    expect(signedIn.body.admin).toMatchObject({ first_name: "Bea", last_name: "Ray", role: "MEMBER" });
  });

  test("a new admin without a password is mailed a link to set one, and can't sign in before", async () => {
    const { password: _none, ...rest } = newAdmin("bea@ornament.test");
    const id = Number((await itAdmin.post(path.create, { ...rest, password: "" })).body.id);
    const events = await own(id);
    expect(events.map(({ type, data }) => [type, "reason" in data && data.reason])).toEqual([
      ["AdminPasswordResetRequested", "invitation"],
    ]);
    const tried = await api.client().post("/api/admin/login", { email: rest.email, password });
    expect(tried.body.code).toBe("sign_in_failed");
  });

  test("a new admin with a taken address, in any case, is refused before a password is stored", async () => {
    const before = (await api.store.head())?.commit;
    const answer = await itAdmin.post(path.create, newAdmin(` ${firstAdmin.email.toUpperCase()}`));
    expect([answer.status, answer.body.code]).toEqual([409, "email_taken"]);
    expect(answer.body.errors).toMatchObject([{ path: "email" }]);
    expect((await api.store.head())?.commit).toBe(before);
  });

  test("20 new admins with one address at the same time make one account", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => itAdmin.post(path.create, newAdmin("bea@ornament.test"))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(types(await directory())).toEqual(["AdminAccountCreated", "AdminAccountCreated"]);
    expect(await idsWithPassword()).toEqual((await directory()).map(({ data }) => data.adminId));
  });

  test("requests for a new admin with the same idempotency key create one and get the same answer, and another body is refused", async () => {
    const ask = () => itAdmin.post(path.create, newAdmin("bea@ornament.test"), { key: "create-bea" });
    const answers = await Promise.all([ask(), ask(), ask()]);
    answers.push(await ask());
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    const other = await itAdmin.post(path.create, newAdmin("eve@ornament.test"), { key: "create-bea" });
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    expect(await directory()).toHaveLength(2);
  });

  test.each([
    ["no role", { role: undefined }, "role"],
    ["an unknown role", { role: "OWNER" }, "role"],
    ["a weak password", { password: "short" }, "password"],
    ["more than 72 bytes", { password: `Aa1${"ü".repeat(35)}` }, "password"],
    ["a line break in a name", { firstName: "a\r\nBcc: x" }, "firstName"],
    ["a long name", { lastName: "x".repeat(61) }, "lastName"],
    ["a bad address", { email: "nobody" }, "email"],
  ])("a new admin with %s is refused with the field and without an event", async (_what, change, field) => {
    const before = (await api.store.head())?.commit;
    const answer = await itAdmin.post(path.create, { ...newAdmin("bea@ornament.test"), ...change });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ path: field }]);
    expect((await api.store.head())?.commit).toBe(before);
  });
});

describe("changing", () => {
  const changed = (id: number, email: string, more: object = {}) => ({
    id,
    email,
    firstName: "Bea",
    lastName: "Ray",
    role: "ADMIN",
    ...more,
  });

  test("a changed address or role of an admin ends the admin's token and session at once", async () => {
    const bea = await create("bea@ornament.test");
    const answer = await itAdmin.put(
      path.update,
      changed(bea.id, "bee@ornament.test", { firstName: "Bee", role: "MEMBER" }),
    );
    expect(answer.body).toEqual({ success: true, message: "Account successfully updated." });
    expect(types((await directory()).slice(-2))).toEqual(["AdminEmailChanged", "AdminRoleChanged"]);
    const tried = await bea.browser.post(path.setting, { name: "numberDevices", value: 3 });
    expect([tried.status, tried.body.errors]).toEqual([401, ["admin_error"]]);
    expect((await bea.browser.get(path.refresh)).status).toBe(401);
    const again = api.client();
    const signedIn = await again.signIn("/api/admin/login", { email: "bee@ornament.test", password });
    expect(signedIn.body.admin).toMatchObject({ first_name: "Bee", last_name: "Ray", role: "MEMBER" });
    expect((await again.post(path.setting, { name: "numberDevices", value: 3 })).status).toBe(403);
  });

  test("a password set by another IT Admin ends every session of the admin", async () => {
    const bea = await create("bea@ornament.test");
    await itAdmin.put(path.update, changed(bea.id, "bea@ornament.test", { password: "Third-1-horse" }));
    expect((await bea.browser.put(path.self, { id: bea.id })).status).toBe(401);
    expect((await bea.browser.get(path.refresh)).status).toBe(401);
    expect(
      (await api.client().post("/api/admin/login", { email: "bea@ornament.test", password })).status,
    ).toBe(401);
  });

  test("an IT Admin can't change the own address, and the last IT Admin can't become a member", async () => {
    const id = (await directory())[0]?.data.adminId ?? 0;
    const email = await itAdmin.put(path.update, changed(id, "new@ornament.test"));
    expect([email.status, email.body.code]).toEqual([409, "own_email_fixed"]);
    const role = await itAdmin.put(path.update, changed(id, firstAdmin.email, { role: "MEMBER" }));
    expect([role.status, role.body.code]).toEqual([409, "last_it_admin"]);
    expect(await directory()).toHaveLength(1);
  });

  test("an IT Admin can become a member while there is another one, and stays signed in", async () => {
    await create("bea@ornament.test");
    const id = (await directory())[0]?.data.adminId ?? 0;
    expect((await itAdmin.put(path.update, changed(id, firstAdmin.email, { role: "MEMBER" }))).status).toBe(
      200,
    );
    const refreshed = await itAdmin.get(path.refresh);
    expect(refreshed.body.admin).toMatchObject({ role: "MEMBER" });
    itAdmin.token = String(refreshed.body.accessToken);
    expect((await itAdmin.post(path.setting, { name: "numberDevices", value: 3 })).status).toBe(403);
  });

  test("a change of an unknown admin is refused as 404", async () => {
    const answer = await itAdmin.put(path.update, changed(12345, "x@ornament.test"));
    expect([answer.status, answer.body.code]).toEqual([404, "admin_not_found"]);
  });

  test("a repeated change of an admin does not undo a later change by somebody else", async () => {
    const bea = await create("bea@ornament.test", "MEMBER");
    const first = changed(bea.id, "bea@ornament.test", { firstName: "One", role: "MEMBER" });
    await itAdmin.put(path.update, first, { key: "first" });
    await itAdmin.put(
      path.update,
      changed(bea.id, "new@ornament.test", { firstName: "Two", role: "MEMBER" }),
    );
    expect((await itAdmin.put(path.update, first, { key: "first" })).status).toBe(200);
    const signedIn = await api.client().signIn("/api/admin/login", { email: "new@ornament.test", password });
    expect(signedIn.body.admin).toMatchObject({ first_name: "Two" });
  });
});

describe("one's own profile", () => {
  test("an admin who sets a new own password keeps this session and ends the others", async () => {
    const id = (await directory())[0]?.data.adminId ?? 0;
    const elsewhere = await api.signedInAdmin();
    const old = itAdmin.token ?? "";
    const answer = await itAdmin.put(path.self, { id, password, firstName: "Ann" });
    expect(answer.body.admin).toMatchObject({ id, first_name: "Ann", last_name: "" });
    itAdmin.token = String(answer.body.accessToken);
    expect((await itAdmin.put(path.self, { id }, { token: old })).status).toBe(401);
    expect((await itAdmin.put(path.self, { id })).status).toBe(200);
    expect((await itAdmin.get(path.refresh)).status).toBe(200);
    expect((await elsewhere.put(path.self, { id })).status).toBe(401);
    expect((await elsewhere.get(path.refresh)).status).toBe(401);
  });

  test("an empty own password changes nothing, and a weak one is refused", async () => {
    const id = (await directory())[0]?.data.adminId ?? 0;
    await itAdmin.put(path.self, { id, password: "", lastName: "Lee" });
    expect(types(await own(id))).toEqual(["AdminProfileUpdated"]);
    const weak = await itAdmin.put(path.self, { id, password: "Longenough" });
    expect(weak.body.errors).toEqual([{ path: "password", message: "Password must include number" }]);
  });

  test("an admin can't change another admin's profile as the own one", async () => {
    const bea = await create("bea@ornament.test", "MEMBER");
    const first = (await directory())[0]?.data.adminId ?? 0;
    expect((await bea.browser.put(path.self, { id: first, firstName: "Eve" })).status).toBe(403);
  });
});

describe("deleting", () => {
  const remove = (browser: TestClient, id: number | string) => browser.delete(`/api/admin/delete/${id}`);

  test("a deleted admin's sessions end and the personal data are erased", async () => {
    const bea = await create("bea@ornament.test");
    expect((await remove(itAdmin, bea.id)).status).toBe(200);
    expect((await bea.browser.put(path.self, { id: bea.id })).status).toBe(401);
    expect((await bea.browser.get(path.refresh)).status).toBe(401);
    const about = (await directory()).filter(({ data }) => data.adminId === bea.id);
    expect(about.map(({ type, data }) => [type, data.email])).toEqual([
      ["AdminAccountCreated", null],
      ["AdminAccountDeleted", null],
    ]);
    expect((await remove(itAdmin, bea.id)).status).toBe(404);
    await create("bea@ornament.test");
  });

  test("an IT Admin who deletes the own account is signed out, and the last IT Admin can't do it", async () => {
    const first = (await directory())[0]?.data.adminId ?? 0;
    const refused = await remove(itAdmin, first);
    expect([refused.status, refused.body.code]).toEqual([409, "last_it_admin"]);
    await create("bea@ornament.test");
    expect((await remove(itAdmin, first)).status).toBe(200);
    expect(itAdmin.cookies.size).toBe(0);
    expect((await remove(itAdmin, first)).status).toBe(401);
  });

  test("when two IT Admins delete each other at the same time, one stays", async () => {
    const bea = await create("bea@ornament.test");
    const first = (await directory())[0]?.data.adminId ?? 0;
    const answers = await Promise.all([remove(itAdmin, bea.id), remove(bea.browser, first)]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(types(await directory()).filter((type) => type === "AdminAccountDeleted")).toHaveLength(1);
  });

  test("when two IT Admins make each other members at the same time, one stays an IT Admin", async () => {
    const bea = await create("bea@ornament.test");
    const first = (await directory())[0]?.data.adminId ?? 0;
    const demote = (browser: TestClient, id: number, email: string) =>
      browser.put(path.update, { id, email, role: "MEMBER" });
    const answers = await Promise.all([
      demote(itAdmin, bea.id, "bea@ornament.test"),
      demote(bea.browser, first, firstAdmin.email),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(types(await directory()).filter((type) => type === "AdminRoleChanged")).toHaveLength(1);
  });

  test.each(["0", "abc", "99999999999999999", "1e3"])(
    "a deletion of the admin %p is refused and does not fail",
    async (id) => expect([400, 404]).toContain((await remove(itAdmin, id)).status),
  );
});

test("200 changes of the own name at the same time all succeed, and each is in the stream", async () => {
  const [id = 0] = (await directory()).map(({ data }) => data.adminId);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => itAdmin.put(path.self, { id, firstName: `Name ${index}` })),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(types(await own(id)).filter((type) => type === "AdminProfileUpdated")).toHaveLength(200);
});
