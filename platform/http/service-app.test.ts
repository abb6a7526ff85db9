import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { anybody, consumers, itAdmins, readers } from "@ornament/contracts/routes/callers";
import { Refusal } from "@ornament/contracts/routes/errors";
import { defineRoute, type RouteDefinition } from "@ornament/contracts/routes/route";
import { pino } from "pino";
import { z } from "zod";
import { requestIds } from "../logging/correlation.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { mountRoutes } from "./mount-routes.ts";
import { anonymous, bearerToken, type Principal } from "./principal.ts";
import { type HandlersFor, streamed } from "./route-request.ts";
import { type RunningServer, startServer } from "./server.ts";
import { createServiceApp, type Readiness, type ServiceApp } from "./service-app.ts";

const echo = z.object({ seen: z.unknown() });
const forAnybody = { summary: "", callers: anybody, response: echo } as const;
const simple = <const N extends string>(
  name: N,
  method: RouteDefinition["method"],
  path: string,
  callers: RouteDefinition["callers"] = anybody,
) => defineRoute({ name, method, path, summary: "", callers, response: echo });

const routes = {
  list: defineRoute({
    ...forAnybody,
    name: "list",
    method: "GET",
    path: "/api/things",
    query: z.strictObject({ page: z.coerce.number().int().default(1), query: z.string().max(5).optional() }),
  }),
  change: defineRoute({
    ...forAnybody,
    name: "change",
    method: "PUT",
    path: "/api/things/:id",
    params: z.strictObject({ id: z.string().regex(/^\d+$/) }),
    body: z.strictObject({ name: z.string(), list: z.array(z.strictObject({ a: z.number() })).optional() }),
  }),
  fixed: simple("fixed", "PUT", "/api/things/fixed"),
  fail: simple("fail", "POST", "/api/fail"),
  refuse: simple("refuse", "POST", "/api/refuse"),
  half: defineRoute({ ...forAnybody, name: "half", method: "GET", path: "/api/half", answers: "csv" }),
  cookies: simple("cookies", "POST", "/api/cookies"),
  forStaff: simple("forStaff", "GET", "/api/admin/staff", readers),
  forItAdmin: simple("forItAdmin", "GET", "/api/admin/it", itAdmins),
  forConsumer: simple("forConsumer", "GET", "/api/user/me", consumers),
  fromItAdmin: defineRoute({
    name: "fromItAdmin",
    method: "PUT",
    path: "/api/admin/text",
    summary: "",
    callers: itAdmins,
    body: z.strictObject({ text: z.string() }),
    largestBody: 150_000,
    response: echo,
  }),
  forDevice: simple("forDevice", "GET", "/api/player/x", ["device"]),
} as const satisfies Record<string, RouteDefinition>;

const handlers: HandlersFor<typeof routes> = {
  list: async ({ query, positions }) => {
    positions.note({ commit: 42n, prepare: 42n });
    return { seen: query };
  },
  change: async ({ params, body, idempotencyKey }) => ({ seen: { params, body, idempotencyKey } }),
  fixed: async () => ({ seen: "fixed" }),
  fail: async () => {
    throw new Error("secret detail about ada@example.com");
  },
  refuse: async ({ positions }) => {
    positions.note({ commit: 7n, prepare: 7n });
    throw new Refusal("busy", { retryAfterSeconds: 1.2 });
  },
  half: async ({ res }) => {
    res.write("a,b\n");
    await breakInTheMiddle();
    return streamed;
  },
  cookies: async ({ cookies, ip, correlationId }, reply) => {
    reply.status(201).cookie("a", "1", { httpOnly: true }).clearCookie("b", { path: "/x", maxAge: 5 });
    return { seen: { cookies, ip, same: correlationId === requestIds.current?.correlationId } };
  },
  forStaff: async () => ({ seen: 1 }),
  forItAdmin: async () => ({ seen: 1 }),
  fromItAdmin: async ({ body }) => ({ seen: body.text.length }),
  forConsumer: async () => ({ seen: 1 }),
  forDevice: async () => ({ seen: 1 }),
};

const breakInTheMiddle = () => Promise.reject(new Error("broke in the middle"));

const access = {
  sessionId: "s",
  subjectId: 1,
  role: "ADMIN",
  credentialEpoch: "epoch-1",
  position: undefined,
  issuedAt: new Date(0),
  expiresAt: new Date(0),
} as const;
const principals: Record<string, Principal> = {
  admin: { kind: "admin", id: 1, role: "ADMIN", access },
  member: { kind: "admin", id: 2, role: "MEMBER", access },
  consumer: { kind: "consumer", id: 3, access },
  device: { kind: "device", deviceId: 4, token: "t" },
};

