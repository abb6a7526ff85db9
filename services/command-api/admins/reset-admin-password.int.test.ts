import { beforeEach, expect, test } from "@jest/globals";
import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import type { AdminEvent } from "@ornament/contracts/admins/events";
import { streams } from "@ornament/contracts/events/streams";
import { writeAdminPasswordToken } from "@ornament/contracts/mails/links";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { keyById } from "@ornament/platform/tokens/keyed-hash";
import { beforeAppends } from "../testing/before-appends.ts";
import { apiForEachTest } from "../testing/running-api.ts";
import { firstAdmin } from "../testing/test-command-api.ts";
import { passwordLinkSignature } from "./reset-admin-password.ts";

const api = apiForEachTest();
let adminId: number;
beforeEach(async () => {
  const { events } = await api.store.read<AdminDirectoryEvent>(streams.adminDirectory);
  adminId = events[0]?.data.adminId ?? 0;
});

const password = "Fresh-1-horse";
const forgot = (email = firstAdmin.email) => api.client().post("/api/admin/password-reset", { email });
const reset = (token: string, body: object = { password }, key?: string) =>
  api
    .client()
    .post(`/api/admin/password-reset/${adminId}/${encodeURIComponent(token)}`, body, key ? { key } : {});
const login = async (secret: string) =>
  (await api.client().post("/api/admin/login", { email: firstAdmin.email, password: secret })).status;

type Requested = StoredEvent<AdminEvent & { type: "AdminPasswordResetRequested" }>;

async function requests(): Promise<Requested[]> {
  const { events } = await api.store.read<AdminEvent>(streams.admin(adminId));
  return events.filter((event): event is Requested => event.type === "AdminPasswordResetRequested");
}

/** The token of the mail: made from the event and the key that its metadata names. */
async function mailedToken(): Promise<string> {
  const event = (await requests()).at(-1);
  const key = keyById(api.dependencies.secrets.ring("proof"), event?.metadata.keyId);
  if (!event || !key) throw new Error("No link was asked for");
  const signature = passwordLinkSignature(key, adminId, event.data);
  return writeAdminPasswordToken({ nonce: event.data.nonce, signature });
}

test("the link sets a forgotten admin password once, and every session ends", async () => {
  const browser = await api.signedInAdmin();
  expect((await forgot(` ${firstAdmin.email.toUpperCase()} `)).status).toBe(200);
  const token = await mailedToken();
  expect((await reset(token)).body).toMatchObject({ success: true });
  expect([await login(firstAdmin.password), await login(password)]).toEqual([401, 200]);
  expect((await browser.put("/api/admin/update", { id: adminId })).status).toBe(401);
  expect((await browser.get("/api/admin/refresh")).status).toBe(401);
  const again = await reset(token);
  expect([again.status, again.body.code]).toEqual([400, "reset_link_invalid"]);
});

test("strangers don't lock an admin out of the browser in which the link was used", async () => {
  for (let n = 0; n < 4; n += 1) await forgot();
  const browser = api.client();
  const path = `/api/admin/password-reset/${adminId}/${encodeURIComponent(await mailedToken())}`;
  expect((await browser.post(path, { password })).status).toBe(200);
  for (let n = 0; n < 11; n += 1) await login("Wrong-1-horse");
  expect(await login(password)).toBe(401);
  const { status } = await browser.post("/api/admin/login", { email: firstAdmin.email, password });
  expect(status).toBe(200);
});

test("an admin password link is invalid after the admin's email address changed, and a new one is valid", async () => {
  const boss = await api.signedInAdmin();
  const typed = { email: "typo@ornament.test", role: "MEMBER" };
  adminId = Number((await boss.post("/api/admin/registration", typed)).body.id);
  const mistaken = await mailedToken();
  const corrected = { id: adminId, role: "MEMBER", email: "right@ornament.test" };
  expect((await boss.put("/api/admin/update-profile", corrected)).status).toBe(200);
  expect(await reset(mistaken)).toMatchObject({ status: 400, body: { code: "reset_link_invalid" } });
  await forgot(corrected.email);
  expect((await reset(await mailedToken())).status).toBe(200);
});

test("a made-up admin password token, and one with a wrong signature, are refused", async () => {
  await forgot();
  const [nonce = ""] = (await mailedToken()).split(".");
  const signed = writeAdminPasswordToken({ nonce, signature: "A".repeat(22) });
  const answers = [await reset(signed), await reset("x"), await reset("%00")];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(await login(firstAdmin.password)).toBe(200);
});

test("a repeated admin password reset removes the lock when the first request stopped before that", async () => {
  let broken = true;
  const store = beforeAppends(api.store, async (_name, _expected, [event]) => {
    if (event?.type === "SignInSucceeded" && broken) throw new UnavailableError();
  });
  const shaky = await api.replica(store);
  for (let failure = 0; failure < 10; failure += 1) await login("Wrong-1-horse");
  await forgot();
  const path = `/api/admin/password-reset/${adminId}/${encodeURIComponent(await mailedToken())}`;
  const send = () => shaky.client().post(path, { password }, { key: "again" });
  expect((await send()).status).toBe(503);
  broken = false;
  expect((await send()).status).toBe(200);
  expect(await login(password)).toBe(200);
});

test("an old admin password reset that is repeated does not remove a lock after the password changed again", async () => {
  await forgot();
  const first = await mailedToken();
  await reset(first, { password }, "old");
  await forgot();
  await reset(await mailedToken(), { password: "Newer-1-horse" });
  for (let failure = 0; failure < 10; failure += 1) await login("Wrong-1-horse");
  expect((await reset(first, { password }, "old")).status).toBe(200);
  expect(await login("Newer-1-horse")).toBe(401);
});

test("no event of an admin password reset contains a secret", async () => {
  await forgot();
  const token = await mailedToken();
  await reset(token);
  const secrets = [token, token.split(".")[1] ?? token, password, firstAdmin.password];
  for await (const event of api.store.readAll()) {
    const text = JSON.stringify([event.data, event.metadata]);
    for (const secret of secrets) expect(text).not.toContain(secret);
  }
});
