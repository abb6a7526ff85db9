import { describe, expect, test } from "@jest/globals";
import { parsePinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { mailTo, newParent, parentPassword } from "@ornament/testing/people/parents";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { attackedProduct, indistinct } from "./attacked-product.ts";

/** Answers tell nothing about the accounts, PINs and devices of other people. */
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

  test.each(["/api/admin/password-reset", "/api/user/reset-password", "/api/user/resend-activate-link"])(
    "%s answers known and unknown email addresses alike, even after the fourth mail",
    async (path) => {
      const parent = await newParent(it.api, it.url, `forgot${path.length}@example.com`);
      const known = path.startsWith("/api/admin") ? adminEmail : parent.email;
      const first = indistinct(await post(path, { email: unknown }));
      expect(first.status).toBe(200);
      for (let n = 0; n < 4; n += 1) expect(indistinct(await post(path, { email: known }))).toEqual(first);
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

  test("a wrong reset code, one without a request and one for an unknown email address get the same answer, even after too many tries", async () => {
    const { email } = await newParent(it.api, it.url, "coder@example.com");
    const verify = (address: string) => post("/api/user/verify-code", { email: address, code: "000000" });
    const first = indistinct(await verify(unknown));
    expect(first.status).toBe(400);
    expect(indistinct(await verify(email))).toEqual(first);
    for (const address of [unknown, email]) await post("/api/user/reset-password", { email: address });
    await mailTo(it.url, email, /verification code/);
    for (let n = 1; n <= 6; n += 1) {
      const wrong = await verify(email);
      expect(wrong.text.includes("This code was tried too often")).toBe(n >= 5);
      expect(indistinct(await verify(unknown))).toEqual(indistinct(wrong));
    }
  });

  test("the status of a registration is the same for a taken, an unknown and an unconfirmed address", async () => {
    const { email } = await newParent(it.api, it.url, "status-taken@example.com");
    const unconfirmed = "status-unconfirmed@example.com";
    const register = async (address: string) => {
      const browser = it.browser();
      await browser.post("/api/user/registration", { email: address, password: parentPassword });
      return browser;
    };
    const [onTaken, own] = [await register(email), await register(unconfirmed)];
    const seen = [];
    for (const browser of [onTaken, own, it.browser()])
      for (const address of [email, unknown, unconfirmed])
        seen.push(indistinct(await browser.post("/api/user/registration-status", { email: address })));
    expect(seen[0]).toMatchObject({ status: 200, text: '{"confirmed":false}', cookies: [] });
    for (const answer of seen.slice(1)) expect(answer).toEqual(seen[0]);
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

  test("a PIN that is someone else's, deactivated or never issued gets the same answer", async () => {
    await it.api.importPins(it.admin, "TAKE-347\nLACK-347\n");
    const owner = await newParent(it.api, it.url, "taker@example.com");
    const enter = (who: typeof owner, pin: string) => {
      const browser = it.browser();
      browser.token = who.token;
      return browser.put("/api/user/activate-pin", { userId: who.id, email: who.email, pin: [{ pin }] });
    };
    expect((await enter(owner, "TAKE-347")).status).toBe(200);
    await it.api.call("PUT", "/api/admin/update-pin-status", {
      token: it.admin,
      body: { id: idOf("LACK-347"), status: false, comment: "Stolen" },
    });
    const answers = [];
    // PINs without look-alikes: each look-alike is a try, too.
    for (const [index, pin] of ["TAKE-347", "LACK-347", "NEVE-R47"].entries()) {
      // Each account tries for the first time: the answer counts the tries that are left.
      const guesser = await newParent(it.api, it.url, `guesser${index}@example.com`);
      const { text, headers, ...answer } = await enter(guesser, pin);
      const { "x-position": _position, "content-length": length, ...others } = headers;
      answers.push({
        ...indistinct({ ...answer, headers: others, text: text.replaceAll(pin, "PIN") }),
        length,
      });
    }
    expect(answers[0]?.status).toBe(400);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
