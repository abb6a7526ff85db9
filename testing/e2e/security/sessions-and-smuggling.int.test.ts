import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createAccessTokens } from "@ornament/platform/tokens/access-token";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import type { Answer } from "@ornament/testing/calls/api-client";
import { newParent } from "@ornament/testing/people/parents";
import { secretsOnDisk } from "@ornament/testing/product/product-files";
import { type Replica, startProgram } from "@ornament/testing/product/replica";
import { attackedProduct } from "./attacked-product.ts";
import { byTheGateway, type ServiceName, smugglingSuite } from "./smuggling-suite.ts";

/** Revoked sessions and bad tokens on both APIs; and request smuggling in one process, and without the gateway. */
const it = attackedProduct();

let serial = 0;
const password = "Another-2026";
async function newAdmin() {
  const email = `admin-${serial++}@ornament.test`;
  const { body } = await it.api.call("POST", "/api/admin/registration", {
    token: it.admin,
    body: { email, password, role: "MEMBER" },
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

/** A handful of attacks on layouts whose parsers are those of the separate processes, which get all attacks. */
describe("request smuggling", () => {
  const names: ServiceName[] = ["command-api", "query-api", "mailbox", "player"];
  let services: Replica[] = [];
  beforeAll(async () => {
    services = await Promise.all(names.map((name) => startProgram(name, it.product)));
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  const addresses = () =>
    Object.fromEntries(names.map((name, n) => [name, services[n]?.url ?? ""])) as Record<ServiceName, string>;

  describe("in one process", () => smugglingSuite(it, byTheGateway(it), { oneOf: 20 }));
  describe("without the gateway", () => smugglingSuite(it, addresses, { oneOf: 20 }));

  test("each service itself refuses a compressed body as 415", async () => {
    for (const [service, url] of Object.entries(addresses())) {
      const headers = { "content-type": "application/json", "content-encoding": "br" };
      const { status } = await fetch(`${url}/api/user/login`, { method: "POST", headers, body: "x" });
      expect({ service, status }).toEqual({ service, status: 415 });
    }
  });
});
