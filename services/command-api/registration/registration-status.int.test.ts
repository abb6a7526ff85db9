import { describe, expect, test } from "@jest/globals";
import { requestLimits } from "@ornament/contracts/routes/request-limits";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";
import type { Answer, TestClient } from "../testing/test-client.ts";
import { seenByStranger } from "../testing/test-client.ts";
import { password, paths, register, signedInConsumer } from "../testing/test-consumer.ts";
import { TestMailbox } from "../testing/test-mailbox.ts";

/** The names of the streams that were read. */
const read: string[] = [];
const api = apiForEachTest({}, { limitScale: 1, onRead: (stream) => read.push(stream) });
const mailbox = forEachTest(() => new TestMailbox(api.parts));

const hour = 3_600_000;
const email = "parent@example.com";
const cookie = "__Secure-registration";
const ask = (browser: TestClient, address = email) => browser.post(paths.status, { email: address });
const confirmElsewhere = async (address = email) => {
  const answer = await api.client().post(paths.activate, { token: await mailbox.lastToken(address) });
  expect(answer.status).toBe(200);
};
const outcome = ({ status, body }: Answer) => ({ status, body });
const notConfirmed = { status: 200, body: { confirmed: false } };
const confirmed = { status: 200, body: { confirmed: true } };

/** Asks, and expects the answer for all other browsers, without an event or a cookie. */
async function expectNotConfirmed(browser: TestClient, address = email): Promise<void> {
  const before = await api.store.head();
  const answer = await ask(browser, address);
  expect(outcome(answer)).toEqual(notConfirmed);
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expect(await api.store.head()).toEqual(before);
}

describe("the browser that registered", () => {
  test("the browser that registered is signed in when it asks after the email address was confirmed on another device", async () => {
    const browser = await register(api, email);
    await expectNotConfirmed(browser);
    await confirmElsewhere();
    expect(outcome(await ask(browser))).toEqual(confirmed);
    expect(browser.cookies.has(cookie)).toBe(false);
    expect((await browser.get(paths.refresh)).body).toMatchObject({ user: { email, isActivated: true } });
    await expectNotConfirmed(browser);
  });

  test("a browser whose registration was confirmed elsewhere gets the same session again while the first answer may be lost", async () => {
    const browser = await register(api, email);
    await confirmElsewhere();
    const copies = [browser.copy(), browser.copy(), browser];
    const answers = await Promise.all(copies.map((copy) => ask(copy)));
    expect(answers.map(outcome)).toEqual([confirmed, confirmed, confirmed]);
    expect(new Set(copies.map(({ cookies }) => cookies.get("__Secure-userRefresh"))).size).toBe(1);
  });

  test("a copy of the registration cookie signs nobody in after the browser has used it", async () => {
    const browser = await register(api, email);
    const copy = browser.copy();
    await confirmElsewhere();
    await ask(browser);
    await browser.get(paths.refresh);
    await expectNotConfirmed(copy);
    await browser.post(paths.logout);
    await expectNotConfirmed(copy);
  });

  test("a copy of the registration cookie signs nobody in after the link was opened and its session ended", async () => {
    const browser = await register(api, email);
    const copy = browser.copy();
    await browser.post(paths.activate, { token: await mailbox.lastToken(email) });
    await browser.get(paths.refresh);
    await browser.post(paths.logout);
    await expectNotConfirmed(copy);
  });

  test("a browser that has signed in with the password has no registration cookie any more", async () => {
    const browser = await register(api, email);
    await confirmElsewhere();
    await browser.signIn(paths.login, { email, password });
    expect(browser.cookies.has(cookie)).toBe(false);
    await browser.post(paths.logout);
    await expectNotConfirmed(browser);
  });
});

describe("all other browsers", () => {
  test("only the browser of the confirmed registration attempt is signed in, and not one that registered the same email address with another password", async () => {
    const stranger = await register(api, email, "Stranger-2026");
    const owner = await register(api, email);
    await confirmElsewhere();
    await expectNotConfirmed(stranger);
    expect(outcome(await ask(owner))).toEqual(confirmed);
  });

  test("the status of a registration is the same for an unknown, a taken, an unconfirmed and somebody else's email address, and without a cookie", async () => {
    await signedInConsumer(api, "taken@example.com");
    await register(api, "unconfirmed@example.com");
    const [registered, onTaken] = [await register(api, email), await register(api, "taken@example.com")];
    await confirmElsewhere();
    const reads: number[] = [];
    const seen = [];
    for (const [browser, address] of [
      [registered, "unknown@example.com"],
      [registered, "taken@example.com"],
      [registered, "unconfirmed@example.com"],
      [onTaken, "taken@example.com"],
      [onTaken, email],
    ] as const) {
      const before = read.length;
      seen.push(seenByStranger(await ask(browser, address)));
      reads.push(read.length - before);
    }
    seen.push(seenByStranger(await ask(api.client(), email)));
    for (const answer of seen) expect(answer).toEqual(seen[0]);
    expect(seen[0]).toMatchObject({ status: 200, cookies: [] });
    expect(seen[0]?.names).not.toContain("x-position");
    expect(new Set(reads)).toEqual(new Set([4]));
  });

  test("a registration confirmed more than 24 hours ago, or followed by a new password, signs no browser in", async () => {
    const late = await register(api, email);
    await confirmElsewhere();
    api.clock.advance(24 * hour + 1);
    await expectNotConfirmed(late);

    const changed = "changed@example.com";
    const browser = await register(api, changed);
    await confirmElsewhere(changed);
    const other = api.client();
    await other.post(paths.forgot, { email: changed });
    await other.post(paths.verify, { email: changed, code: await mailbox.lastCode(changed) });
    const id = await mailbox.consumerId(changed);
    expect((await other.post(`${paths.forgot}/${id}`, { password: "Changed-2027" })).status).toBe(200);
    await expectNotConfirmed(browser, changed);
  });

  test("another site can't ask for the status of a registration", async () => {
    const browser = await register(api, email);
    await confirmElsewhere();
    for (const headers of [{ origin: "https://evil.test" }, { "sec-fetch-site": "cross-site" }]) {
      const answer = await browser.post(paths.status, { email }, { headers });
      expect(answer).toMatchObject({ status: 403, body: { code: "cross_site" } });
    }
    expect(outcome(await ask(browser))).toEqual(confirmed);
  });

  test("a network that asks for the status of registrations without end is refused as 429", async () => {
    const { atOnce } = requestLimits.registrationStatus;
    const answers = await Promise.all(Array.from({ length: atOnce + 5 }, () => ask(api.client())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(atOnce);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});
