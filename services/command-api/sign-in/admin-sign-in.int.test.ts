import { describe, expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { apiForEachTest } from "../testing/running-api.ts";
import { firstAdminId } from "../testing/test-admin.ts";
import { firstAdmin } from "../testing/test-command-api.ts";

const api = apiForEachTest();

const cookieName = "__Secure-adminRefresh";
const path = { login: "/api/admin/login", refresh: "/api/admin/refresh", logout: "/api/admin/logout" };

const ofSessions = async () =>
  (await listOf(api.store.readAll())).filter(({ stream }) => stream.startsWith("session-"));
const sessionEvents = async () => (await ofSessions()).map(({ type }) => type);

test("an admin's sign-in answers a token and the admin, and sets a refresh cookie that scripts and other sites can't read", async () => {
  const browser = api.client();
  const answer = await browser.post(path.login, {
    email: ` ${firstAdmin.email.toUpperCase()} `,
    password: firstAdmin.password,
    verifyCaptcha: "",
  });
  expect(answer.status).toBe(200);
  expect(answer.body.admin).toMatchObject({ email: firstAdmin.email, role: "ADMIN", isActivated: true });
  expect(browser.attributes.get(cookieName)).toMatch(/Path=\/api\/admin;.*HttpOnly; Secure; SameSite=Strict/);
});

describe("refresh", () => {
  test("a refresh replaces the refresh cookie, and the previous cookie gets the same new one in the same browser for 10 minutes", async () => {
    const browser = await api.signedInAdmin();
    const otherTab = browser.copy();
    expect((await browser.get(path.refresh)).status).toBe(200);
    api.clock.advance(600_000);
    const again = await otherTab.get(path.refresh);
    expect(again.status).toBe(200);
    expect(otherTab.cookies.get(cookieName)).toBe(browser.cookies.get(cookieName));
    expect(await sessionEvents()).toEqual(["SessionStarted", "SessionRefreshed"]);
  });

  test("a refresh that writes nothing has the position of the account's last change, so that reads after it show that change", async () => {
    const browser = await api.signedInAdmin();
    const otherTab = browser.copy();
    const { body } = await browser.get(path.refresh);
    const id = (body.admin as { id: number }).id;
    const changed = await browser.put("/api/admin/update", { id, firstName: "Ann" });
    expect(changed.headers["x-position"]).toMatch(/^\d+$/);
    const again = await otherTab.get(path.refresh);
    expect(again.headers["x-position"]).toBe(changed.headers["x-position"]);
  });

  test("a refresh with the cookie before the previous one ends the whole session", async () => {
    const browser = await api.signedInAdmin();
    const thief = browser.copy();
    for (let n = 0; n < 2; n += 1) await browser.get(path.refresh);
    const token = browser.token ?? "";
    const stolen = await thief.get(path.refresh);
    expect([stolen.status, stolen.body.errors]).toEqual([401, ["admin_error"]]);
    expect((await browser.get(path.refresh)).status).toBe(401);
    expect((await browser.put("/api/admin/update", {}, { token })).status).toBe(401);
    expect((await sessionEvents()).slice(-2)).toEqual(["SessionReuseDetected", "SessionEnded"]);
  });

  test("a refresh and a sign-out from another site are refused and change no cookie", async () => {
    const browser = await api.signedInAdmin();
    const before = browser.cookies.get(cookieName);
    const headers = { origin: "https://ornament.test.evil.test" };
    expect((await browser.get(path.refresh, { headers })).status).toBe(403);
    expect((await browser.post(path.logout, {}, { headers })).status).toBe(403);
    expect(browser.cookies.get(cookieName)).toBe(before);
    expect(await sessionEvents()).toEqual(["SessionStarted"]);
    const own = { origin: "https://ornament.test", "sec-fetch-site": "same-origin" };
    expect((await browser.get(path.refresh, { headers: own })).status).toBe(200);
  });

  test("a refresh without a cookie, with a forged one or with one that is a day old is refused", async () => {
    expect((await api.client().get(path.refresh)).status).toBe(401);
    const browser = await api.signedInAdmin();
    const forger = browser.copy();
    forger.cookies.set(cookieName, `${browser.cookies.get(cookieName)}x`);
    expect((await forger.get(path.refresh)).status).toBe(401);
    api.clock.advance(24 * 3_600_000);
    expect((await browser.get(path.refresh)).status).toBe(401);
  });
});

describe("sign-out", () => {
  test("an admin's sign-out makes both tokens invalid and clears the cookie", async () => {
    const browser = await api.signedInAdmin();
    const set = browser.attributes.get(cookieName) ?? "";
    const kept = browser.copy();
    expect((await browser.post(path.logout)).status).toBe(200);
    const plain = (attributes: string) => attributes.replace(/(Max-Age|Expires)=[^;]*;? ?/g, "");
    expect(plain(browser.attributes.get(cookieName) ?? "")).toBe(plain(set));
    expect(browser.cookies.has(cookieName)).toBe(false);
    expect((await kept.get(path.refresh)).status).toBe(401);
    expect((await kept.put("/api/admin/update", { id: 1 })).status).toBe(401);
  });

  test("an admin's sign-out is recorded as that admin's, also when only the refresh cookie identifies the admin", async () => {
    const browser = await api.signedInAdmin();
    await browser.post(path.logout);
    const other = await api.signedInAdmin();
    await other.post(path.logout, undefined, { token: "" });
    const ends = (await ofSessions()).filter(({ type }) => type === "SessionEnded");
    const admin = { kind: "admin", id: await firstAdminId(api), role: "ADMIN" };
    expect(ends.map(({ metadata }) => metadata.actor)).toEqual([admin, admin]);
  });

  test("a sign-out ends the session of the page and that of the cookie when they differ", async () => {
    const browser = await api.signedInAdmin();
    const page = browser.token ?? "";
    await browser.signIn("/api/admin/login", firstAdmin);
    const cookies = browser.token ?? "";
    expect((await browser.post("/api/admin/logout", undefined, { token: page })).status).toBe(200);
    for (const token of [page, cookies])
      expect((await browser.put("/api/admin/update", { id: 1 }, { token })).status).toBe(401);
  });

  test("a sign-out without a session succeeds", async () => {
    expect((await api.client().post(path.logout)).status).toBe(200);
  });
});
