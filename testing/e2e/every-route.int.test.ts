import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/routes";
import { anybody, type Caller } from "@ornament/contracts/routes/callers";
import { type RouteDefinition, serviceOf } from "@ornament/contracts/routes/route";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { validBodies } from "@ornament/testing/commands/valid-bodies";
import { newParent } from "@ornament/testing/people/parents";
import { EventLog } from "@ornament/testing/product/event-log";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";

// Every route is called by every kind of caller. It answers 401 or 403 unless the contract lists the caller. Each command
// answers invalid bodies and fields with 400 and the field's name, and records no event.
const all = Object.values<RouteDefinition>(routes);
const guarded = all.filter((route) => !route.callers.includes("anonymous"));

let product: RunningProduct;
let api: ApiClient;
const tokens: Partial<Record<Caller, string>> = {};
let memberId = 0;
let log: EventLog;

beforeAll(async () => {
  product = await startProduct();
  api = new ApiClient(product.url);
  log = new EventLog(product);
  const admin = await api.signInAdmin();
  tokens.ADMIN = admin;
  const member = { email: "support@ornament.test", password: "Support-2026" };
  const created = await api.call("POST", "/api/admin/registration", {
    token: admin,
    body: { ...member, role: "MEMBER" },
  });
  memberId = created.body.id;
  tokens.MEMBER = await api.signInAdmin(member.email, member.password);
  const auditor = { email: "auditor@ornament.test", password: "Auditor-2026" };
  await api.call("POST", "/api/admin/registration", { token: admin, body: { ...auditor, role: "AUDITOR" } });
  tokens.AUDITOR = await api.signInAdmin(auditor.email, auditor.password);
  await api.importPins(admin, "MATR-1X1\n");
  const parent = await newParent(api, product.url, "matrix@example.com");
  tokens.consumer = parent.token;
  const activated = await api.call("PUT", "/api/user/activate-pin", {
    token: parent.token,
    body: { userId: parent.id, email: parent.email, pin: [{ pin: "MATR-1X1" }], device: "Test browser" },
  });
  tokens.device = activated.body.binding.device.deviceToken;
});

afterAll(async () => {
  await log?.close();
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

/** The path's parameters name no existing account, PIN or device, so an allowed request changes nothing. */
const pathOf = (route: RouteDefinition) =>
  route.path.replace(":id", route.name === "adminProfile" ? String(memberId) : "1").replace(/:\w+/g, "x");

describe.each(guarded.map((route) => [route.name, route] as const))("%s", (name, route) => {
  const nameOf = (caller: Caller) =>
    route.callers.includes(caller)
      ? `${name} lets the caller ${caller} in`
      : `${name} refuses the caller ${caller}`;
  for (const caller of anybody)
    test(nameOf(caller), async () => {
      const { status, body } = await api.call(route.method, pathOf(route), { token: tokens[caller] });
      if (route.callers.includes(caller)) {
        expect([401, 403, 500]).not.toContain(status);
        return;
      }
      expect([401, 403]).toContain(status);
      expect(body).toMatchObject({ error: true, code: expect.any(String), message: expect.any(String) });
      if (status === 401 && !route.callers.includes("device"))
        expect(body.errors[0]).toBe(route.path.startsWith("/api/user") ? "user_error" : "admin_error");
    });
});

test("an Auditor may call no command but the change of their account and the record of looks", () => {
  const commands = guarded.filter(
    (route) => serviceOf(route) === "command-api" && route.callers.includes("AUDITOR"),
  );
  expect(commands.map(({ name }) => name)).toEqual(["adminUpdateSelf", "recordLook"]);
});

test("a path that is not in the contract answers 404", async () => {
  for (const path of ["/api/admin/nothing", "/api/user", "/api", "/api/admin/table"]) {
    const { status, body } = await api.call("GET", path, { token: tokens.ADMIN });
    expect({ path, status, code: body.code }).toEqual({ path, status: 404, code: "not_found" });
  }
});

test("a known path answers another method with 405 and names the allowed method", async () => {
  const { status, headers } = await api.call("PUT", "/api/admin/login", { body: {} });
  expect(status).toBe(405);
  expect(headers.get("allow")).toBe("POST");
});

const samples = validBodies({ adminId: 1, consumerId: 1, consumerEmail: "bad@example.com" });
const withSample = all.filter((route) => route.name in samples);
/** Fields that are cut if they are too long, and the sealed list of PINs, which may have 700 kB. */
const cutFields = new Set(["device", "pins"]);

const bodyPathOf = (route: RouteDefinition) =>
  route.path.replace(/:\w+/g, route.path.includes("bulk-changes") ? randomUUID() : "1");

function send(route: RouteDefinition, content: { body?: unknown; raw?: string }) {
  const token = route.path.startsWith("/api/user") ? tokens.consumer : tokens.ADMIN;
  return api.call(route.method, bodyPathOf(route), { ...content, token });
}

test("there is a sample of a valid body for every command with a JSON body", () => {
  const withBody = all.filter(
    ({ accepts, method, body }) => accepts === "json" && method !== "GET" && !body.safeParse({}).success,
  );
  expect(withBody.map(({ name }) => name).filter((name) => !(name in samples))).toEqual([]);
});

test.each(withSample.map((route) => [route.name, route] as const))(
  "%s answers each invalid body with 400, and names the field",
  async (name, route) => {
    const before = await log.head();
    const body = samples[name as keyof typeof samples] as Record<string, unknown>;
    const namesNone = async (sent: unknown) => expect((await send(route, { body: sent })).status).toBe(400);
    const names = async (field: string, sent: object) => {
      const { status, body: answer } = await send(route, { body: sent });
      expect({ field, sent, status, code: answer.code }).toMatchObject({
        status: 400,
        code: "invalid_request",
      });
      expect(answer.errors).toContainEqual({
        path: expect.stringMatching(new RegExp(`^${field}`)),
        message: expect.stringMatching(/\S/),
      });
    };
    for (const raw of ["{", "null", '"text"', "[]", '{"a":', "\u0000"])
      expect((await send(route, { raw })).status).toBe(400);
    for (const extra of ["role2", "isActivated", "__proto__x", "constructor"])
      await namesNone({ ...body, [extra]: true });
    for (const field of Object.keys(body)) {
      const mayBeNull = route.body.safeParse({ ...body, [field]: null }).success;
      for (const wrong of [{ $gt: "" }, ["x", { y: 1 }], { toString: 1 }, ...(mayBeNull ? [] : [null])])
        await names(field, { ...body, [field]: wrong });
      const { [field]: _left, ...rest } = body;
      if (!route.body.safeParse(rest).success) await names(field, rest);
      if (typeof body[field] === "string" && !cutFields.has(field))
        await names(field, { ...body, [field]: "x1A".repeat(3_000) });
    }
    expect(await log.head()).toBe(before);
  },
);