let app: ServiceApp;
let server: RunningServer;
let readiness: Readiness = { ready: true };
const logged: string[] = [];

const logger = pino({}, { write: (line: string) => void logged.push(line) });
const serviceApp = (more: { logRequests?: false } = {}) =>
  createServiceApp({
    name: "test",
    logger,
    metrics: createMetrics({ service: "test" }),
    readiness: () => readiness,
    trustProxy: 0,
    allowedOrigins: ["https://good.com"],
    ...more,
  });

beforeAll(async () => {
  app = serviceApp();
  const authenticate = async (request: { headers: { authorization?: string | undefined } }) =>
    principals[bearerToken(request.headers.authorization) ?? ""] ?? anonymous;
  mountRoutes(app, handlers, { routes: Object.values(routes), authenticate, logger });
  server = await startServer(app, { port: 0 });
});

afterAll(() => server.stop());

const call = (path: string, init?: RequestInit) => fetch(server.url + path, init);
const put = (path: string, body: string, headers: Record<string, string> = {}) =>
  call(path, { method: "PUT", body, headers: { "content-type": "application/json", ...headers } });

interface AnswerBody {
  error?: boolean;
  code?: string;
  errors: (string | { path: string; message: string })[];
  seen: { body: { role?: string } };
}

async function answerOf(response: Promise<Response>) {
  const found = await response;
  return { status: found.status, headers: found.headers, body: (await found.json()) as AnswerBody };
}

describe("parsing", () => {
  test("handlers get the parsed query, parameters and body", async () => {
    expect((await answerOf(call("/api/things?page=3"))).body).toEqual({ seen: { page: 3 } });
    const changed = await answerOf(put("/api/things/12", '{"name":"x"}', { "idempotency-key": "k1" }));
    expect(changed.body).toEqual({
      seen: { params: { id: "12" }, body: { name: "x" }, idempotencyKey: "k1" },
    });
  });

  test("a fixed path takes precedence over one with parameters", async () => {
    expect((await answerOf(call("/api/things/fixed", { method: "PUT" }))).body).toEqual({ seen: "fixed" });
  });

  test.each([
    "/api/things?page=1&page=2",
    "/api/things?query[$ne]=",
    "/api/things?query[]=a",
    "/api/things?unknown=1",
    "/api/things?page=1.5",
    "/api/things?query=toolong",
    "/api/things?__proto__=1",
  ])("GET %s is refused with 400 and names the field", async (path) => {
    const { status, body } = await answerOf(call(path));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: true, code: "invalid_request" });
    expect(body.errors.length).toBeGreaterThan(0);
    expect(body.errors[0]).toEqual({ path: expect.any(String), message: expect.any(String) });
  });

  test("an invalid nested field is named by its whole path", async () => {
    const { body } = await answerOf(put("/api/things/1", '{"name":"x","list":[{"a":1},{"a":"1"}]}'));
    expect(body.errors).toMatchObject([{ path: "list.1.a" }]);
  });

  test.each([
    ["an extra key", '{"name":"x","role":"ADMIN"}', {}, 400],
    ["an object for a scalar", '{"name":{"$gt":""}}', {}, 400],
    ["an array for an object", '[{"name":"x"}]', {}, 400],
    ["malformed JSON", '{"name":', {}, 400],
    ["a bare value", '"x"', {}, 400],
    ["null", "null", {}, 400],
    ["no body", "", {}, 400],
    ["another media type", "name=x", { "content-type": "application/x-www-form-urlencoded" }, 415],
    ["an unknown charset", '{"name":"x"}', { "content-type": "application/json; charset=klingon" }, 415],
    ["an unknown encoding", '{"name":"x"}', { "content-encoding": "zip" }, 415],
    ["a forged encoding", '{"name":"x"}', { "content-encoding": "gzip" }, 415],
    ["too much", JSON.stringify({ name: "x".repeat(110_000) }), {}, 413],
    ["a bad idempotency key", '{"name":"x"}', { "idempotency-key": "x".repeat(201) }, 400],
  ])("a body with %s is refused", async (_name, body, headers, status) => {
    const answer = await answerOf(put("/api/things/1", body, headers));
    expect(answer.status).toBe(status);
    expect(answer.body.error).toBe(true);
  });

  test("an app inflates no body, on any server", async () => {
    const plain = createServer(app).listen(0, "127.0.0.1");
    await once(plain, "listening");
    const { port } = plain.address() as AddressInfo;
    const found = await fetch(`http://127.0.0.1:${port}/api/things/1`, {
      method: "PUT",
      body: Uint8Array.from(gzipSync('{"name":"x"}')),
      headers: { "content-type": "application/json", "content-encoding": "gzip", connection: "close" },
    });
    expect(found.status).toBe(415);
    await found.text();
    plain.close();
  });

  test("__proto__ in a JSON body reaches neither the handler nor Object.prototype", async () => {
    const { status, body } = await answerOf(
      put("/api/things/1", '{"name":"x","__proto__":{"role":"ADMIN"}}'),
    );
    expect(status === 400 || body.seen.body.role === undefined).toBe(true);
    expect(({} as { role?: string }).role).toBeUndefined();
  });
});

