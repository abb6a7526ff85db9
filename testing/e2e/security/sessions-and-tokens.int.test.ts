import { beforeAll, describe, expect, test } from "@jest/globals";
import { createAccessTokens } from "@ornament/platform/tokens/access-token";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import type { Answer } from "@ornament/testing/calls/api-client";
import { newParent, parentPassword } from "@ornament/testing/people/parents";
import { secretsOnDisk } from "@ornament/testing/product/product-files";
import { attackedProduct } from "./attacked-product.ts";

/** Revoked sessions and bad tokens, on both APIs. */
const it = attackedProduct();

let serial = 0;
const password = "Another-2026";
async function newAdmin(role: "ADMIN" | "MEMBER" = "MEMBER") {
  const email = `admin-${serial++}@ornament.test`;
  const { body } = await it.api.call("POST", "/api/admin/registration", {
    token: it.admin,
    body: { email, password, role },
  });
  return { id: Number(body.id), email, token: await it.api.signInAdmin(email, password) };
}

/** A read of query-api and a command of command-api that any admin may call. */
const bothApis = (token: string): Promise<Answer>[] => [
  it.api.call("GET", "/api/admin/table/pins", { token }),
  it.api.call("PUT", "/api/admin/update-pin-name", { token, body: { id: 1, name: "x" } }),
];

async function expectSignedOut(token: string): Promise<void> {
  for (const answer of await Promise.all(bothApis(token)))
    expect(answer).toMatchObject({ status: 401, body: { code: "admin_error", errors: ["admin_error"] } });
}
async function expectSignedIn(token: string): Promise<void> {
  expect((await Promise.all(bothApis(token))).map(({ status }) => status)).toEqual([200, 404]);
}

describe("an admin's token", () => {
  const changes: Record<string, (who: { id: number; email: string }) => Promise<Answer>> = {
    "a change of role": ({ id, email }) =>
      it.api.call("PUT", "/api/admin/update-profile", {
        token: it.admin,
        body: { id, email, role: "ADMIN" },
      }),
    "a password set by an IT Admin": ({ id, email }) =>
      it.api.call("PUT", "/api/admin/update-profile", {
        token: it.admin,
        body: { id, email, role: "MEMBER", password: "Changed-2026" },
      }),
    "a consumer's token is refused after the account was deleted": ({ id }) =>
      it.api.call("DELETE", `/api/admin/delete/${id}`, { token: it.admin }),
  };
  test.each(Object.keys(changes))("an admin's token is refused on both APIs after %s", async (name) => {
    const who = await newAdmin();
    await expectSignedIn(who.token);
    expect((await changes[name]?.(who))?.status).toBe(200);
    await expectSignedOut(who.token);
  });

  test("an admin's token is refused after each sign-out, and another session stays valid", async () => {
    const { email, token: other } = await newAdmin();
    for (let n = 0; n < 3; n += 1) {
      const browser = it.browser();
      await browser.signIn("/api/admin/login", { email, password });
      const token = browser.token ?? "";
      expect((await browser.post("/api/admin/logout", undefined, { token: null })).status).toBe(200);
      await expectSignedOut(token);
    }
    await expectSignedIn(other);
  });

  test("after an admin's new password its session continues with a new token, and all older tokens are refused", async () => {
    const { id, email, token } = await newAdmin();
    const other = await it.api.signInAdmin(email, password);
    const changed = await it.api.call("PUT", "/api/admin/update", {
      token,
      body: { id, password: "Changed-2026" },
    });
    await expectSignedOut(token);
    await expectSignedOut(other);
    await expectSignedIn(changed.body.accessToken);
  });
});

describe("a consumer's token", () => {
  const command = (token: string) =>
    it.api.call("PUT", "/api/user/update-marketing-email", { token, body: { marketingEmail: true } });
  const parent = () => newParent(it.api, it.url, `parent-${serial++}@example.com`);

  test("a consumer's access and refresh token are refused after the sign-out, and another session stays valid", async () => {
    const { email, token: other } = await parent();
    const browser = it.browser();
    await browser.signIn("/api/user/login", { email, password: parentPassword });
    const stolen = browser.copy();
    expect((await browser.post("/api/user/logout")).status).toBe(200);
    expect(browser.cookies.has("userRefresh")).toBe(false);
    expect(browser.attributes.get("userRefresh")).toMatch(/^Path=\/api\/user; .*HttpOnly; SameSite=Strict$/);
    expect((await command(stolen.token ?? "")).status).toBe(401);
    expect((await stolen.get("/api/user/refresh", { token: null })).status).toBe(401);
    expect((await command(other)).status).toBe(200);
  });
});

