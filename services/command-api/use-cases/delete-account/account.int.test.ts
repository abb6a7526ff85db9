import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { streams } from "@ornament/contracts/events/streams";
import type { TestClient } from "../../testing/test-client.ts";
import { startTestCommandApi, type TestCommandApi } from "../../testing/test-command-api.ts";
import { issuePins, password, paths, register, signedInConsumer } from "../../testing/test-consumer.ts";
import { TestMailbox } from "../../testing/test-mailbox.ts";

let api: TestCommandApi;
let mailbox: TestMailbox;
let admin: TestClient;

beforeAll(async () => {
  api = await startTestCommandApi();
  mailbox = new TestMailbox(api.parts);
  admin = await api.signedInAdmin();
});
afterAll(() => api.stop());

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

  test("a change of a consumer's email to a taken address is refused, and the account keeps its own", async () => {
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

  test("a consumer's email can be changed and changed back again", async () => {
    const { id } = await signedInConsumer(api, "there@example.com");
    expect((await changeEmail(id, "back@example.com")).status).toBe(200);
    expect((await changeEmail(id, "there@example.com")).status).toBe(200);
    expect(await mailbox.consumerId("there@example.com")).toBe(id);
    await register(api, "back@example.com");
    expect(await mailbox.consumerId("back@example.com")).not.toBe(id);
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

  test("of two accounts that change to one email at the same time, one gets it", async () => {
    const first = await signedInConsumer(api, "race-a@example.com");
    const second = await signedInConsumer(api, "race-b@example.com");
    const answers = await Promise.all([
      changeEmail(first.id, "race@example.com"),
      changeEmail(second.id, "race@example.com"),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("a change of a consumer's email to the one it has writes nothing", async () => {
    const { id, email } = await signedInConsumer(api, "same@example.com");
    const before = await typesOf(id);
    expect((await changeEmail(id, email)).status).toBe(200);
    expect(await typesOf(id)).toEqual(before);
  });

  test("after a change of a consumer's email, links mailed to the old address are invalid", async () => {
    await register(api, "void-old@example.com");
    const id = await mailbox.consumerId("void-old@example.com");
    const token = await mailbox.lastToken("void-old@example.com");
    await changeEmail(id, "void-new@example.com");
    expect(await api.client().post(paths.activate, { token })).toMatchObject({
      body: { code: "link_expired" },
    });
    await admin.post("/api/admin/resend-activate-link", { email: "void-new@example.com" });
    const renewed = await mailbox.lastToken("void-new@example.com");
    expect((await api.client().post(paths.activate, { token: renewed })).status).toBe(200);
  });

  test("a change of an unknown consumer's email is refused as 404, and one to a bad address as 400", async () => {
    expect(await changeEmail(4096, "x@example.com")).toMatchObject({
      status: 404,
      body: { code: "consumer_not_found" },
    });
    expect(await changeEmail(4096, "x@example")).toMatchObject({
      status: 400,
      body: { errors: [{ path: "email", message: "Invalid email address" }] },
    });
  });
});

describe("marketing emails", () => {
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

  test("the marketing choice of an unknown consumer is refused as 404, and one that is not a boolean as 400", async () => {
    const path = "/api/admin/update-user-marketing-email";
    expect((await admin.put(path, { id: 4096, marketingEmail: true })).status).toBe(404);
    expect((await admin.put(path, { id: 4096, marketingEmail: "yes" })).status).toBe(400);
  });
});

describe("deletion", () => {
  test("a deleted account releases its PINs and its address, is erased, and its session ends", async () => {
    await issuePins(api, "GONE001", "GONE002");
    const { browser, id, email } = await signedInConsumer(api, "gone@example.com");
    const pin = ["GONE001", "GONE002"].map((text) => ({ pin: text, name: "Mia" }));
    await browser.put("/api/user/activate-pin", { userId: id, email, pin, device: "Mozilla/5.0" });
    const stolen = browser.copy();
    expect(await browser.delete(`/api/user/delete/${id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    for (const code of ["GONE001", "GONE002"]) {
      expect((await api.store.read(streams.pin(code))).events.at(-1)?.type).toBe("PinReleased");
    }
    expect((await eventsOf(id))[0]?.data).toMatchObject({ consumerId: id, email: null });
    expect((await stolen.get(paths.refresh)).status).toBe(401);
    const change = await stolen.put("/api/user/update-marketing-email", { marketingEmail: true });
    expect(change.status).toBe(401);
    expect(browser.cookies.has("__Secure-userRefresh")).toBe(false);
    expect((await api.client().post(paths.login, { email, password })).status).toBe(401);
    const renewed = await signedInConsumer(api, email);
    expect(renewed.id).not.toBe(id);
    const again = { userId: renewed.id, email, pin: [{ pin: "GONE001", name: "" }] };
    expect((await renewed.browser.put("/api/user/activate-pin", again)).status).toBe(200);
  });

  test("a deletion of somebody else's account is answered as if there were no such account", async () => {
    const { browser } = await signedInConsumer(api, "nosy@example.com");
    const victim = await signedInConsumer(api, "victim@example.com");
    const theirs = await browser.delete(`/api/user/delete/${victim.id}`);
    const nobodys = await browser.delete("/api/user/delete/4096");
    expect(theirs).toMatchObject({ status: 404, body: { code: "consumer_not_found" } });
    expect(theirs.text).toBe(nobodys.text);
    expect(await typesOf(victim.id)).not.toContain("ConsumerAccountDeleted");
  });
});
