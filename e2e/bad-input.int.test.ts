import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { routes } from "@ornament/contracts/api/routes";
import { ApiClient } from "./product/api-client.ts";
import { EventLog } from "./product/event-log.ts";
import { newParent, type Parent } from "./product/parents.ts";
import { type RunningProduct, removeDataDir, startProduct } from "./product/running-product.ts";
import { validBodies } from "./product/valid-bodies.ts";

/** Each command answers a malformed, missing, wrongly typed or over-long field with 400, the field's message, no event. */
const all = Object.values<RouteDefinition>(routes);
const samples = validBodies({ adminId: 1, consumerId: 1, consumerEmail: "bad@example.com" });
const commands = all.filter((route) => route.name in samples);
/** These fields may be left out, or are cut rather than refused. */
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
]);
const cutNotRefused = new Set(["device"]);

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

let before: string;
beforeEach(async () => {
  before = await log.head();
});
afterEach(async () => {
  expect(await log.head()).toBe(before);
});

const pathOf = (route: RouteDefinition) => route.path.replace(/:\w+/g, "1");

function send(route: RouteDefinition, content: { body?: unknown; raw?: string }) {
  const token = route.path.startsWith("/api/user") ? parent.token : admin;
  return api.call(route.method, pathOf(route), { ...content, token });
}

test("every command with a JSON body is tried", () => {
  const withBody = all.filter(
    ({ accepts, method, body }) => accepts === "json" && method !== "GET" && !body.safeParse({}).success,
  );
  expect(withBody.map(({ name }) => name).filter((name) => !(name in samples))).toEqual([]);
});

describe.each(commands.map((route) => [route.name, route] as const))("%s", (name, route) => {
  const body = samples[name as keyof typeof samples] as Record<string, unknown>;
  const fields = Object.keys(body);

  test.each(["{", "null", '"text"', "[]", '{"a":', "\u0000"])("malformed body %j → 400", async (raw) => {
    const { status, body: answer } = await send(route, { raw });
    expect(status).toBe(400);
    expect(answer).toMatchObject({ error: true, code: expect.any(String) });
  });

  test("a key the schema lacks → 400", async () => {
    for (const extra of ["role2", "isActivated", "__proto__x", "constructor"]) {
      const { status } = await send(route, { body: { ...body, [extra]: true } });
      expect({ extra, status }).toEqual({ extra, status: 400 });
    }
  });

  test.each(fields)("%s of a wrong type → 400, named", async (field) => {
    for (const wrong of [{ $gt: "" }, ["x", { y: 1 }], null, { toString: 1 }]) {
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
    test.each(required)("without %s → 400, named", async (field) => {
      const { [field]: _left, ...rest } = body;
      const { status, body: answer } = await send(route, { body: rest });
      expect(status).toBe(400);
      expect(answer.errors.map(({ path }: { path: string }) => path)).toContain(field);
    });

  const texts = fields.filter((field) => typeof body[field] === "string" && !cutNotRefused.has(field));
  if (texts.length > 0)
    test.each(texts)("over-long %s → 400, named", async (field) => {
      const { status, body: answer } = await send(route, { body: { ...body, [field]: "x1A".repeat(3000) } });
      expect(status).toBe(400);
      expect(answer.errors.map(({ path }: { path: string }) => path)).toContain(field);
    });
});
