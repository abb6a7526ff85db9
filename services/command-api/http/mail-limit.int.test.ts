import { afterEach, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { requestLimits } from "@ornament/contracts/routes/request-limits";
import { listOf } from "@ornament/testing/event-log/list-of";
import type { Answer } from "../testing/test-client.ts";
import {
  firstAdmin,
  startTestCommandApi,
  type TestCommandApi,
  testConfig,
} from "../testing/test-command-api.ts";
import { password, paths, signedInConsumer } from "../testing/test-consumer.ts";

let api: TestCommandApi;
afterEach(() => api.stop());

/** Behind one proxy, so that a test can choose the network address of a request. */
const start = async (human = false) => {
  const humanCheck = { isOn: human, confirm: async () => undefined };
  api = await startTestCommandApi({ humanCheck, config: testConfig({ trustProxy: 1 }) }, { limitScale: 1 });
};
const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });
const home = "192.0.2.7";
const register = (email: string, ip = home) =>
  api.client().post(paths.register, { email, password }, from(ip));
const all = (count: number, call: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));
const adminForgot = "/api/admin/password-reset";
const seen = ({ status, headers, text }: Answer) => ({ status, text, retryAfter: headers["retry-after"] });

/** Express finds a route in each letter case of its path, and with a slash at its end. */
function spelled(path: string, n: number): string {
  const letters = [...path].map((letter, place) => ((n >> (place % 9)) & 1 ? letter.toUpperCase() : letter));
  return `${letters.join("")}${n % 2 ? "/" : ""}`;
}

const added = async () => (await listOf(api.store.readAll())).length;

const causes =
  /^(ConsumerRegistered|RegistrationRepeated|ActivationLinkRequested|\w*PasswordResetRequested)$/;
const mailCauses = async () =>
  (await listOf(api.store.readAll())).filter(({ type }) => causes.test(type)).length;

test("300 registrations of 300 email addresses from one network send 30 mails, and the others are answered with the time to wait", async () => {
  await start();
  const answers = await all(300, (n) => register(`crowd-${n}@example.com`));
  const { atOnce, everySeconds } = requestLimits.mail;
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(atOnce);
  expect(await mailCauses()).toBe(atOnce);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(300 - atOnce);
  expect(refused[0]).toMatchObject({
    body: {
      code: "too_many_requests",
      message: "Too many emails were requested from your network. Please try again in 2 minutes.",
    },
  });
  expect(refused[0]?.headers["retry-after"]).toBe(String(everySeconds));
  expect((await register("elsewhere@example.com", "192.0.2.8")).status).toBe(200);
  api.clock.advance(everySeconds * 1000);
  expect((await register("crowd-30@example.com")).status).toBe(200);
  expect((await register("crowd-31@example.com")).status).toBe(429);
});

test("all calls that send mail share one limit, and beyond it email addresses with and without an account get the same answer", async () => {
  await start();
  await register("known@example.com");
  for (let n = 1; n < requestLimits.mail.atOnce; n += 1) {
    const path = [paths.forgot, paths.resend, adminForgot][n % 3] ?? "";
    const answer = await api.client().post(path, { email: `anybody-${n}@example.com` }, from(home));
    expect(answer.status).toBe(200);
  }
  const before = await mailCauses();
  for (const path of [paths.forgot, paths.resend, adminForgot]) {
    const known = path === adminForgot ? firstAdmin.email : "known@example.com";
    const answers = [];
    for (const email of [known, "unknown@example.com"])
      answers.push(seen(await api.client().post(path, { email }, from(home))));
    expect(answers[0]).toMatchObject({ status: 429 });
    expect(answers[1]).toEqual(answers[0]);
  }
  expect(seen(await register("known@example.com"))).toEqual(seen(await register("unknown@example.com")));
  expect(await mailCauses()).toBe(before);
});

test("a command is the same with its idempotency key in each spelling of its path", async () => {
  await start();
  const owner = await signedInConsumer(api, "owner@example.com");
  for (let n = 0; n < 3; n += 1)
    await api.client().post(spelled(paths.forgot, n), { email: owner.email }, { ...from(home), key: "same" });
  const { events } = await api.store.read(streams.consumer(owner.id));
  expect(events.filter(({ type }) => type === "PasswordResetRequested")).toHaveLength(1);
});

test("wrong reset codes from one network leave a limited number of events, and beyond the limit email addresses with and without an account get the same answer", async () => {
  await start();
  const { email } = await signedInConsumer(api, "coded@example.com");
  await api.client().post(paths.forgot, { email }, from(home));
  const { atOnce, everySeconds } = requestLimits.failedResetCode;
  const before = await added();
  const tryAt = (address: string, ip = home) =>
    api.client().post(paths.verify, { email: address, code: "wrong" }, from(ip));
  const statuses = await all(2 * atOnce, async (n) => tryAt(n % 2 ? email : "uncoded@example.com"));
  expect(statuses.filter(({ status }) => status === 400)).toHaveLength(atOnce);
  // One more event records that the account's code is locked.
  expect((await added()) - before).toBe(atOnce + 1);
  const refused = seen(await tryAt(email));
  expect(refused).toMatchObject({ status: 429, retryAfter: String(everySeconds) });
  expect(seen(await tryAt("uncoded@example.com"))).toEqual(refused);
  expect((await tryAt(email, "192.0.2.8")).status).toBe(400);
});

test("where a human check confirms each caller, many people of one network can register at the same time", async () => {
  await start(true);
  const { atOnce } = requestLimits.mailOfHumans;
  const answers = await all(atOnce + 1, (n) => register(`school-${n}@example.com`));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(atOnce);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

test("mails sent by the back office are limited for each admin", async () => {
  await start();
  const admin = await api.signedInAdmin();
  const resend = () => admin.post("/api/admin/resend-activate-link", { email: "nobody@example.com" });
  for (let n = 0; n < requestLimits.mailByStaff.atOnce; n += 1) expect((await resend()).status).toBe(404);
  expect((await resend()).status).toBe(429);
});