describe("a refresh token", () => {
  test("a refresh token is taken from its HttpOnly, SameSite=Strict cookie only", async () => {
    const browser = await it.signedInAdmin();
    expect(browser.attributes.get("adminRefresh")).toMatch(
      /^Max-Age=\d+; Path=\/api\/admin; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const refresh = browser.cookies.get("adminRefresh") ?? "";
    const bare = it.browser();
    expect((await bare.get(`/api/admin/refresh?adminRefresh=${refresh}`)).status).not.toBe(200);
    expect((await bare.get("/api/admin/refresh", { token: refresh })).status).toBe(401);
    await expectSignedOut(refresh);
    bare.cookies.set("userRefresh", refresh);
    expect((await bare.get("/api/user/refresh")).status).toBe(401);
  });
});

describe("a bad token", () => {
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const parts = (token: string) => token.split(".") as [string, string, string];
  const decoded = (part: string) =>
    JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  let good: string;
  let hostile: Record<string, string>;

  beforeAll(async () => {
    const secrets = readSecrets(secretsOnDisk(it.product), ["adminToken", "consumerToken"]);
    const admins = createAccessTokens("admin", secrets.ring("adminToken"));
    const consumers = createAccessTokens("consumer", secrets.ring("consumerToken"));
    const wrongKey = createAccessTokens("admin", secrets.ring("consumerToken"));
    const wrongAudience = createAccessTokens("consumer", secrets.ring("adminToken"));
    const session = admins.verify(it.admin, new Date());
    if (!session) throw new Error("The secrets on disk are not those of the product");
    const now = new Date();
    good = admins.sign(session, now);
    const [head, payload, signature] = parts(good);
    const parent = await newParent(it.api, it.url, "hostile@example.com");
    await it.api.importPins(it.admin, "HOST-ILE\n");
    const { body } = await it.api.call("PUT", "/api/user/activate-pin", {
      token: parent.token,
      body: { userId: parent.id, email: parent.email, pin: [{ pin: "HOST-ILE" }], device: "Browser" },
    });
    const admin = await it.signedInAdmin();
    hostile = {
      "without a signature": `${base64({ alg: "none", typ: "JWT", kid: decoded(head).kid })}.${payload}.`,
      "of another algorithm": `${base64({ ...decoded(head), alg: "HS512" })}.${payload}.${signature}`,
      "of a public key's algorithm": `${base64({ ...decoded(head), alg: "RS256" })}.${payload}.${signature}`,
      "that names a key file": `${base64({ ...decoded(head), kid: "../../../../dev/null" })}.${payload}.${signature}`,
      "that brings its key along": `${base64({ ...decoded(head), jwk: { kty: "oct", k: "AA" } })}.${payload}.${signature}`,
      "with a changed role": `${head}.${base64({ ...decoded(payload), role: "ADMIN", sub: "1" })}.${signature}`,
      expired: admins.sign(session, new Date(now.getTime() - 16 * 60_000)),
      "of the other key": wrongKey.sign(session, now),
      "of the other audience": wrongAudience.sign({ ...session, role: "consumer" }, now),
      "of a consumer": parent.token,
      "of a consumer, made by hand": consumers.sign({ ...session, role: "consumer" }, now),
      "of a device": body.binding.device.deviceToken,
      "for a refresh": admin.cookies.get("adminRefresh") ?? "",
      "of a thousand dots": ".".repeat(1000),
      "in no encoding": "ÿþ.ÿþ.ÿþ",
    };
  });

  test("a token made by the test with the right key is accepted, so that the refusals prove something", () =>
    expectSignedIn(good));

  test("an access token that isn't of the product's making, or of another kind, is refused on both APIs", async () => {
    for (const [name, token] of Object.entries(hostile)) {
      expect([name, token]).not.toEqual([name, ""]);
      for (const { status, body } of await Promise.all(bothApis(token)))
        expect([name, status, body.code]).toEqual([name, 401, "admin_error"]);
    }
  });

  test("an admin's token is refused on consumers' routes, and an access token as a device token", async () => {
    const own = await it.api.call("PUT", "/api/user/select-pin", { token: good, body: { pinId: 1 } });
    expect(own).toMatchObject({ status: 401, body: { errors: ["user_error"] } });
    for (const token of [good, hostile["of a consumer"]])
      expect((await it.api.call("GET", "/api/player/session", { token })).status).toBe(401);
    const device = await it.api.call("GET", "/api/player/session", { token: hostile["of a device"] });
    expect(device).toMatchObject({ status: 200, body: { status: "ok" } });
  });
});