describe("errors", () => {
  test("an unknown path is answered with 404 and an unknown method with 405, as JSON", async () => {
    expect(await answerOf(call("/api/nothing"))).toMatchObject({ status: 404, body: { code: "not_found" } });
    const wrong = await answerOf(call("/api/things", { method: "DELETE" }));
    expect(wrong).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
    expect(wrong.headers.get("allow")).toBe("GET");
  });

  test("a malformed path is refused with 400", async () => {
    const { status, body } = await answerOf(put("/api/things/%E0%A4%A", '{"name":"x"}'));
    expect([status, body.code]).toEqual([400, "invalid_request"]);
  });

  test("a refusal is answered with its status, Retry-After and X-Position", async () => {
    const { status, headers, body } = await answerOf(call("/api/refuse", { method: "POST" }));
    expect([status, headers.get("retry-after"), headers.get("x-position")]).toEqual([503, "2", "7"]);
    expect(body).toEqual({ error: true, code: "busy", message: expect.any(String), errors: [] });
  });

  test("an unexpected error is answered with a 500 without details, and is logged", async () => {
    logged.length = 0;
    const { status, body } = await answerOf(call("/api/fail", { method: "POST" }));
    expect([status, body.code]).toEqual([500, "internal"]);
    expect(JSON.stringify(body)).not.toMatch(/secret|stack|\.ts/);
    expect(logged.join("")).toContain("secret detail");
  });

  test("a caller can tell that an answer ended too early", async () => {
    await expect(call("/api/half").then((response) => response.text())).rejects.toThrow();
    expect((await call("/healthz")).status).toBe(200);
  });

  test("bytes that are not HTTP are refused and don't end the process", async () => {
    const socket = connect(server.port, "127.0.0.1", () => socket.end("\x16\x03\x01 nonsense\r\n\r\n"));
    expect(await text(socket)).toContain("400");
    expect((await call("/healthz")).status).toBe(200);
  });
});

const matrix: [string, string, number, unknown][] = [
  ["/api/admin/staff", "", 401, "admin_error"],
  ["/api/admin/staff", "consumer", 401, "admin_error"],
  ["/api/admin/staff", "device", 401, "admin_error"],
  ["/api/admin/staff", "member", 200, undefined],
  ["/api/admin/staff", "admin", 200, undefined],
  ["/api/admin/it", "member", 403, undefined],
  ["/api/admin/it", "admin", 200, undefined],
  ["/api/user/me", "", 401, "user_error"],
  ["/api/user/me", "admin", 401, "user_error"],
  ["/api/user/me", "consumer", 200, undefined],
  ["/api/player/x", "", 401, undefined],
  ["/api/player/x", "consumer", 401, undefined],
  ["/api/player/x", "device", 200, undefined],
  ["/api/things", "", 200, undefined],
  ["/api/things", "device", 200, undefined],
];
test.each(matrix)("%s with the token '%s' is answered with %i", async (path, token, status, first) => {
  const { status: found, body } = await answerOf(
    call(path, { headers: { authorization: `Bearer ${token}` } }),
  );
  expect(found).toBe(status);
  if (status !== 200) expect(body.errors[0]).toBe(first);
});

describe("the body of a route that isn't for everybody", () => {
  const send = (body: string, token: string) =>
    answerOf(put("/api/admin/text", body, { authorization: `Bearer ${token}` }));

  test.each([
    ["malformed JSON", "{", 400],
    ["more than its route takes", JSON.stringify({ text: "x".repeat(160_000) }), 413],
    ["what its route takes", JSON.stringify({ text: "x".repeat(140_000) }), 200],
  ])("a body with %s is judged only for a caller who may send it", async (_what, body, status) => {
    expect((await send(body, "")).status).toBe(401);
    expect((await send(body, "member")).status).toBe(403);
    expect((await send(body, "admin")).status).toBe(status);
  });

  test("a caller who may not send it is answered before it has arrived", async () => {
    const head = "PUT /api/admin/text HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`${head}Content-Length: 100000\r\n\r\n{`);
    const [bytes] = await once(socket, "data");
    expect(String(bytes)).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });
});

