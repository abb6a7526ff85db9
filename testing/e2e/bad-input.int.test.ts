import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/routes";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { validBodies } from "@ornament/testing/commands/valid-bodies";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { EventLog } from "@ornament/testing/product/event-log";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";

// Each command answers invalid bodies and fields with 400 and the field's name, and records no event.
const all = Object.values<RouteDefinition>(routes);
const samples = validBodies({ adminId: 1, consumerId: 1, consumerEmail: "bad@example.com" });
const commands = all.filter((route) => route.name in samples);
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

test.each(commands.map((route) => [route.name, route] as const))(
  "%s answers each invalid body with 400, and names the field",
  async (name, route) => {
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
  },
);
