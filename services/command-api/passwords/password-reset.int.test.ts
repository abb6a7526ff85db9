import { expect, test } from "@jest/globals";
import { freeFailures } from "../sign-in/decider.ts";
import { apiForFile, forFile } from "../testing/running-api.ts";
import type { Answer, TestClient } from "../testing/test-client.ts";
import { password, paths, register, signedInConsumer } from "../testing/test-consumer.ts";
import { TestMailbox } from "../testing/test-mailbox.ts";

const api = apiForFile();
const mailbox = forFile(() => new TestMailbox(api.parts));

const minute = 60_000;
const fresh = "Summer-2027";
const seen = ({ status, headers, text }: Answer) => ({ status, text, names: Object.keys(headers).sort() });

/** A confirmed account whose owner has asked for a code. */
async function forgotten(email: string) {
  const consumer = await signedInConsumer(api, email);
  await api.client().post(paths.forgot, { email });
  return { ...consumer, code: await mailbox.lastCode(email) };
}
const verify = (browser: TestClient, email: string, code: string) =>
  browser.post(paths.verify, { email, code });
const reset = (browser: TestClient, id: number, secret = fresh) =>
  browser.post(`${paths.forgot}/${id}`, { password: secret });
const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

test("a forgotten password is reset with the mailed code, every session ends and the lock is removed", async () => {
  const { browser: signedIn, id, email, code } = await forgotten("forgot@example.com");
  for (let count = 0; count < freeFailures; count += 1) {
    await api.client().post(paths.login, { email, password: "Wrong-2026" });
  }
  const browser = api.client();
  const verified = await verify(browser, email, code);
  expect(verified).toMatchObject({ status: 200, body: { user: { id } } });
  expect(browser.attributes.get("__Secure-resetProof")).toMatch(/HttpOnly/);
  expect(await reset(browser, id)).toMatchObject({ status: 200, body: { success: true } });
  expect(browser.cookies.has("__Secure-resetProof")).toBe(false);
  expect((await signedIn.get(paths.refresh)).status).toBe(401);
  const change = await signedIn.put("/api/user/update-marketing-email", { marketingEmail: true });
  expect(change.status).toBe(401);
  expect((await api.client().post(paths.login, { email, password: fresh })).status).toBe(200);
  expect((await api.client().post(paths.login, { email, password })).status).toBe(401);
});

test("a request for a reset code gets the same answer for an email address with an account, without one and unconfirmed, and for the fourth mail", async () => {
  const { email } = await forgotten("alike@example.com");
  await register(api, "alike-unconfirmed@example.com");
  const ask = (address: string) => api.client().post(paths.forgot, { email: address });
  const unknown = seen(await ask("alike-unknown@example.com"));
  expect(unknown.names).not.toContain("x-position");
  for (let count = 0; count < 3; count += 1) expect(seen(await ask(email))).toEqual(unknown);
  expect(seen(await ask("alike-unconfirmed@example.com"))).toEqual(unknown);
  expect(await mailbox.codes(email)).toHaveLength(3);
  api.clock.advance(60 * minute);
  await ask(email);
  expect(await mailbox.codes(email)).toHaveLength(4);
});

test("an idempotency key used with another body does not show whether an email address has an account", async () => {
  const { email } = await forgotten("key@example.com");
  const ask = (address: string, verifyCaptcha: string) =>
    api.client().post(paths.forgot, { email: address, verifyCaptcha }, { key: "same" });
  await ask(email, "a");
  expect(seen(await ask(email, "b"))).toEqual(seen(await ask("key-unknown@example.com", "b")));
});

