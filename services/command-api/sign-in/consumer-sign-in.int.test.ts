import { expect, test } from "@jest/globals";
import { claimForRegistration } from "../consumers/claim-emails.ts";
import { apiForFile, forFile } from "../testing/running-api.ts";
import type { Answer } from "../testing/test-client.ts";
import { TestHasher } from "../testing/test-command-api.ts";
import { issuePins, password, paths, register, signedInConsumer } from "../testing/test-consumer.ts";
import { TestMailbox } from "../testing/test-mailbox.ts";
import { freeFailures } from "./decider.ts";

const hasher = new TestHasher();
/** The names of the streams that were read. */
const read: string[] = [];
const api = apiForFile({ hasher }, { onRead: (stream) => read.push(stream) });
const mailbox = forFile(() => new TestMailbox(api.parts));

const seen = ({ status, headers, text }: Answer) => ({ status, text, names: Object.keys(headers).sort() });
const signIn = (email: string, secret = password) =>
  api.client().post(paths.login, { email, password: secret });

test("a consumer's sign-in answers the account with its ornaments, and sets the refresh cookie", async () => {
  await issuePins(api, "SIGN001", "SIGN002");
  const { browser, id, email } = await signedInConsumer(api, "in@example.com");
  const pin = ["SIGN-002", "SIGN-001"].map((text) => ({ pin: text, name: `Tree ${text}` }));
  const added = await browser.put("/api/user/activate-pin", {
    userId: id,
    email,
    pin,
    device: "Mozilla/5.0 (iPhone)",
  });
  expect(added.status).toBe(200);
  const other = api.client();
  const answer = await other.signIn(paths.login, { email: " IN@example.com ", password });
  expect(answer.body).toMatchObject({
    pins: { count: 2 },
    user: {
      id,
      email,
      isActivated: true,
      deviceLimit: 5,
      pins: {
        count: 2,
        rows: [
          { pin: "SIGN-002", countDevices: 1, devices: [{ title: "Mozilla/5.0 (iPhone)", name: "" }] },
          { pin: "SIGN-001", name: "Tree SIGN-001", status: true, blocked: false, countDevices: 0 },
        ],
      },
    },
  });
  expect(other.cookies.has("__Secure-userRefresh")).toBe(true);
  expect((await other.get(paths.refresh)).body).toMatchObject({ user: { id }, pins: { count: 2 } });
});

test("a consumer's sign-in reads no stream twice, and not the stream of its new session", async () => {
  const { email } = await signedInConsumer(api, "reads@example.com");
  read.length = 0;
  expect((await signIn(email)).status).toBe(200);
  const streams = [...read];
  expect(streams.filter((stream) => stream.startsWith("consumer-"))).toHaveLength(1);
  expect(new Set(streams).size).toBe(streams.length);
  expect(streams.filter((stream) => stream.startsWith("session-"))).toEqual([]);
});

test("a consumer's failed sign-ins get the same answers for an email address with and without an account, and warn of the pause from the fifth on", async () => {
  const { email } = await signedInConsumer(api, "locked@example.com");
  const messages: unknown[] = [];
  for (let count = 0; count < freeFailures + 2; count += 1) {
    const [known, unknown] = [await signIn(email, "Wrong-2026"), await signIn("unknown@example.com")];
    expect(seen(known)).toEqual(seen(unknown));
    expect(known).toMatchObject({ status: 401, body: { code: "sign_in_failed", errors: [] } });
    messages.push(known.body.message);
  }
  const warned =
    "Incorrect email or password. After 10 failed attempts we pause sign-in for this address. You can reset your password.";
  const paused =
    "Too many failed attempts. Sign-in for this address is paused: try again in one minute, or reset your password.";
  expect(messages).toEqual([
    ...Array<string>(4).fill("Incorrect email or password."),
    ...Array<string>(5).fill(warned),
    ...Array<string>(3).fill(paused),
  ]);
});

test("sign-in for an email address without an account compares a password, too, so that its time doesn't show that", async () => {
  const { dummies } = hasher;
  expect((await signIn("stranger@example.com")).status).toBe(401);
  expect(hasher.dummies).toBe(dummies + 1);
});

test("while sign-in for an email address is paused, the right password gets the same answer as a wrong one and an unknown address, with the time to wait", async () => {
  const { email } = await signedInConsumer(api, "paused@example.com");
  for (const address of [email, "paused-unknown@example.com"])
    for (let count = 0; count < freeFailures; count += 1) await signIn(address, "Wrong-2026");
  api.clock.advance(20_000);
  const dummies = hasher.dummies;
  const right = await signIn(email);
  expect(right).toMatchObject({ status: 401, body: { code: "sign_in_failed" } });
  expect(right.body.message).toContain("try again in 40 seconds");
  expect(right.headers["retry-after"]).toBe("40");
  expect(seen(await signIn(email, "Wrong-2026"))).toEqual(seen(right));
  expect(seen(await signIn("paused-unknown@example.com"))).toEqual(seen(right));
  expect(hasher.dummies).toBe(dummies + 3);
});

test("an unconfirmed account with the right password is answered as such, and its browser then counts as the one that registered", async () => {
  const email = "unconfirmed-in@example.com";
  await register(api, email);
  const browser = api.client();
  const answer = await browser.post(paths.login, { email, password });
  expect(answer).toMatchObject({ status: 403, body: { code: "not_activated" } });
  expect(browser.cookies.has("__Secure-userRefresh")).toBe(false);
  expect((await signIn(email, "Wrong-2026")).body).toMatchObject({ code: "sign_in_failed" });
  await browser.post(paths.activate, { token: await mailbox.lastToken(email) });
  expect((await browser.get(paths.refresh)).status).toBe(200);
});

test("a consumer's sign-out makes both tokens invalid immediately, and a refresh without a cookie says so", async () => {
  const { browser, id, email } = await signedInConsumer(api, "out@example.com");
  const stolen = browser.copy();
  expect((await browser.post(paths.logout)).body).toMatchObject({ success: true });
  expect(browser.cookies.has("__Secure-userRefresh")).toBe(false);
  expect(await stolen.get(paths.refresh)).toMatchObject({ status: 401, body: { errors: ["user_error"] } });
  expect(await browser.get(paths.refresh)).toMatchObject({
    status: 401,
    body: { errors: ["user_error", "no_refresh_cookie"] },
  });
  const change = await stolen.put("/api/user/update-marketing-email", { marketingEmail: true });
  expect(change).toMatchObject({ status: 401, body: { errors: ["user_error"] } });
  expect(await mailbox.types(email)).toEqual(["ConsumerRegistered", "ConsumerEmailConfirmed"]);
  expect(await mailbox.consumerId(email)).toBe(id);
});

test("a sign-in with an email address that is claimed but has no account is answered as for an unknown address", async () => {
  const email = "claimed-in@example.com";
  await claimForRegistration(api.parts, email, { correlationId: "test" });
  expect(seen(await signIn(email))).toEqual(seen(await signIn("claimed-unknown@example.com")));
});
