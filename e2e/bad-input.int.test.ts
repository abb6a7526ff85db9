import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { routes } from "@ornament/contracts/api/routes";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { validBodies } from "@ornament/testing/commands/valid-bodies";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { EventLog } from "@ornament/testing/product/event-log";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";

// Each command answers invalid bodies and fields with 400 and the field's name, and records no event.
const all = Object.values<RouteDefinition>(routes);
const samples = validBodies({ adminId: 1, consumerId: 1, consumerEmail: "bad@example.com" });
const commands = all.filter((route) => route.name in samples);
/** Optional fields: of all routes, and of one route. */
const optional = new Set([
  "verifyCaptcha",
  "marketEmail",
  "firstName",
  "lastName",
  "marketingEmail of activatePins",
  "device of activatePins",
  "deviceToken",
  "isCurrentDevice",
  "password of adminUpdateSelf",
  "password of createAdmin",
  "password of updateAdmin",
  "email of updateAdmin",
  "role of updateAdmin",
]);
/** Fields that are cut if they are too long, and the sealed list of PINs, which may have 700 kB. */
const cutFields = new Set(["device", "pins"]);

let product: RunningProduct;
let api: ApiClient;
let admin: string;
let parent: Parent;
let log: EventLog;

beforeAll(async () => {
  product = await startProduct();
  api = new ApiClient(product.url);
  admin = await api.signInAdmin();
  parent = await newParent(api, product.url, "bad@example.com");
  log = new EventLog(product);
});

afterAll(async () => {
  await log?.close();
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

let headBefore: string;
beforeEach(async () => {
  headBefore = await log.head();
});
afterEach(async () => {
  expect(await log.head()).toBe(headBefore);
});

const pathOf = (route: RouteDefinition) =>
  route.path.replace(/:\w+/g, route.path.includes("bulk-changes") ? randomUUID() : "1");

function send(route: RouteDefinition, content: { body?: unknown; raw?: string }) {
  const token = route.path.startsWith("/api/user") ? parent.token : admin;
  return api.call(route.method, pathOf(route), { ...content, token });
}

test("there is a sample of a valid body for every command with a JSON body", () => {
  const withBody = all.filter(
    ({ accepts, method, body }) => accepts === "json" && method !== "GET" && !body.safeParse({}).success,
  );
  expect(withBody.map(({ name }) => name).filter((name) => !(name in samples))).toEqual([]);
});

describe.each(commands.map((route) => [route.name, route] as const))("%s", (name, route) => {
  const body = samples[name as keyof typeof samples] as Record<string, unknown>;
  const fields = Object.keys(body);

  test.each(["{", "null", '"text"', "[]", '{"a":', "\u0000"])(
    `${name} answers the malformed body %j with 400`,
    async (raw) => {
      const { status, body: answer } = await send(route, { raw });
      expect(status).toBe(400);
      expect(answer).toMatchObject({ error: true, code: expect.any(String) });
    },
  );

  test(`${name} answers a key that its schema does not have with 400`, async () => {
    for (const extra of ["role2", "isActivated", "__proto__x", "constructor"]) {
      const { status } = await send(route, { body: { ...body, [extra]: true } });
      expect({ extra, status }).toEqual({ extra, status: 400 });
    }
  });

  test.each(fields)(`${name} answers a wrong type of %s with 400 and names the field`, async (field) => {
    const mayBeNull = route.body.safeParse({ ...body, [field]: null }).success;
    for (const wrong of [{ $gt: "" }, ["x", { y: 1 }], { toString: 1 }, ...(mayBeNull ? [] : [null])]) {
      const { status, body: answer } = await send(route, { body: { ...body, [field]: wrong } });
      expect({ wrong, status, code: answer.code }).toEqual({ wrong, status: 400, code: "invalid_request" });
      expect(answer.errors).toContainEqual({
        path: expect.stringMatching(new RegExp(`^${field}`)),
        message: expect.stringMatching(/\S/),
      });
    }
  });

  const required = fields.filter((field) => !optional.has(field) && !optional.has(`${field} of ${name}`));
  if (required.length > 0)
    test.each(required)(`${name} answers a missing %s with 400 and names the field`, async (field) => {
      const { [field]: _left, ...rest } = body;
      const { status, body: answer } = await send(route, { body: rest });
      expect(status).toBe(400);
      expect(answer.errors.map(({ path }: { path: string }) => path)).toContain(field);
    });

  const texts = fields.filter((field) => typeof body[field] === "string" && !cutFields.has(field));
  if (texts.length > 0)
    test.each(texts)(`${name} answers a too long %s with 400 and names the field`, async (field) => {
      const { status, body: answer } = await send(route, { body: { ...body, [field]: "x1A".repeat(3000) } });
      expect(status).toBe(400);
      expect(answer.errors.map(({ path }: { path: string }) => path)).toContain(field);
    });
});
