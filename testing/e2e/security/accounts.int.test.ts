import { describe, expect, test } from "@jest/globals";
import type { TestClient } from "@ornament/command-api/testing/test-client";
import { freshCode } from "@ornament/command-api/testing/wrong-pins";
import { parsePinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { mailsTo, mailTo, newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { attackedProduct, indistinct } from "./attacked-product.ts";

/** Answers tell nothing about the accounts, PINs and devices of other people, and nobody guesses them. */
const it = attackedProduct();

const unknown = "nobody@example.com";
const post = (path: string, body: unknown) => it.browser().post(path, body);

/** An answer that says how long to wait, without the seconds: they differ between two requests. */
function withoutWait(answer: Parameters<typeof indistinct>[0]) {
  const { "content-length": _length, ...headers } = answer.headers;
  const wait = headers["retry-after"] === undefined ? {} : { "retry-after": "seconds" };
  const text = answer.text.replace(/try again in [\w ]+,/, "try again in …,");
  return indistinct({ ...answer, text, headers: { ...headers, ...wait } });
}

describe("nobody learns whether an email address has an account", () => {
  const audiences = [
    ["/api/admin/login", () => adminEmail, adminPassword],
    [
      "/api/user/login",
      async () => (await newParent(it.api, it.url, "known@example.com")).email,
      parentPassword,
    ],
  ] as const;
  test.each(audiences)(
    "sign-in at %s answers an unknown email address, a wrong password and a locked account alike after as many failures",
    async (path, known, right) => {
      const email = await known();
      const messages: string[] = [];
      for (let n = 1; n <= 12; n += 1) {
        const wrong = await post(path, { email, password: "Wrong-2026" });
        const nobody = await post(path, { email: unknown, password: "Wrong-2026" });
        expect(wrong).toMatchObject({ status: 401, body: { code: "sign_in_failed", errors: [] } });
        expect(withoutWait(nobody)).toEqual(withoutWait(wrong));
        messages.push(String(wrong.body.message));
      }
      expect(messages[0]).toBe("Incorrect email or password.");
      expect(messages[4]).toMatch(/After 10 failed attempts we pause sign-in for this address/);
      expect(messages[11]).toMatch(/Sign-in for this address is paused: try again in/);
      const locked = withoutWait(await post(path, { email, password: right }));
      expect(locked).toEqual(withoutWait(await post(path, { email, password: "Wrong-2026" })));
      expect(locked).toEqual(withoutWait(await post(path, { email: unknown, password: right })));
      expect(locked.headers).toHaveProperty("retry-after");
    },
  );

  test("registration of a taken email address gets the usual answer, and its owner a mail", async () => {
    const { email } = await newParent(it.api, it.url, "owner@example.com");
    const register = (address: string) =>
      post("/api/user/registration", { email: address, password: parentPassword });
    const fresh = await register("fresh@example.com");
    expect(indistinct(await register(email))).toEqual(indistinct(fresh));
    expect(indistinct(await register("fresh@example.com"))).toEqual(indistinct(fresh));
    const mail = await mailTo(it.url, email, /already have an account/);
    expect(mail.text).not.toMatch(/token=/);
  });
});

describe("PINs and devices of other people", () => {
  const idOf = (pin: string) => pinIdOf(parsePinCode(pin) ?? "");

  test("another person's PIN or device is answered byte for byte like one that does not exist, and nothing happens", async () => {
    await it.api.importPins(it.admin, "OWNS-001\nOWNS-002\n");
    const [owner, other] = [
      await newParent(it.api, it.url, "rightful@example.com"),
      await newParent(it.api, it.url, "curious@example.com"),
    ];
    const activated = await it.api.call("PUT", "/api/user/activate-pin", {
      token: owner.token,
      body: { userId: owner.id, email: owner.email, pin: [{ pin: "OWNS-001" }], device: "Browser" },
    });
    const device = Number(activated.body.binding.device.id);
    const theirs = { pin: idOf("OWNS-001"), device, user: owner.id };
    const nobodys = { pin: idOf("NONE-001"), device: device + 7, user: owner.id + 7 };
    const calls = [
      ["PUT", "/api/user/select-pin", (of: typeof theirs) => ({ pinId: of.pin })],
      ["PUT", "/api/user/update-pin-name", (of: typeof theirs) => ({ id: of.pin, name: "Mine" })],
      ["POST", "/api/user/device-pin", (of: typeof theirs) => ({ pinId: of.pin, device: "Mine" })],
      [
        "POST",
        "/api/user/device-pin",
        (of: typeof theirs) => ({ pinId: of.pin, device: "Mine", isCurrentDevice: false }),
      ],
      ["PUT", "/api/user/remove-devices", (of: typeof theirs) => ({ devices: [of.device] })],
      [
        "PUT",
        "/api/user/activate-pin",
        (of: typeof theirs) => ({ userId: of.user, email: other.email, pin: [{ pin: "OWNS-002" }] }),
      ],
    ] as const;
    const browser = it.browser();
    browser.token = other.token;
    const before = await it.log.head();
    for (const [method, path, body] of calls) {
      const foreign = await browser.call(method, path, { body: body(theirs) });
      expect([path, foreign.status]).toEqual([path, 404]);
      expect(indistinct(foreign)).toEqual(
        indistinct(await browser.call(method, path, { body: body(nobodys) })),
      );
    }
    const foreign = await browser.delete(`/api/user/delete/${theirs.user}`);
    expect(foreign.status).toBe(404);
    expect(indistinct(foreign)).toEqual(indistinct(await browser.delete(`/api/user/delete/${nobodys.user}`)));
    expect(await it.log.head()).toBe(before);
  });
});

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
});

describe("passwords and email addresses", () => {
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
