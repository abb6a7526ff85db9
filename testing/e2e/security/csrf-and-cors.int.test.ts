import { describe, expect, test } from "@jest/globals";
import { newParent, parentPassword } from "@ornament/testing/people/parents";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { freePort } from "@ornament/testing/programs/free-port";
import { attackedProduct } from "./attacked-product.ts";

/** Cross-site requests to the gateway of a product whose public URL is https. */
const own = "https://ornament.example";
const listed = "https://good.com";
const it = attackedProduct({
  port: freePort,
  // The tests confirm email addresses with the mails in the mailbox.
  environment: { PUBLIC_URL: own, ALLOWED_ORIGINS: listed, MAILBOX_PUBLIC: "yes" },
});

const audiences = {
  admin: {
    cookie: "__Secure-adminRefresh",
    signedIn: async () => {
      const browser = it.browser();
      await browser.signIn("/api/admin/login", { email: adminEmail, password: adminPassword });
      return browser;
    },
  },
  user: {
    cookie: "__Secure-userRefresh",
    signedIn: async () => {
      const { email } = await newParent(
        it.api,
        it.url,
        `csrf-${Math.random().toString(36).slice(2)}@example.com`,
      );
      const browser = it.browser();
      await browser.signIn("/api/user/login", { email, password: parentPassword });
      return browser;
    },
  },
} as const;

describe.each(["admin", "user"] as const)("the refresh cookie of the audience %s", (audience) => {
  const { cookie, signedIn } = audiences[audience];
  const path = `/api/${audience}`;

  test("a refresh cookie is SameSite=Strict, HttpOnly, Secure with the __Secure- prefix, and sent to its own paths only", async () => {
    const browser = await signedIn();
    expect(browser.cookies.has(cookie)).toBe(true);
    expect(browser.attributes.get(cookie)).toMatch(
      new RegExp(`^Max-Age=\\d+; Path=${path}; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$`),
    );
    await browser.post(`${path}/logout`);
    expect(browser.cookies.has(cookie)).toBe(false);
    expect(browser.attributes.get(cookie)).toMatch(
      new RegExp(`^Path=${path}; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict$`),
    );
  });

  test("a refresh or a sign-out from another site is refused, and the token is not rotated", async () => {
    const browser = await signedIn();
    const before = await it.log.head();
    const held = [...browser.cookies];
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${own}.evil.example` },
      { origin: "http://ornament.example" },
      { origin: `${own}:8443` },
      { "sec-fetch-site": "same-site" },
      { origin: own, "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
    ])
      for (const [method, call] of [
        ["GET", "refresh"],
        ["HEAD", "refresh"],
        ["POST", "logout"],
      ] as const) {
        const answer = await browser.call(method, `${path}/${call}`, { headers });
        expect([headers, call, answer.status]).toEqual([headers, call, 403]);
        if (method !== "HEAD") expect(answer.body.code).toBe("cross_site");
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
    expect([...browser.cookies]).toEqual(held);
    expect(await it.log.head()).toBe(before);
    const headers = { origin: own, "sec-fetch-site": "same-origin" };
    expect((await browser.get(`${path}/refresh`, { headers })).status).toBe(200);
  });
});

describe("cross-origin access, on both APIs", () => {
  const paths = [
    "/api/settings",
    "/api/admin/table/pins",
    "/api/admin/refresh",
    "/api/user/refresh",
    "/api/nothing",
  ];
  const asked = (path: string, headers: Record<string, string>, method = "GET") =>
    it.browser().call(method, path, { headers });
  const preflight = {
    "access-control-request-method": "PUT",
    "access-control-request-headers": "authorization",
  };

  test.each(paths)("%s answers the listed origin with CORS headers", async (path) => {
    for (const answer of [
      await asked(path, { origin: listed }),
      await asked(path, { origin: listed, ...preflight }, "OPTIONS"),
    ]) {
      expect(answer.headers).toMatchObject({
        "access-control-allow-origin": listed,
        "access-control-allow-credentials": "true",
        vary: expect.stringContaining("Origin"),
      });
    }
  });

  test.each([
    "null",
    `${listed}.evil.com`,
    "https://evil.com",
    "http://good.com",
    "https://GOOD.com",
    "*",
    "https://sub.good.com",
  ])("no API allows the origin %s", async (origin) => {
    for (const path of paths)
      for (const answer of [
        await asked(path, { origin }),
        await asked(path, { origin, ...preflight }, "OPTIONS"),
      ]) {
        const names = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
        expect({ path, names }).toEqual({ path, names: [] });
        expect(answer.headers.vary).toContain("Origin");
      }
  });
});

test.each(["/", "/api/settings"])(
  "with a public https URL, %s sets Strict-Transport-Security",
  async (path) => {
    const { headers } = await it.browser().get(path);
    expect(headers["strict-transport-security"]).toMatch(/max-age=\d{8}/);
  },
);
