import { describe, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { emailKeyOf } from "../consumers/claim-emails.ts";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { seenByStranger } from "../testing/test-client.ts";
import { password, paths, register, signedInConsumer } from "../testing/test-consumer.ts";
import { TestMailbox } from "../testing/test-mailbox.ts";

const api = apiForFile();
const mailbox = forFile(() => new TestMailbox(api.parts));

const cookie = "__Secure-registration";

test("a registration answers that a mail was sent, and marks the browser with a cookie", async () => {
  const browser = api.client();
  const answer = await browser.post(paths.register, { email: "new@example.com", password });
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, message: "Please check your email." },
  });
  expect(await mailbox.types("new@example.com")).toEqual(["ConsumerRegistered"]);
  expect(browser.cookies.get(cookie)).toMatch(/^[\w-]{22}$/);
  expect(browser.attributes.get(cookie)).toMatch(/HttpOnly/);
  expect(browser.attributes.get(cookie)).toMatch(/Secure/);
  expect(browser.attributes.get(cookie)).toMatch(/SameSite=Strict/);
});

test("a registration gets the same answer for a new, an unconfirmed and a confirmed email address", async () => {
  await signedInConsumer(api, "confirmed@example.com");
  await register(api, "unconfirmed@example.com");
  const ask = (email: string) => api.client().post(paths.register, { email, password });
  const fresh = seenByStranger(await ask("fresh@example.com"));
  expect(seenByStranger(await ask("unconfirmed@example.com"))).toEqual(fresh);
  expect(seenByStranger(await ask("confirmed@example.com"))).toEqual(fresh);
  expect(fresh.names).not.toContain("x-position");
  expect((await mailbox.events("confirmed@example.com")).at(-1)).toMatchObject({
    type: "RegistrationRepeated",
    data: { attempt: null },
  });
});

test("50 registrations of one email address in any spelling at the same time make one account", async () => {
  const spellings = ["many@example.com", " Many@Example.com", "MANY@EXAMPLE.COM "];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      api.client().post(paths.register, { email: spellings[index % 3], password }),
    ),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const types = await mailbox.types("many@example.com");
  expect(types.filter((type) => type === "ConsumerRegistered")).toHaveLength(1);
  const claims = await api.store.read(streams.consumerEmail(emailKeyOf(api.parts, "many@example.com")));
  expect(claims.events.map(({ type }) => type)).toEqual(["EmailClaimed"]);
});

test("a registration repeated with its idempotency key happens once, and is refused with another body", async () => {
  const body = { email: "again@example.com", password };
  const browser = api.client();
  const first = await browser.post(paths.register, body, { key: "again-1" });
  const held = browser.cookies.get(cookie);
  const second = await browser.post(paths.register, body, { key: "again-1" });
  expect(second.text).toBe(first.text);
  expect(browser.cookies.get(cookie)).toBe(held);
  expect(await mailbox.types(body.email)).toEqual(["ConsumerRegistered"]);
  const other = await browser.post(paths.register, { ...body, marketEmail: true }, { key: "again-1" });
  expect(other.status).toBe(422);
});

test.each([
  ["no email", { password }, "email", "Required"],
  ["an object as the email", { email: { $gt: "" }, password }, "email", "Required"],
  [
    "a consent that is not a boolean",
    { email: "bad@example.com", password, marketEmail: "yes" },
    "marketEmail",
    undefined,
  ],
  ["an unknown field", { email: "bad@example.com", password, isActivated: true }, "", undefined],
])("a registration with %s is refused as 400 without an event", async (_name, body, path, message) => {
  const before = await api.store.head();
  const answer = await api.client().post(paths.register, body);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toContainEqual({ path, message: message ?? expect.any(String) });
  expect(await api.store.head()).toEqual(before);
});

