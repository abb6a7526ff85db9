import { describe, expect, test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import { freeFailures } from "../sign-in/decider.ts";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { createAdmin } from "../testing/test-admin.ts";
import { password, paths, register, signedInConsumer } from "../testing/test-consumer.ts";
import { TestMailbox } from "../testing/test-mailbox.ts";

const api = apiForFile();
const mailbox = forFile(() => new TestMailbox(api.parts));
const admin = forFile(() => api.signedInAdmin());

const changeEmail = (id: number, email: string, key?: string) =>
  admin.put("/api/admin/update-user-email", { id, email }, key ? { key } : {});
const eventsOf = async (id: number) => (await api.store.read<ConsumerEvent>(streams.consumer(id))).events;
const typesOf = async (id: number) => (await eventsOf(id)).map(({ type }) => type);

describe("an admin changes a consumer's email", () => {
  test("after an admin changes a consumer's email, the new address signs in and the old one is free", async () => {
    const { id } = await signedInConsumer(api, "old@example.com");
    expect(await changeEmail(id, " New@Example.com ")).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await typesOf(id)).slice(-2)).toEqual(["ConsumerEmailChangeStarted", "ConsumerEmailChanged"]);
    expect((await eventsOf(id)).at(-1)?.metadata.actor).toMatchObject({ kind: "admin", role: "ADMIN" });
    expect((await api.client().post(paths.login, { email: "new@example.com", password })).status).toBe(200);
    expect((await api.client().post(paths.login, { email: "old@example.com", password })).status).toBe(401);
    await register(api, "old@example.com");
    expect(await mailbox.consumerId("old@example.com")).not.toBe(id);
    expect(await mailbox.consumerId("new@example.com")).toBe(id);
  });

  test("a change of a consumer's email to a taken address is refused, and the account keeps its email", async () => {
    const { id, email } = await signedInConsumer(api, "keeps@example.com");
    const other = await signedInConsumer(api, "taken@example.com");
    expect(await changeEmail(id, "taken@example.com")).toMatchObject({
      status: 409,
      body: { code: "email_taken", message: "An account with this email already exists." },
    });
    expect((await typesOf(id)).at(-1)).toBe("ConsumerEmailChangeRefused");
    expect(await mailbox.consumerId(email)).toBe(id);
    expect(await mailbox.consumerId("taken@example.com")).toBe(other.id);
    expect((await changeEmail(id, "taken-not@example.com")).status).toBe(200);
  });

  test("a change of a consumer's email repeated with its idempotency key happens once and gets the same answer, also when it was refused", async () => {
    const { id } = await signedInConsumer(api, "idem@example.com");
    await register(api, "idem-taken@example.com");
    const granted = await changeEmail(id, "idem-new@example.com", "granted");
    const refused = await changeEmail(id, "idem-taken@example.com", "refused");
    const before = await typesOf(id);
    expect((await changeEmail(id, "idem-new@example.com", "granted")).text).toBe(granted.text);
    expect((await changeEmail(id, "idem-taken@example.com", "refused")).text).toBe(refused.text);
    expect((await changeEmail(id, "idem-third@example.com", "granted")).status).toBe(422);
    expect(await typesOf(id)).toEqual(before);
  });
});

