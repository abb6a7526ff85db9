import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/routes";
import { anybody, type Caller } from "@ornament/contracts/routes/callers";
import { type RouteDefinition, serviceOf } from "@ornament/contracts/routes/route";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { newParent } from "@ornament/testing/people/parents";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";

// Every route is called by every kind of caller. It answers 401 or 403 unless the contract lists the caller.
const guarded = Object.values<RouteDefinition>(routes).filter(
  (route) => !route.callers.includes("anonymous"),
);

let product: RunningProduct;
let api: ApiClient;
const tokens: Partial<Record<Caller, string>> = {};
let memberId = 0;

beforeAll(async () => {
  product = await startProduct();
  api = new ApiClient(product.url);
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
