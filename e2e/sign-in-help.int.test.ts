import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TestClient } from "@ornament/command-api/testing/test-client";
import type { SignInHelp } from "@ornament/contracts/api/sign-in-help";
import { Messages } from "@ornament/embedded/mailbox/messages";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { parentPassword, tokenOf } from "@ornament/testing/people/parents";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { SMTPServer } from "smtp-server";

// Customer support answers "I can't sign in" from an account's profile. The mail server of this product may
// refuse mails.
const mails = new Messages();
const refused = new Set<string>();
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ["AUTH", "STARTTLS"],
  onRcptTo({ address }, _session, done) {
    done(refused.has(address) ? Object.assign(new Error("No such mailbox"), { responseCode: 550 }) : null);
  },
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", async () => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      await mails.receive(Buffer.concat(chunks), recipients, new Date(), String(mails.newestFirst().length));
      done();
    });
  },
});

let product: RunningProduct;
let api: ApiClient;
let admin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    mailServer.listen(0, "127.0.0.1", resolve);
  });
  const { port } = mailServer.server.address() as AddressInfo;
  product = await startProduct({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  api = new ApiClient(product.url);
  admin = await api.signInAdmin();
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});

const timeoutMilliseconds = 40_000;

/** Repeats a read until its answer is the expected one. */
async function until<T>(read: () => T | Promise<T>, isWanted: (found: T) => boolean): Promise<T> {
  const deadline = Date.now() + timeoutMilliseconds;
  for (;;) {
    const found = await read();
    if (isWanted(found)) return found;
    if (Date.now() > deadline) throw new Error(`It stays at ${JSON.stringify(found)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const newestMail = (email: string, subject: RegExp) =>
  mails.newestFirst().find((mail) => mail.to === email && subject.test(mail.subject));

const read = async <T>(path: string): Promise<T> => {
  const { status, body } = await api.call<T>("GET", path, { token: admin });
  expect({ path, status }).toEqual({ path, status: 200 });
  return body;
};
const helpFor = (path: string, isWanted: (help: SignInHelp) => boolean) =>
  until(() => read<SignInHelp>(`/api/admin/${path}/sign-in`), isWanted);

/**
 * The answer of a log, once it has the text. @param of "" for the System action log, "/{id}" for a consumer's
 * log
 */
const logText = (of: string, wanted: string) =>
  until(
    async () => JSON.stringify(await read(`/api/admin/action-logs${of}?limit=100`)),
    (text) => text.includes(wanted),
  );

const browser = () => new TestClient(product.url);
const signIn = (email: string, password = parentPassword, client = browser()) =>
  client.post("/api/user/login", { email, password });

async function confirmedParent(email: string): Promise<number> {
  const client = browser();
  await client.post("/api/user/registration", { email, password: parentPassword });
  const mail = await until(() => newestMail(email, /./), Boolean);
  await client.post("/api/user/activate", { token: tokenOf(mail as NonNullable<typeof mail>) });
  const { user } = (await signIn(email)).body as { user: { id: number } };
  return user.id;
}

test("after 11 wrong passwords the profile says until when sign-in is paused, and a password reset ends the pause", async () => {
  const email = "paused@example.com";
  const id = await confirmedParent(email);
  const before = await helpFor(`user-profile/${id}`, ({ lastSignInAt }) => lastSignInAt !== null);
  expect(before).toMatchObject({ readySince: expect.any(String), pauses: [], limitedMails: [] });
  expect(before.mails).toMatchObject([{ kind: "activation-link", state: "sent" }]);

  for (let n = 0; n < 11; n += 1) await signIn(email, "Wrong-2026");
  const { pauses } = await helpFor(`user-profile/${id}`, (help) => help.pauses.length > 0);
  expect(pauses).toEqual([{ knownBrowser: false, until: expect.any(String), failures: 10, ended: false }]);
  const wait = Number((await signIn(email)).headers["retry-after"]);
  expect(Math.abs(Date.parse(pauses[0]?.until ?? "") - Date.now() - wait * 1000)).toBeLessThan(5_000);

  const client = browser();
  await client.post("/api/user/reset-password", { email });
  const mail = await until(() => newestMail(email, /code/i), Boolean);
  const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  await client.post("/api/user/verify-code", { email, code: wrong });
  const tried = await helpFor(`user-profile/${id}`, (help) => (help.mails[0]?.code?.refused ?? 0) > 0);
  expect(tried.mails[0]).toMatchObject({ kind: "consumer-reset-code", code: { refused: 1, usedUp: false } });
  expect((await client.post("/api/user/verify-code", { email, code })).status).toBe(200);
  await client.post(`/api/user/reset-password/${id}`, { password: "Changed-2026" });
  const after = await helpFor(
    `user-profile/${id}`,
    (help) => help.pauses.length === 0 && help.mails.length === 3,
  );
  expect(after.mails[1]?.code?.acceptedAt).toEqual(expect.any(String));
  expect((await signIn(email, "Changed-2026")).status).toBe(200);
});

test("a mail that the mail server refused is on the profile with its reason, and in the consumer's log", async () => {
  const email = "no-mailbox@example.com";
  const id = await confirmedParent(email);
  refused.add(email);
  await browser().post("/api/user/reset-password", { email });
  const { mails: shown } = await helpFor(`user-profile/${id}`, (help) => help.mails[0]?.state === "failed");
  expect(shown).toMatchObject([
    { kind: "consumer-reset-code", state: "failed", reason: "refused", smtpStatus: 550 },
    { kind: "activation-link", state: "sent", reason: null },
  ]);
  const log = await logText(`/${id}`, "Mail failed");
  expect(log).toContain("Password reset requested");
});