describe("a consumer's email that is changed with the version it was read at", () => {
  const versionOf = async (id: number) => String((await eventsOf(id)).at(-1)?.position.commit);
  const changeAt = (id: number, email: string, version: string, key?: string) =>
    admin.put("/api/admin/update-user-email", { id, email, version }, key ? { key } : {});

  test("an email saved after somebody else changed it is refused and writes nothing", async () => {
    const { id } = await signedInConsumer(api, "read@example.com");
    const bea = await createAdmin(api, admin, "bea@ornament.test");
    const version = await versionOf(id);
    await bea.browser.put("/api/admin/update-user-email", { id, email: "bea-says@example.com", version });
    const before = await typesOf(id);
    const answer = await changeAt(id, "ann-says@example.com", version);
    expect([answer.status, answer.body.code, answer.body.errors]).toEqual([
      409,
      "changed_meanwhile",
      [{ path: "email", message: "bea-says@example.com, changed by bea@ornament.test" }],
    ]);
    expect(await typesOf(id)).toEqual(before);
    expect((await changeAt(id, "ann-says@example.com", await versionOf(id))).status).toBe(200);
  });

  test("other changes of the account, and a refused change of its email, do not refuse a change of its email", async () => {
    const { id } = await signedInConsumer(api, "still@example.com");
    await register(api, "still-taken@example.com");
    const version = await versionOf(id);
    await admin.put("/api/admin/update-user-marketing-email", { id, marketingEmail: true });
    expect((await changeEmail(id, "still-taken@example.com")).status).toBe(409);
    expect((await changeAt(id, "still-new@example.com", version)).status).toBe(200);
  });
});

const support = forFile(
  async () => (await createAdmin(api, await api.signedInAdmin(), "bob@ornament.test", "MEMBER")).browser,
);

const reason = "Confirmed by phone";
const end = (id: number, key?: string) =>
  support.post("/api/admin/end-sign-in-pause", { id, reason }, key === undefined ? {} : { key });
const fail = async (email: string) => {
  for (let failure = 0; failure < freeFailures; failure += 1)
    await api.client().post(paths.login, { email, password: "Wrong-2026" });
};
const signIn = async (email: string) => (await api.client().post(paths.login, { email, password })).status;
const endsOf = async (id: number) =>
  (await api.store.read<ConsumerEvent>(streams.consumer(id))).events.filter(
    ({ type }) => type === "SignInPauseEnded",
  );

test("Customer support ends a pause with a reason, and the right password signs in immediately", async () => {
  const { id, email } = await signedInConsumer(api, "paused@example.com");
  await fail(email);
  expect(await signIn(email)).toBe(401);
  expect(await end(id)).toMatchObject({ status: 200, body: { success: true } });
  expect(await signIn(email)).toBe(200);
  expect(await endsOf(id)).toMatchObject([
    { data: { consumerId: id, reason }, metadata: { actor: { kind: "admin", role: "MEMBER" } } },
  ]);
});

test("sign-in that is not paused is answered as not paused, and nothing is recorded", async () => {
  const { id } = await signedInConsumer(api, "free@example.com");
  expect(await end(id)).toMatchObject({ status: 409, body: { code: "sign_in_not_paused" } });
  expect(await endsOf(id)).toEqual([]);
});

test("a repeated end answers the same and ends no later pause", async () => {
  const { id, email } = await signedInConsumer(api, "again@example.com");
  await fail(email);
  const first = await end(id, "end-1");
  expect(first.status).toBe(200);
  api.clock.advance(1_000);
  await fail(email);
  expect((await end(id, "end-1")).text).toBe(first.text);
  expect(await signIn(email)).toBe(401);
  expect(await endsOf(id)).toHaveLength(1);
});

test("the consumer and an admin change the choice about marketing emails, and the same choice again writes nothing", async () => {
  const { browser, id } = await signedInConsumer(api, "news@example.com");
  const own = (marketingEmail: boolean) =>
    browser.put("/api/user/update-marketing-email", { marketingEmail });
  const byAdmin = (marketingEmail: boolean) =>
    admin.put("/api/admin/update-user-marketing-email", { id, marketingEmail });
  expect((await own(true)).status).toBe(200);
  expect((await own(true)).status).toBe(200);
  expect((await byAdmin(false)).status).toBe(200);
  const changes = (await eventsOf(id)).filter(({ type }) => type === "MarketingPreferenceChanged");
  expect(changes.map(({ metadata }) => metadata.actor.kind)).toEqual(["consumer", "admin"]);
  expect((await browser.get(paths.refresh)).body).toMatchObject({ user: { marketingEmail: false } });
  expect((await byAdmin(true)).headers["x-position"]).toMatch(/^\d+$/);
});
