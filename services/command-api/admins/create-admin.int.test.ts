import { describe, expect, test } from "@jest/globals";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";
import { adminEvents, adminPassword, adminPaths, directoryEvents, newAdmin } from "../testing/test-admin.ts";
import { firstAdmin } from "../testing/test-command-api.ts";

const api = apiForEachTest();
const itAdmin = forEachTest(() => api.signedInAdmin());

/** The admins with a password in any stream, including those that are not in the directory. */
async function idsWithPassword(): Promise<number[]> {
  const ids = new Set<number>();
  for await (const { data } of api.store.readAll()) {
    const { adminId, passwordHash } = data as { adminId?: number; passwordHash?: string };
    if (adminId !== undefined && passwordHash !== undefined) ids.add(adminId);
  }
  return [...ids];
}

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
