import { request } from "node:http";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { routesOf } from "@ornament/contracts/routes";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import { validBodies } from "@ornament/testing/commands/valid-bodies";
import { adminDocument, consumerRowDocuments, logDocument, pinDocument } from "./testing/documents.ts";
import { now, queryApi } from "./testing/query-api-fixture.ts";

const many = 5_000;
const memberId = 77;
let admin: string;

const at = queryApi();
beforeAll(async () => {
  admin = await at.signIn("ADMIN");
  const numbers = Array.from({ length: many }, (_, n) => n);
  const code = (n: number) => n.toString(36).toUpperCase().padStart(7, "0");
  const email = (n: number) => `${"a".repeat(30)}${n}@example.com`;
  await at.put.admins([adminDocument(memberId)]);
  await at.put.pins(numbers.map((n) => pinDocument(code(n), { consumerId: n, email: email(n) })));
  await at.put.consumerRows(
    numbers.flatMap((n) => consumerRowDocuments({ _id: n, email: email(n) }, [{ code: code(n) }])),
  );
  await at.put.log(
    numbers.map((n) =>
      logDocument(`e${n}`, {
        value: `${"a".repeat(60)}${n}`,
        createdAt: new Date(now.getTime() - n * 61_000),
        position: BigInt(n),
      }),
    ),
  );
});

/** Sends the path as it is, without the encoding of fetch. */
const raw = (path: string, { token = admin, method = "GET", body = undefined as unknown } = {}) =>
  new Promise<{ status: number; body: { code?: string; rows?: unknown[]; count?: number } }>(
    (resolve, reject) => {
      const sent = body === undefined ? "" : JSON.stringify(body);
      const type = sent === "" ? {} : { "Content-Type": "application/json", "Content-Length": sent.length };
      const headers = { Authorization: `Bearer ${token}`, ...type };
      const call = request(at.url, { path, method, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
      });
      call.on("error", reject).end(sent);
    },
  );

const guarded = routesOf("query-api").filter(({ callers }) => !callers.includes("anonymous"));
const idFor = ({ name }: RouteDefinition): string => {
  if (name === "bulkChangeProfile") return "0a8dd6b1-7d0e-4a52-9f3e-1d6a3f6e2b11";
  return name === "adminProfile" ? String(memberId) : "1";
};
const pathOf = (route: RouteDefinition) => route.path.replace(":id", idFor(route)).replace(":table", "pins");
/** The query that a route needs at least. */
const queryOf = (route: RouteDefinition) => {
  if (route.name === "logEvidence") return "subject=pin-TREE001";
  if (route.name === "listPinsToChange") return "change=deactivate";
  return route.path.endsWith("/:table") ? "from=2026-11-24T00:00:00Z&to=2026-11-25T00:00:00Z" : "";
};

const bodies = validBodies({ adminId: memberId, consumerId: 1, consumerEmail: "ann@example.com" });
const bodyOf = ({ name }: RouteDefinition): unknown => bodies[name as keyof typeof bodies];

describe.each(guarded.map((route) => [route.name, route] as const))("%s", (name, route) => {
  test(`${name} refuses query parameters that the route does not have`, async () => {
    for (const query of ["unknown=1", "__proto__=1", "constructor=1", "__proto__[role]=ADMIN"])
      expect(
        await raw(`${pathOf(route)}?${queryOf(route)}&${query}`, {
          method: route.method,
          body: bodyOf(route),
        }),
      ).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    expect(Object.hasOwn(Object.prototype, "role")).toBe(false);
  });
});

const tables = [
  "/api/admin/admins",
  "/api/admin/table/pins",
  "/api/admin/table/users",
  "/api/admin/action-logs",
];

describe.each(tables)("%s", (table) => {
  const page = `${table}?page=1&`;

  test(`a query of ${table} with a value that the route does not have is refused`, async () => {
    const pages = "page=-1 page=1e3 page=1.5 page=99999999999 page=0".split(" ");
    const others =
      "query[$ne]=x query[]=x query=a&query=b fieldName=password fieldName=__proto__ fieldName[$gt]= direction=asc limit=1000 limit=0 limit[$gt]=1 field=password field=constructor";
    for (const query of [...pages, ...others.split(" "), `query=${"a".repeat(101)}`]) {
      const path = query.startsWith("page") ? `${table}?${query}` : page + query;
      expect([path, (await raw(path)).status]).toEqual([path, 400]);
    }
  });

  test.each([
    ".*",
    "(a|aa)+$",
    "[",
    "a{1,99}",
    "$where",
    "'; --",
    "\0",
    "\u{1F384}",
    "a".repeat(99).concat("!"),
  ])(`a search of ${table} for %j is literal`, async (term) => {
    const path = `${page}query=${encodeURIComponent(term)}`;
    const { status, body } = await raw(path);
    expect({ status, rows: body.rows, count: body.count }).toEqual({ status: 200, rows: [], count: 0 });
  });
});

test.each(["%", "%E0%A4%A", "%ff"])("a malformed query %s causes no internal error", async (query) => {
  const { status } = await raw(`/api/admin/table/pins?query=${query}`);
  expect([200, 400]).toContain(status);
});

test.each(["abc", "1.5", "-1", "1e3", "99999999999999999", "%00", "%7B%22$gt%22:%22%22%7D"])(
  "the invalid id %s is refused",
  async (id) => {
    for (const path of ["/api/admin/user-profile/", "/api/admin/profile/", "/api/admin/action-logs/"])
      expect((await raw(path + encodeURI(id))).status).toBe(400);
  },
);

test("a HEAD request is answered like GET, without a body", async () => {
  for (const path of [...tables, "/api/admin/export/users", "/api/admin/export/action-logs"]) {
    const { status, body } = await at.api.call("HEAD", path, { token: admin });
    expect({ path, status, body }).toEqual({ path, status: 200, body: "" });
  }
});

test("a caller that disconnects during a response leaves no cursor open", async () => {
  for (const path of ["/api/admin/action-logs", "/api/admin/export/users"]) {
    await new Promise<void>((resolve) => {
      const call = request(at.url, { path, headers: { Authorization: `Bearer ${admin}` } }, (answer) => {
        answer.once("data", () => call.destroy());
        answer.once("close", resolve);
        answer.on("error", () => {});
      });
      call.on("error", () => {});
      call.end();
    });
  }
  expect(await raw("/api/admin/table/pins")).toMatchObject({ status: 200 });
});
