import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TestClient } from "@ornament/command-api/testing/test-client";
import type { SignInHelp } from "@ornament/contracts/sign-in-help/api";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { mailTo, newParent, parentPassword } from "@ornament/testing/people/parents";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";

// Customer support answers "I can't sign in" from an account's profile.
let product: RunningProduct;
let api: ApiClient;
let admin: string;

beforeAll(async () => {
  product = await startProduct();
  api = new ApiClient(product.url);
  admin = await api.signInAdmin();
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

const timeoutMilliseconds = 40_000;

/** Reads the help of a consumer's profile until it is the expected one. */
async function helpFor(id: number, isWanted: (help: SignInHelp) => boolean): Promise<SignInHelp> {
  const deadline = Date.now() + timeoutMilliseconds;
  for (;;) {
    const path = `/api/admin/user-profile/${id}/sign-in`;
    const { status, body } = await api.call<SignInHelp>("GET", path, { token: admin });
    expect({ path, status }).toEqual({ path, status: 200 });
    if (isWanted(body)) return body;
    if (Date.now() > deadline) throw new Error(`It stays at ${JSON.stringify(body)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const browser = () => new TestClient(product.url);
const signIn = (email: string, password = parentPassword) =>
  browser().post("/api/user/login", { email, password });

test("after 11 wrong passwords the profile says until when sign-in is paused, and a password reset ends the pause", async () => {
  const { id, email } = await newParent(api, product.url, "paused@example.com");
  const before = await helpFor(id, ({ lastSignInAt }) => lastSignInAt !== null);
  expect(before).toMatchObject({ readySince: expect.any(String), pauses: [], limitedMails: [] });
  expect(before.mails).toMatchObject([{ kind: "activation-link", state: "sent" }]);

  for (let n = 0; n < 11; n += 1) await signIn(email, "Wrong-2026");
  const { pauses } = await helpFor(id, (help) => help.pauses.length > 0);
  expect(pauses).toEqual([{ knownBrowser: false, until: expect.any(String), failures: 10, ended: false }]);
  const asked = Date.now();
  const wait = Number((await signIn(email)).headers["retry-after"]);
  const answeredAt = Date.parse(pauses[0]?.until ?? "") - wait * 1_000;
  expect(answeredAt).toBeGreaterThanOrEqual(asked - 1_000);
  expect(answeredAt).toBeLessThanOrEqual(Date.now());

  const client = browser();
  await client.post("/api/user/reset-password", { email });
  const { text } = await mailTo(product.url, email, /code/i);
  const code = /^\d{6}$/m.exec(text)?.[0] ?? "";
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  await client.post("/api/user/verify-code", { email, code: wrong });
  const tried = await helpFor(id, (help) => (help.mails[0]?.code?.refused ?? 0) > 0);
  expect(tried.mails[0]).toMatchObject({ kind: "consumer-reset-code", code: { refused: 1, usedUp: false } });
  expect((await client.post("/api/user/verify-code", { email, code })).status).toBe(200);
  await client.post(`/api/user/reset-password/${id}`, { password: "Changed-2026" });
  const after = await helpFor(id, (help) => help.pauses.length === 0 && help.mails.length === 3);
  expect(after.mails[1]?.code?.acceptedAt).toEqual(expect.any(String));
  expect((await signIn(email, "Changed-2026")).status).toBe(200);
});