test("the sixth try of a reset code fails, even with the right code, and gives the same reason for an email address with and without an account", async () => {
  const { email, code } = await forgotten("sixth@example.com");
  const messages: unknown[] = [];
  for (let count = 0; count < 6; count += 1) {
    const answer = await verify(api.client(), email, count === 5 ? code : wrongOf(code));
    expect(answer).toMatchObject({ status: 400, body: { code: "reset_code_invalid" } });
    expect(seen(await verify(api.client(), "sixth-unknown@example.com", code))).toEqual(seen(answer));
    messages.push(answer.body.message);
  }
  const invalid =
    "This code is not valid. Please check it or ask for a new one. Only the newest code works, once and for 10 minutes.";
  const triedTooOften =
    "This code was tried too often. Please open the link in the mail, or ask for a new code.";
  expect(messages).toEqual([...Array<string>(4).fill(invalid), triedTooOften, triedTooOften]);

  for (const address of [email, "sixth-unknown@example.com"])
    await api.client().post(paths.forgot, { email: address });
  const fresh = await verify(api.client(), "sixth-unknown@example.com", code);
  expect(fresh.body.message).toBe(invalid);
  expect((await verify(api.client(), email, await mailbox.lastCode(email))).status).toBe(200);
});

test("an accepted reset code does not show in the answers to later tries of its email address", async () => {
  const { email, code } = await forgotten("accepted@example.com");
  await api.client().post(paths.forgot, { email: "accepted-unknown@example.com" });
  for (let count = 0; count < 7; count += 1) {
    const known = await verify(api.client(), email, count === 2 ? code : wrongOf(code));
    const unknown = await verify(api.client(), "accepted-unknown@example.com", code);
    if (count === 2) expect(known.status).toBe(200);
    else expect(seen(known)).toEqual(seen(unknown));
  }
});

test("strangers who lock an email address and use up its codes don't keep its owner out: the mailed link sets a password, and its browser signs in", async () => {
  const email = "besieged@example.com";
  const { id } = await signedInConsumer(api, email);
  const lockOut = async () => {
    for (let n = 0; n <= freeFailures; n += 1)
      await api.client().post(paths.login, { email, password: "Wrong-2026" });
  };
  await lockOut();
  for (let mail = 0; mail < 4; mail += 1) {
    await api.client().post(paths.forgot, { email });
    const wrong = wrongOf(await mailbox.lastCode(email));
    for (let n = 0; n < 5; n += 1) await verify(api.client(), email, wrong);
  }
  const owner = api.client();
  expect((await owner.post(paths.login, { email, password })).status).toBe(401);
  expect((await verify(owner, email, await mailbox.lastCode(email))).status).toBe(400);
  await owner.post(paths.forgot, { email });
  expect(await mailbox.codes(email)).toHaveLength(3);
  const token = (await mailbox.resetTokens(email)).at(-1) ?? "";
  const byLink = (given: string) => owner.post(`${paths.forgot}/${id}`, { password: fresh, token: given });
  expect((await byLink(`${token.slice(0, -2)}AA`)).body).toMatchObject({ code: "reset_link_invalid" });
  expect(await byLink(token)).toMatchObject({ status: 200 });
  await lockOut();
  expect((await api.client().post(paths.login, { email, password: fresh })).status).toBe(401);
  expect((await owner.post(paths.login, { email, password: fresh })).status).toBe(200);
  expect((await byLink(token)).body).toMatchObject({ code: "reset_link_invalid" });
});

test("a link that is only checked sets no password and stays valid, and a used one is refused before a password is sent", async () => {
  const { id, email } = await forgotten("checks@example.com");
  const [token = ""] = await mailbox.resetTokens(email);
  const byLink = (body: object) => api.client().post(`${paths.forgot}/${id}`, { token, ...body });
  expect(await byLink({})).toMatchObject({ status: 200 });
  expect((await api.client().post(paths.login, { email, password })).status).toBe(200);
  expect(await byLink({ password: fresh })).toMatchObject({ status: 200 });
  expect((await byLink({})).body).toMatchObject({ code: "reset_link_invalid" });
});

