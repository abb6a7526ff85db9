import { describe, expect, test } from "@jest/globals";
import { freshCode } from "@ornament/command-api/testing/wrong-pins";
import { newParent, type Parent, parentPassword } from "@ornament/testing/people/parents";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { freePort } from "@ornament/testing/programs/free-port";
import { attackedProduct } from "./attacked-product.ts";

/**
 * A product behind a trusted proxy, with a public URL of https: requests of other sites, and limits by network
 * address. Only the proxy says where a call comes from.
 */
const own = "https://ornament.example";
const listed = "https://good.com";
const it = attackedProduct({
  port: freePort,
  environment: {
    PUBLIC_URL: own,
    ALLOWED_ORIGINS: listed,
    TRUST_PROXY: "1",
    REQUEST_LIMIT_SCALE: "1",
    // The tests confirm email addresses with the mails in the mailbox.
    MAILBOX_PUBLIC: "yes",
  },
});

const signIns = {
  admin: async () => ({ email: adminEmail, password: adminPassword }),
  user: async () => ({
    email: (await newParent(it.api, it.url, "csrf@example.com")).email,
    password: parentPassword,
  }),
};

test.each(["admin", "user"] as const)(
  "the refresh cookie of the audience %s is sent to its own paths over https only, and a refresh or a sign-out from another site is refused without rotating it",
  async (audience) => {
    const [path, cookie] = [`/api/${audience}`, `__Secure-${audience}Refresh`];
    const browser = it.browser();
    await browser.signIn(`${path}/login`, await signIns[audience]());
    expect(browser.attributes.get(cookie)).toMatch(
      new RegExp(`^Max-Age=\\d+; Path=${path}; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$`),
    );
    const before = await it.log.head();
    const held = [...browser.cookies];
    for (const headers of [
      { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
      { origin: `${own}.evil.example` },
      { origin: own, "sec-fetch-site": "cross-site" },
    ])
      for (const [method, call] of [
        ["GET", "refresh"],
        ["HEAD", "refresh"],
        ["POST", "logout"],
      ] as const) {
        const answer = await browser.call(method, `${path}/${call}`, { headers });
        expect([headers, call, answer.status]).toEqual([headers, call, 403]);
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
    expect([...browser.cookies]).toEqual(held);
    expect(await it.log.head()).toBe(before);
    const headers = { origin: own, "sec-fetch-site": "same-origin" };
    expect((await browser.get(`${path}/refresh`, { headers })).status).toBe(200);
  },
);

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

  test.each(["null", `${listed}.evil.com`, "http://good.com", "*"])(
    "no API allows the origin %s",
    async (origin) => {
      for (const path of paths)
        for (const answer of [
          await asked(path, { origin }),
          await asked(path, { origin, ...preflight }, "OPTIONS"),
        ]) {
          const names = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
          expect({ path, names }).toEqual({ path, names: [] });
          expect(answer.headers.vary).toContain("Origin");
        }
    },
  );
});

test.each(["/", "/api/settings"])(
  "with a public https URL, %s sets Strict-Transport-Security",
  async (path) => {
    const { headers } = await it.browser().get(path);
    expect(headers["strict-transport-security"]).toMatch(/max-age=\d{8}/);
  },
);

let serial = 0;
const parent = () => newParent(it.api, it.url, `proxied-${serial++}@example.com`);

/**
 * A call through a proxy that adds the caller's network address after the addresses that the caller claims.
 */
function enter(who: Parent, pins: string[], from: string) {
  const browser = it.browser();
  browser.token = who.token;
  const body = { userId: who.id, email: who.email, pin: pins.map((pin) => ({ pin })) };
  return browser.put("/api/user/activate-pin", body, {
    headers: { "x-forwarded-for": `10.9.${serial++}.1, ${from}` },
  });
}
/** A network address as different proxies write it: some add the port. */
const written = (address: string, n: number) =>
  [address, `${address}:${2_000 + n}`, `::ffff:${address}`, `[::FFFF:${address}]:${2_000 + n}`][n % 4] ?? "";
const guesses = (count: number) => Array.from({ length: count }, (_, index) => freshCode(index));

test("200 wrong PINs from one network address limit this address alone, whatever other addresses the caller claims, and no account without failures", async () => {
  await it.api.importPins(it.admin, "REAL-PIN\nGOOD-PIN\n");
  for (let n = 0; n < 20; n += 1)
    expect((await enter(await parent(), guesses(10), written("203.0.113.7", n))).status).toBe(400);
  const mistyping = await parent();
  expect((await enter(mistyping, guesses(2), "203.0.113.8")).status).toBe(400);
  // The network gets a try back every 18 seconds.
  let status = 400;
  for (let n = 2; n < 9 && status !== 429; n += 1)
    ({ status } = await enter(mistyping, [freshCode(n)], "203.0.113.7"));
  expect(status).toBe(429);
  expect((await enter(mistyping, ["REAL-PIN"], "203.0.113.8")).status).toBe(200);
  expect((await enter(await parent(), ["GOOD-PIN"], "203.0.113.7")).status).toBe(200);
});
