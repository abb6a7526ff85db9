import { describe, expect, test } from "@jest/globals";
import type { TestClient } from "@ornament/command-api/testing/test-client";
import { freshCode } from "@ornament/command-api/testing/wrong-pins";
import { mailsTo, mailTo, newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { attackedProduct, indistinct } from "./attacked-product.ts";

/** Limits of sign-ins, codes and PIN entries, with a forged `X-Forwarded-For` that must not help. */
const it = attackedProduct();

let serial = 0;
const parent = () => newParent(it.api, it.url, `locked-${serial++}@example.com`);
/** A forged network address, a new one each time. */
const forged = () => ({
  "x-forwarded-for": `10.${serial % 250}.${serial++ % 250}.7`,
  forwarded: "for=10.1.1.1",
});
const codeIn = (text: string) => /^\d{6}$/m.exec(text)?.[0] ?? "";

async function resetCode(email: string, count = 1): Promise<string> {
  await it.browser().post("/api/user/reset-password", { email });
  const mails = await mailsTo(it.url, email, count);
  return codeIn(mails[0]?.text ?? "");
}
/** The mails with codes come after the mail with the confirmation link. */
const firstMails = 1;

describe("lockout", () => {
  const signIn = (email: string, password: string, headers = forged()) =>
    it.browser().post("/api/user/login", { email, password }, { headers });

  test("after 10 failed sign-ins the right password is refused from every network address with the time to wait, until the password is reset", async () => {
    const { id, email } = await parent();
    for (let n = 0; n < 10; n += 1) await signIn(email, "Wrong-2026");
    for (const password of [parentPassword, "Wrong-2026", parentPassword]) {
      const paused = await signIn(email, password);
      expect(paused).toMatchObject({ status: 401, body: { code: "sign_in_failed" } });
      expect(paused.body.message).toMatch(/Sign-in for this address is paused: try again in/);
      expect(Number(paused.headers["retry-after"])).toBeGreaterThan(0);
    }

    const browser = it.browser();
    const code = await resetCode(email, firstMails + 1);
    expect((await browser.post("/api/user/verify-code", { email, code })).status).toBe(200);
    await browser.post(`/api/user/reset-password/${id}`, { password: "Changed-2026" });
    expect((await signIn(email, "Changed-2026")).status).toBe(200);
  });

  test("100 wrong passwords at the same time count as ten before the lock", async () => {
    const { email } = await parent();
    const before = await it.log.head();
    const answers = await Promise.all(Array.from({ length: 100 }, () => signIn(email, "Wrong-2026")));
    expect(new Set(answers.map(({ status }) => status)).size).toBeLessThanOrEqual(2);
    for (const { status } of answers) expect([401, 503]).toContain(status);
    const failed = (await it.log.since(before)).filter(({ type }) => type === "SignInFailed");
    expect(failed).toHaveLength(10);
  });

  test("an admin's account is locked after 10 failed sign-ins, and no other account is", async () => {
    const admin = { email: "locked@ornament.test", password: "Another-2026" };
    await it.api.call("POST", "/api/admin/registration", {
      token: it.admin,
      body: { ...admin, role: "MEMBER" },
    });
    const call = (body: object) => it.browser().post("/api/admin/login", body, { headers: forged() });
    for (let n = 0; n < 10; n += 1) await call({ ...admin, password: "Wrong-2026" });
    expect((await call(admin)).status).toBe(401);
    expect((await call({ email: adminEmail, password: adminPassword })).status).toBe(200);
  });
});

describe("reset codes", () => {
  const verify = (email: string, code: string, browser: TestClient = it.browser()) =>
    browser.post("/api/user/verify-code", { email, code });
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

  test("the 6th try of a reset code is refused like the 5th wrong one, even with the right code, and says why", async () => {
    const { email } = await parent();
    const code = await resetCode(email, firstMails + 1);
    for (let n = 1; n < 5; n += 1) await verify(email, wrongOf(code));
    const fifth = await verify(email, wrongOf(code));
    expect(fifth.body.message).toBe(
      "This code was tried too often. Please open the link in the mail, or ask for a new code.",
    );
    expect(indistinct(await verify(email, code))).toEqual(indistinct(fifth));
  });

  test("a newer reset code invalidates the older one, and of 16 uses at the same time one succeeds", async () => {
    const { email } = await parent();
    const older = await resetCode(email, firstMails + 1);
    const newer = await resetCode(email, firstMails + 2);
    if (older !== newer) expect((await verify(email, older)).status).toBe(400);
    const answers = await Promise.all(Array.from({ length: 16 }, () => verify(email, newer)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(15).fill(400)]);
  });

  test("the fourth request of a reset code within an hour gets the same answer and no mail", async () => {
    const { email } = await parent();
    const ask = async () => indistinct(await it.browser().post("/api/user/reset-password", { email }));
    const answers = [await ask(), await ask(), await ask()];
    await mailsTo(it.url, email, firstMails + 3);
    const before = await it.log.head();
    answers.push(await ask());
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const added = (await it.log.since(before)).map(({ type }) => type);
    expect(added.filter((type) => type !== "AddressCallAnswered")).toEqual([]);
  });

  test("a password is reset once, in the browser that entered the code", async () => {
    const { id, email } = await parent();
    const [browser, other] = [it.browser(), it.browser()];
    const set = (by: TestClient) => by.post(`/api/user/reset-password/${id}`, { password: "Changed-2026" });
    expect((await set(other)).status).toBe(400);
    await verify(email, await resetCode(email, firstMails + 1), browser);
    expect(browser.attributes.get("resetProof")).toMatch(/HttpOnly; SameSite=Strict/);
    const copy = browser.copy();
    expect((await set(other)).status).toBe(400);
    expect((await set(browser)).status).toBe(200);
    expect((await set(copy)).status).toBe(400);
  });
});

describe("passwords and email addresses", () => {
  test.each([
    ["73 bytes", `Aa1${"x".repeat(70)}`],
    ["73 bytes in 26 characters", `Aa1${"€".repeat(23)}x`],
  ])("a password of %s is refused and never truncated", async (_name, password) => {
    expect(Buffer.byteLength(password)).toBe(73);
    const body = { email: "long@example.com", password };
    expect((await it.api.call("POST", "/api/user/registration", { body })).status).toBe(400);
  });

  test("all 72 bytes of a password count, spaces included", async () => {
    for (const [n, password] of [`Aa1${"x".repeat(69)}`, "  Spaced out 1  "].entries()) {
      const email = `bytes-${n}@ornament.test`;
      await it.api.call("POST", "/api/admin/registration", {
        token: it.admin,
        body: { email, password, role: "MEMBER" },
      });
      const tried = (text: string) => it.browser().post("/api/admin/login", { email, password: text });
      expect((await tried(`${password.slice(0, -1)}y`)).status).toBe(401);
      expect((await tried(`${password}x`)).status).toBe(401);
      expect((await tried(password.trim())).status).toBe(password === password.trim() ? 200 : 401);
      expect((await tried(password)).status).toBe(200);
    }
  });

  test("50 registrations of one email address at the same time, in different spellings, make one account", async () => {
    const before = await it.log.head();
    const spellings = ["crowd@example.com", "CROWD@example.com", "  Crowd@Example.Com "];
    // On a slow machine some are refused as busy at first, because each registration hashes a password.
    const register = async (email: string | undefined) => {
      for (;;) {
        const answer = await it.browser().post("/api/user/registration", { email, password: parentPassword });
        if (answer.status !== 503) return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => register(spellings[n % 3])));
    expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
    const types = (await it.log.since(before)).map(({ type }) => type);
    expect(types.filter((type) => type === "ConsumerRegistered")).toHaveLength(1);
    expect(types.filter((type) => type === "EmailClaimed")).toHaveLength(1);
    expect((await mailTo(it.url, "crowd@example.com")).subject).toMatch(/confirm/);
  });
});

describe("PIN guessing", () => {
  const enter = (who: Parent, pins: string[]) => {
    const browser = it.browser();
    browser.token = who.token;
    const body = { userId: who.id, email: who.email, pin: pins.map((pin) => ({ pin })) };
    return browser.put("/api/user/activate-pin", body, { headers: forged() });
  };

  test("after 10 fresh wrong PINs of an account the next one is a recorded 429 with Retry-After, whatever network address it names, and other accounts enter theirs", async () => {
    await it.api.importPins(it.admin, "REAL-PIN\n");
    const [first, other] = [await parent(), await parent()];
    const before = await it.log.head();
    for (let n = 0; n < 10; n += 1) expect((await enter(first, [freshCode(n)])).status).toBe(400);
    const limited = await enter(first, ["REAL-PIN"]);
    expect(limited).toMatchObject({ status: 429, body: { code: "pin_entry_limited" } });
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0);
    const recorded = (await it.log.since(before)).map(({ type }) => type);
    expect(recorded).toEqual([...Array(10).fill("PinEntryUnknown"), "PinEntryPaused"]);
    expect((await enter(other, ["REAL-PIN"])).status).toBe(200);
  });
});