describe("confirmation of an email address", () => {
  test("the confirmation link signs in the browser that registered, and no other", async () => {
    const email = "here@example.com";
    const browser = await register(api, email);
    const token = await mailbox.lastToken(email);
    const answer = await browser.post(paths.activate, { token });
    expect(answer).toMatchObject({ status: 200, body: { success: true, email } });
    const refreshed = await browser.get(paths.refresh);
    expect(refreshed).toMatchObject({
      status: 200,
      body: { user: { email, isActivated: true, pins: { count: 0 } }, pins: { count: 0 } },
    });
    expect(browser.cookies.has(cookie)).toBe(false);
  });

  test("the confirmation link confirms the email address in another browser, which then has to sign in", async () => {
    const email = "elsewhere@example.com";
    await register(api, email);
    const other = await register(api, "somebody-else@example.com");
    expect((await other.post(paths.activate, { token: await mailbox.lastToken(email) })).status).toBe(200);
    expect((await other.get(paths.refresh)).status).toBe(401);
    await other.signIn(paths.login, { email, password });
  });

  test("a browser that opened the confirmation link without a press confirms nothing and signs nobody in, unless it registered", async () => {
    const email = "scanned@example.com";
    const browser = await register(api, email);
    const scanner = await register(api, "scanners-own@example.com");
    const opening = { token: await mailbox.lastToken(email), opened: true };
    expect(await scanner.post(paths.activate, opening)).toMatchObject({
      status: 200,
      body: { success: true, confirmed: false, email },
    });
    expect(await mailbox.types(email)).toEqual(["ConsumerRegistered"]);
    expect((await browser.post(paths.status, { email })).body).toEqual({ confirmed: false });
    expect((await browser.get(paths.refresh)).status).toBe(401);
    expect((await browser.post(paths.activate, opening)).body).toMatchObject({ confirmed: true, email });
    expect((await browser.get(paths.refresh)).status).toBe(200);
    expect((await scanner.get(paths.refresh)).status).toBe(401);
    expect(await scanner.post(paths.activate, opening)).toMatchObject({ body: { code: "link_used" } });
  });

  test("a forged confirmation link is answered as incorrect", async () => {
    const email = "forged@example.com";
    const browser = await register(api, email);
    const [id, nonce, signature = ""] = (await mailbox.lastToken(email)).split(".");
    const flipped = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    for (const token of [`${id}.${nonce}.${flipped}`, `zz.${nonce}.${signature}`, "x", "a.b.c"]) {
      const answer = await browser.post(paths.activate, { token });
      expect(answer).toMatchObject({ status: 400, body: { code: "link_incorrect" } });
    }
    expect(await mailbox.types(email)).toEqual(["ConsumerRegistered"]);
  });
});

describe("sending the link again", () => {
  test("a confirmation link sent again is for the browser's own registration attempt", async () => {
    const email = "resend@example.com";
    const own = await register(api, email);
    await register(api, email, "Stranger-2026");
    await own.post(paths.resend, { email });
    await own.post(paths.activate, { token: await mailbox.lastToken(email) });
    expect((await api.client().post(paths.login, { email, password })).status).toBe(200);
  });

  test("a request to send the confirmation link again gets the same answer for every email address, and mails three times an hour", async () => {
    const email = "resend-often@example.com";
    await register(api, email);
    await signedInConsumer(api, "resend-confirmed@example.com");
    const ask = (address: string, key?: string) =>
      api.client().post(paths.resend, { email: address }, key ? { key } : {});
    const unknown = seenByStranger(await ask("resend-unknown@example.com"));
    expect(seenByStranger(await ask(email))).toEqual(unknown);
    expect(seenByStranger(await ask(email))).toEqual(unknown);
    expect(seenByStranger(await ask(email))).toEqual(unknown);
    expect(seenByStranger(await ask("resend-confirmed@example.com"))).toEqual(unknown);
    expect(await mailbox.tokens(email)).toHaveLength(3);
  });

  test("an admin can send the confirmation link again to an unconfirmed account only", async () => {
    const email = "resend-admin@example.com";
    await register(api, email);
    const admin = await api.signedInAdmin();
    const resend = (address: string) => admin.post("/api/admin/resend-activate-link", { email: address });
    expect((await resend(email)).status).toBe(200);
    expect(await mailbox.tokens(email)).toHaveLength(2);
    await api.client().post(paths.activate, { token: await mailbox.lastToken(email) });
    expect(await resend(email)).toMatchObject({ status: 409, body: { code: "already_activated" } });
    expect(await resend("nobody@example.com")).toMatchObject({
      status: 404,
      body: { code: "consumer_not_found" },
    });
  });
});