describe("headers", () => {
  test("answers carry X-Position, no-store, security headers and the correlation id, but no X-Powered-By", async () => {
    const { headers } = await call("/api/things", { headers: { "x-correlation-id": "0123-abcd" } });
    expect(headers.get("x-position")).toBe("42");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get("x-correlation-id")).toBe("0123-abcd");
    const forged = await call("/api/things", { headers: { "x-correlation-id": "<script>" } });
    expect(forged.headers.get("x-correlation-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("cookies are set, cleared with their attributes and read only as plain text", async () => {
    const response = await call("/api/cookies", {
      method: "POST",
      headers: { cookie: 'r=abc; o=j:{"a":1}', "x-forwarded-for": "6.6.6.6" },
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ seen: { cookies: { r: "abc" }, ip: "127.0.0.1", same: true } });
    const [set, cleared] = response.headers.getSetCookie();
    expect(set).toBe("a=1; Path=/; HttpOnly");
    expect(cleared).toBe("b=; Path=/x; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
  });

  test.each([
    ["https://good.com", "https://good.com"],
    ["https://good.com.evil.com", null],
    ["http://good.com", null],
    ["null", null],
  ])("a request from the origin %s is answered with the CORS origin %s", async (origin, allowed) => {
    const plain = await rawHeaders("GET", { origin });
    expect(plain["access-control-allow-origin"] ?? null).toBe(allowed);
    expect(plain.vary).toContain("Origin");
    const preflight = await rawHeaders("OPTIONS", { origin, "access-control-request-method": "PUT" });
    expect(preflight["access-control-allow-origin"] ?? null).toBe(allowed);
    expect(preflight["access-control-allow-methods"] ?? null).toBe(allowed && "GET, POST, PUT, DELETE");
  });
});

function rawHeaders(method: string, headers: Record<string, string>) {
  return new Promise<NodeJS.Dict<string | string[]>>((resolve, reject) => {
    httpRequest(`${server.url}/api/things`, { method, headers }, (response) => {
      response.resume();
      resolve(response.headers);
    })
      .on("error", reject)
      .end();
  });
}

describe("health", () => {
  test("/readyz answers 503 with the reason while the service is not ready, and /healthz stays 200", async () => {
    readiness = { ready: false, reason: "catching up: 40 %" };
    expect(await answerOf(call("/readyz"))).toMatchObject({
      status: 503,
      body: { reason: "catching up: 40 %" },
    });
    expect((await call("/healthz")).status).toBe(200);
    readiness = { ready: true };
    expect((await call("/readyz")).status).toBe(200);
  });

  test("/metrics counts requests by the name of their route and never shows a path", async () => {
    await put("/api/things/77", '{"name":"x"}');
    const found = await (await call("/metrics")).text();
    expect(found).toMatch(/http_request_duration_seconds_count\{[^}]*route="change"[^}]*\}/);
    expect(found).not.toContain("/77");
  });

  test("/metrics says as a number whether the service is ready", async () => {
    readiness = { ready: false, reason: "catching up" };
    expect(await (await call("/metrics")).text()).toMatch(/^ornament_ready\{[^}]*\} 0$/m);
    readiness = { ready: true };
    expect(await (await call("/metrics")).text()).toMatch(/^ornament_ready\{[^}]*\} 1$/m);
  });
});

test("each request has one line of the program log with the name of its route, unless the lines are switched off", async () => {
  logged.splice(0);
  await put("/api/things/77", '{"name":"x"}', { "x-correlation-id": "from-a-caller" });
  await (await call("/api/nothing?email=parent@example.com")).text();
  await (await call("/healthz")).text();
  while (logged.length < 2) await new Promise(setImmediate);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 30, route: "change", method: "PUT", correlationId: "from-a-caller", msg: "Request" },
    { level: 30, route: "other", method: "GET", status: 404 },
  ]);
  expect(logged.join("")).not.toMatch(/things|parent@/);
  const other = await startServer(serviceApp({ logRequests: false }), { port: 0 });
  await (await fetch(`${other.url}/api/nothing`)).text();
  await other.stop();
  expect(logged).toHaveLength(2);
});

test("mounting throws for a route without a handler and for a handler without a route", () => {
  const options = { routes: [routes.list], authenticate: async () => anonymous, logger };
  expect(() => mountRoutes(serviceApp(), {}, options)).toThrow("Routes without a handler: list");
  expect(() => mountRoutes(serviceApp(), { list: handlers.list, other: handlers.list }, options)).toThrow(
    "other",
  );
});
