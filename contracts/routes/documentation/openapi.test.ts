import { describe, expect, test } from "@jest/globals";
import { routes } from "../../routes.ts";
import { adminCookies, consumerCookies } from "../../values/cookies.ts";
import { type ErrorCode, errorCatalogue } from "../errors.ts";
import type { RouteDefinition } from "../route.ts";
import { clientGuide } from "./client-guide.ts";
import type { refusedWith } from "./components.ts";
import { exampleOf, parametersIn } from "./examples.ts";
import { openApiDocument } from "./openapi.ts";
import { anyOperation, refusalsOf } from "./refusals.ts";

const all = Object.values<RouteDefinition>(routes);
const document = openApiDocument(all, "https://o.example");
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const codes = Object.keys(errorCatalogue) as ErrorCode[];

const codesOf = (answer: object): string[] =>
  "content" in answer
    ? (answer as ReturnType<typeof refusedWith>).content["application/json"].schema.properties.code.enum
    : [];

test("the OpenAPI document has the status, the meaning and the next step of each error code", () => {
  const described = document.components.schemas.ErrorCode.oneOf;
  expect(described.map((code) => [code.const, code["x-status"]])).toEqual(
    codes.map((code) => [code, errorCatalogue[code].status]),
  );
  for (const { description } of described) expect(description).toMatch(/^[^{]+\.\n\n\*\*Next:\*\* .+\.$/);
});

test("each operation lists its error codes under their status, and each code is listed by some operation", () => {
  for (const route of all) {
    const operation = operations.find(({ operationId }) => operationId === route.name);
    const listed = Object.entries(operation?.responses ?? {}).flatMap(([status, answer]) =>
      status === "200" ? [] : codesOf(answer).map((code) => [code, Number(status)]),
    );
    const expected = refusalsOf(route).map((code) => [code, errorCatalogue[code].status]);
    expect({ name: route.name, listed: listed.sort() }).toEqual({
      name: route.name,
      listed: expected.sort(),
    });
  }
  const answered = new Set([...anyOperation, ...all.flatMap(refusalsOf)]);
  // The player puts this code into the URL with which it sends the browser to the site.
  expect(codes.filter((code) => !answered.has(code))).toEqual(["deactivated"]);
});

test("every refusal that asks to wait names Retry-After", () => {
  for (const { operationId, responses } of operations) {
    for (const [status, answer] of Object.entries(responses)) {
      const asks = ["429", "503", "507"].includes(status);
      expect([operationId, status, JSON.stringify(answer).includes("Retry-After")]).toEqual([
        operationId,
        status,
        asks,
      ]);
    }
  }
});

test("a command takes Idempotency-Key, and a read of a signed-in caller takes X-Read-After and may answer X-Stale", () => {
  const has = (name: string, text: string) =>
    JSON.stringify(operations.find(({ operationId }) => operationId === name)).includes(text);
  expect(has("updatePinStatus", "parameters/Idempotency-Key")).toBe(true);
  expect(has("updatePinStatus", "headers/X-Position")).toBe(true);
  expect(has("adminLogin", "parameters/Idempotency-Key")).toBe(false);
  expect(has("listPins", "parameters/X-Read-After") && has("listPins", "headers/X-Stale")).toBe(true);
  expect(has("publicSettings", "X-Read-After")).toBe(false);
});

test("the guide names every cookie and every header that a client needs", () => {
  const guide = clientGuide("https://o.example");
  const headers = [
    "Authorization",
    "Idempotency-Key",
    "X-Position",
    "X-Read-After",
    "X-Stale",
    "Retry-After",
  ];
  for (const name of [...consumerCookies, ...adminCookies, ...headers])
    expect(guide).toContain(`\`${name}\``);
});

test("every table operation describes its page, sort, search and filter", () => {
  const parameters = JSON.stringify(
    operations.find(({ operationId }) => operationId === "listPins")?.parameters,
  );
  for (const name of ["page", "limit", "fieldName", "direction", "query", "field", "filter", "batch"])
    expect(parameters).toMatch(new RegExp(`"name":"${name}","in":"query","required":\\w+,"description":"`));
});

test("every reference in the OpenAPI document leads to one of its components", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
  expect(references.length).toBeGreaterThan(100);
  const components = document.components as Record<string, object>;
  expect(references.filter(([, kind = "", name = ""]) => !(name in (components[kind] ?? {})))).toEqual([]);
});

describe.each(all.map((route) => [route.name, route] as const))("the example of %s", (name, route) => {
  const example = exampleOf(route);

  test(`${name} has an example of a request that its schemas accept`, () => {
    if (!example)
      throw new Error(
        `${name} has no example: call it in testing/e2e/every-operation.ts, and record it as api-examples.int.test.ts says`,
      );
    const values = parametersIn(route, example);
    const shape = (schema: unknown) => Object.keys((schema as { shape?: object }).shape ?? {});
    const given = (schema: unknown) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => shape(schema).includes(name)));
    expect(
      Object.keys(values).filter((name) => ![route.params, route.query].flatMap(shape).includes(name)),
    ).toEqual([]);
    expect(route.params.safeParse(given(route.params)).error).toBeUndefined();
    expect(route.query.safeParse(given(route.query)).error).toBeUndefined();
    if (route.accepts === "json") expect(route.body.safeParse(example.body ?? {}).error).toBeUndefined();
  });

  test(`${name} has an example of an answer that its schema accepts`, () => {
    expect(route.response.safeParse(example?.answer).error).toBeUndefined();
  });
});
