import { describe, expect, test } from "@jest/globals";
import type { z } from "zod";
import { mayHaveBody } from "./routes/bodies.ts";
import { changers, everyAdmin, includesAdmins, itAdmins, overseers, readers } from "./routes/callers.ts";
import { openApiDocument } from "./routes/documentation/openapi.ts";
import type { RouteDefinition } from "./routes/route.ts";
import { serviceOf, showsInstants } from "./routes/route.ts";
import { routes } from "./routes.ts";

const all = Object.entries<RouteDefinition>(routes);

describe("routes", () => {
  test("each route is listed under its name, and no two share method and path", () => {
    for (const [key, { name }] of all) expect(name).toBe(key);
    const places = all.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  /** The routes of query-api that read no read model. */
  const withoutReads = ["openApi", "readModelStates", "logKey", "logCheckpoint", "logEvidence"];
  test("every read names the projections that it waits for, and no command names any", () => {
    for (const [, route] of all) {
      const waits = serviceOf(route) === "query-api" && !withoutReads.includes(route.name);
      expect({ route: route.name, waits: route.reads.length > 0 }).toEqual({ route: route.name, waits });
    }
  });

  test("the parameters in a route's path are those of its schema", () => {
    for (const [, { name, path, params }] of all) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
      expect({ name, inPath }).toEqual({ name, inPath: Object.keys((params as z.ZodObject).shape) });
    }
  });

  test("a route of the back office is for readers or overseers if it reads, for changers if it changes, or for IT Admins or every admin", () => {
    for (const [name, route] of all) {
      const { callers } = route;
      if (callers.includes("anonymous") || !includesAdmins(callers)) continue;
      const named = { readers, overseers, changers, itAdmins, everyAdmin };
      const list = Object.entries(named).find(([, roles]) => roles === callers)?.[0];
      const forAll = route.method === "GET" ? ["readers", "overseers"] : ["changers"];
      const right = ["itAdmins", "everyAdmin", ...forAll];
      expect({ name, right: right.includes(list ?? "") }).toEqual({ name, right: true });
    }
  });

  test("every route that can answer all rows of a table, a profile, a copy of data, an evidence file, or the log for a program records the look first; the refused rows of an import are no table", () => {
    const expected = all
      .filter(
        ([name, { answers, query }]) =>
          (answers === "csv" && name !== "exportRefusedRows") ||
          answers === "json-stream" ||
          "export" in (query as z.ZodObject).shape ||
          ["consumerProfile", "listLogEvents"].includes(name),
      )
      .map(([name]) => name);
    const looks = all.filter(([, { look }]) => look !== undefined).map(([name]) => name);
    expect(looks.toSorted()).toEqual(expected.toSorted());
    expect(looks).toHaveLength(10);
  });

  test("every body refuses a key that the schema lacks", () => {
    for (const [, { name, body }] of all) {
      const refused = body.safeParse({ unheardOf: 1 }).error?.issues.map(({ code }) => code);
      expect({ name, refused }).toEqual({ name, refused: expect.anything() });
    }
  });

  test("the OpenAPI document lists 429 for every route with a limit or a recorded look, and for no other", () => {
    const document = openApiDocument(
      all.map(([, route]) => route),
      "https://o.example",
    ) as { paths: Record<string, Record<string, { operationId: string; responses: object }>> };
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const limited = operations.filter(({ responses }) => "429" in responses);
    expect(limited.map(({ operationId }) => operationId).toSorted()).toEqual(
      all
        .filter(([name, route]) => route.limit || route.look || showsInstants(route) || name === "recordLook")
        .map(([name]) => name)
        .toSorted(),
    );
    expect(JSON.stringify(limited)).toContain("Retry-After");
  });

  test("every command of a consumer has a limit, except the deletion of the account", () => {
    const unlimited = all
      .filter(([, { callers, limit }]) => callers.length === 1 && callers[0] === "consumer" && !limit)
      .map(([name]) => name);
    expect(unlimited).toEqual(["deleteConsumer"]);
  });

  test("a GET or DELETE request has a body only if its route names one", () => {
    for (const [, { name, method, path, body }] of all) {
      if (method !== "GET" && method !== "DELETE") continue;
      const takesBody = Object.keys((body as z.ZodObject).shape).length > 0;
      const may = mayHaveBody(method, `${path.replace(":id", "7")}?a=b`);
      expect({ name, may }).toEqual({ name, may: takesBody });
    }
    expect(mayHaveBody("GET", "/api/admin/remove-device/7")).toBe(false);
    expect(mayHaveBody("DELETE", "/api/admin/remove-device/7/8")).toBe(false);
    expect(mayHaveBody("PUT", "/anything")).toBe(true);
  });
});

describe("table queries", () => {
  const { query } = routes.listPins;

  test("a table query without values has page 1, 10 rows and the table's order", () => {
    expect(query.parse({})).toEqual({
      page: 1,
      limit: 10,
      fieldName: "id",
      direction: "ASC",
      query: "",
      field: "all",
      filter: "all",
    });
  });

  test.each([
    { page: "0" },
    { page: "-1" },
    { page: "1.5" },
    { limit: "11" },
    { fieldName: "password" },
    { direction: "asc" },
    { query: "x".repeat(101) },
    { query: { $ne: "" } },
    { query: ["a", "b"] },
    { "query[$ne]": "" },
  ])("the table query %p is refused", (given) => {
    expect(query.safeParse(given).success).toBe(false);
  });

  test("page 0 and limit 0 are accepted in exports only", () => {
    const consumers = routes.listConsumers.query;
    expect(consumers.safeParse({ page: "0", limit: "0", export: "true" }).success).toBe(true);
    expect(consumers.safeParse({ page: "0", limit: "0" }).success).toBe(false);
  });
});
