import { expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { addressKeyOf } from "../consumers/claim-emails.ts";
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
  const claims = await api.store.read(streams.consumerEmail(addressKeyOf(api.parts, "many@example.com")));
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