test("the link of one account sets no password of another", async () => {
  const [mine, other] = [await forgotten("mine@example.com"), await forgotten("theirs@example.com")];
  const [token = ""] = await mailbox.resetTokens(mine.email);
  const [, nonce, signature] = token.split(".");
  for (const given of [token, `${other.id.toString(36)}.${nonce}.${signature}`, "x", ""]) {
    const body = { password: fresh, token: given };
    expect((await api.client().post(`${paths.forgot}/${other.id}`, body)).body).toMatchObject({
      code: "reset_link_invalid",
    });
  }
});

test("a wrong reset code, an unknown email address and a used idempotency key get the same answer", async () => {
  const { email, code } = await forgotten("quiet@example.com");
  const try_ = (address: string, given: string) =>
    api.client().post(paths.verify, { email: address, code: given }, { key: "quiet" });
  const wrong = seen(await try_(email, wrongOf(code)));
  expect(wrong.status).toBe(400);
  expect(seen(await try_(email, `${wrongOf(code)} `))).toEqual(wrong);
  expect(seen(await try_(email, code))).toEqual(wrong);
  expect(seen(await try_("quiet-unknown@example.com", code))).toEqual(wrong);
});

test("a password is reset only with the proof of the right code, once, in the same browser and within 10 minutes", async () => {
  const { id, email, code } = await forgotten("proof@example.com");
  const browser = api.client();
  await verify(browser, email, code);
  const invalid = { status: 400, body: { code: "reset_proof_invalid" } };
  expect(await reset(api.client(), id)).toMatchObject(invalid);
  const stranger = await forgotten("stranger@example.com");
  const other = api.client();
  await verify(other, stranger.email, stranger.code);
  expect(await reset(other, id)).toMatchObject(invalid);
  const held = browser.copy();
  expect((await reset(browser, id)).status).toBe(200);
  expect(await reset(held, id, "Another-2027")).toMatchObject(invalid);
  api.clock.advance(10 * minute);
  expect(await reset(other, stranger.id)).toMatchObject(invalid);
});

test("the steps of a password reset repeated with their idempotency keys happen once and get the same answers", async () => {
  const { id, email, code } = await forgotten("repeat@example.com");
  const browser = api.client();
  const verified = await browser.post(paths.verify, { email, code }, { key: "verify" });
  const again = await browser.post(paths.verify, { email, code }, { key: "verify" });
  expect(again.text).toBe(verified.text);
  const held = browser.copy();
  const path = `${paths.forgot}/${id}`;
  const first = await browser.post(path, { password: fresh }, { key: "reset" });
  const second = await held.post(path, { password: fresh }, { key: "reset" });
  expect(second.text).toBe(first.text);
  const third = await held.post(path, { password: "Another-2027" }, { key: "reset" });
  expect(third.status).toBe(422);
  expect((await mailbox.types(email)).filter((type) => type === "ConsumerPasswordReset")).toHaveLength(1);
});

test("an old password reset that is repeated does not remove a lock after the password changed again", async () => {
  const { id, email, code } = await forgotten("late@example.com");
  const browser = api.client();
  await verify(browser, email, code);
  const first = () => browser.post(`${paths.forgot}/${id}`, { password: fresh }, { key: "old" });
  expect((await first()).status).toBe(200);
  await browser.post(paths.forgot, { email });
  await verify(browser, email, await mailbox.lastCode(email));
  await reset(browser, id, "Autumn-2028");
  const login = (secret: string) => api.client().post(paths.login, { email, password: secret });
  for (let count = 0; count < freeFailures; count += 1) await login("Wrong-2026");
  expect((await first()).status).toBe(200);
  expect((await login("Autumn-2028")).status).toBe(401);
});

test("a new password is saved exactly as it was typed, with its spaces", async () => {
  const { id, email, code } = await forgotten("spaces@example.com");
  const browser = api.client();
  await verify(browser, email, code);
  await reset(browser, id, ` ${fresh} `);
  expect((await api.client().post(paths.login, { email, password: fresh })).status).toBe(401);
  expect((await api.client().post(paths.login, { email, password: ` ${fresh} ` })).status).toBe(200);
});
