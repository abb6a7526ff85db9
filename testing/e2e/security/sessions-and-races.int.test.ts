import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parsePinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { createAccessTokens } from "@ornament/platform/tokens/access-token";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { mailTo, newParent, parentPassword } from "@ornament/testing/people/parents";
import { secretsOnDisk } from "@ornament/testing/product/product-files";
import { type Replica, startReplica } from "@ornament/testing/product/replica";
import { adminEmail } from "@ornament/testing/product/running-product";
import { attackedProduct } from "./attacked-product.ts";

/** Revoked sessions and bad tokens on both APIs, and conflicting commands at the same time. */
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
    "the deletion of the account": ({ id }) =>
      it.api.call("DELETE", `/api/admin/delete/${id}`, { token: it.admin }),
  };
  test.each(Object.keys(changes))("an admin's token is refused on both APIs after %s", async (name) => {
    const who = await newAdmin();
    await expectSignedIn(who.token);
    expect((await changes[name]?.(who))?.status).toBe(200);
    await expectSignedOut(who.token);
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
      "with a changed role": `${head}.${base64({ ...decoded(payload), role: "ADMIN", sub: "1" })}.${signature}`,
      "of the other audience": wrongAudience.sign({ ...session, role: "consumer" }, now),
      "of a consumer": parent.token,
      "of a consumer, made by hand": consumers.sign({ ...session, role: "consumer" }, now),
      "of a device": body.binding.device.deviceToken,
      "for a refresh": admin.cookies.get("adminRefresh") ?? "",
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

describe("at the same time, through the gateway and another replica", () => {
  let replica: Replica;
  let ways: [ApiClient, ApiClient];
  beforeAll(async () => {
    replica = await startReplica(it.product);
    ways = [it.api, new ApiClient(replica.url)];
  });
  afterAll(() => replica?.stop());

  test("of 50 bindings of new devices at the same time at limit 5 exactly 5 succeed, and the event store holds 5", async () => {
    await it.api.importPins(it.admin, "RACE-001\n");
    const { id, email, token } = await newParent(it.api, it.url, "race@example.com");
    const pin = [{ pin: "RACE-001" }];
    await it.api.call("PUT", "/api/user/activate-pin", { token, body: { userId: id, email, pin } });
    const pinId = pinIdOf(parsePinCode("RACE-001") ?? "");
    const before = await it.log.head();
    const bind = (n: number) =>
      ways[n % 2 ? 1 : 0].call("POST", "/api/user/device-pin", {
        token,
        body: { pinId, device: `Browser ${n}` },
      });
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        let answer = await bind(n);
        while (answer.body.code === "conflict") answer = await bind(n);
        return answer;
      }),
    );
    const bound = answers.filter(({ status }) => status === 200);
    expect(new Set(bound.map(({ body }) => body.device.id)).size).toBe(5);
    expect(bound).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(["409 device_limit_reached"]),
    );
    const types = (await it.log.since(before)).map(({ type }) => type);
    expect(types.filter((type) => type === "DeviceBound")).toHaveLength(5);
  });

  test("50 registrations of one email address at the same time, in different spellings, make one account", async () => {
    const before = await it.log.head();
    const spellings = ["crowd@example.com", "CROWD@example.com", "  Crowd@Example.Com "];
    // On a slow machine some are refused as busy at first, because each registration hashes a password.
    const register = async (email: string | undefined, n: number) => {
      for (;;) {
        const answer = await ways[n % 2 ? 1 : 0].call("POST", "/api/user/registration", {
          body: { email, password: parentPassword },
        });
        if (answer.status !== 503) return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => register(spellings[n % 3], n)));
    expect([...new Set(answers.map(({ status, body }) => JSON.stringify({ status, body })))]).toHaveLength(1);
    const types = (await it.log.since(before)).map(({ type }) => type);
    expect(types.filter((type) => type === "ConsumerRegistered")).toHaveLength(1);
    expect(types.filter((type) => type === "EmailClaimed")).toHaveLength(1);
    expect((await mailTo(it.url, "crowd@example.com")).subject).toMatch(/confirm/);
  });

  // The last test, because the first IT Admin is none after it.
  test("of the last two IT Admins who delete each other at the same time one stays", async () => {
    // The first IT Admin becomes Customer support, so that these two are the last.
    const two = [await newAdmin("ADMIN"), await newAdmin("ADMIN")];
    const body = { id: it.adminId, email: adminEmail, role: "MEMBER" };
    const changed = await it.api.call("PUT", "/api/admin/update-profile", { token: two[0]?.token, body });
    expect(changed.status).toBe(200);
    const before = await it.log.head();
    const answers = await Promise.all(
      two.map(({ token }, n) =>
        ways[n % 2 ? 1 : 0].call("DELETE", `/api/admin/delete/${two[1 - n]?.id}`, { token }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([401, 409]).toContain(answers.find(({ status }) => status !== 200)?.status);
    const deleted = (await it.log.since(before)).filter(({ type }) => type === "AdminAccountDeleted");
    expect(deleted).toHaveLength(1);
  });
});
