import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/routes";
import { type RouteDefinition, serviceOf } from "@ornament/contracts/routes/route";
import { defaultBrand } from "@ornament/contracts/values/brand";
import { type RunningServer, startServer } from "@ornament/platform/http/server";
import { createLogger, silentLogger } from "@ornament/platform/logging/logger";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { createGateway } from "./app.ts";
import type { Upstream } from "./upstream.ts";

/** The gateway in front of services that answer as a test chooses. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answer: Answer;
let gateway: RunningServer;
let webRoot: string;
const metrics = createMetrics({ service: "gateway" });
const behind = createServer((incoming, response) => answer(incoming, response));

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), "ornament-web-"));
  for (const name of ["assets", "admin", "landing", "api-docs"]) mkdirSync(join(webRoot, name));
  for (const [file, content] of [
    ["index.html", "consumer"],
    ["admin/index.html", "admin"],
    ["landing/index.html", "landing"],
    ["api-docs/index.html", "API"],
    ["assets/app-1.js", "1"],
  ] as const)
    writeFileSync(join(webRoot, file), content);
  await new Promise<void>((resolve) => behind.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  behind.closeAllConnections();
  behind.close();
  rmSync(webRoot, { recursive: true });
});

/** A service at a URL, or in the gateway's process. Callers see no difference. */
const services: Record<string, () => Upstream> = {
  "at a URL": () => new URL(`http://127.0.0.1:${(behind.address() as AddressInfo).port}`),
  "in this process": () => (incoming, response) => answer(incoming, response),
};

const options = (service: Upstream, queryApi = service) => ({
  commandApi: service,
  queryApi,
  webRoot,
  brand: defaultBrand,
  publicUrl: "http://localhost",
  notReadyBecause: async () => "query-api: filling",
  joinedMetrics: async () => "up 1\n",
  metrics,
  logger: silentLogger(),
});

const startGateway = (service: Upstream, queryApi = service) =>
  startServer(createGateway(options(service, queryApi)), { port: 0 });

test("the policy of a page permits scripts, calls and frames of the human check at its addresses only", async () => {
  const sources = ["https://www.google.com/recaptcha/", "https://www.gstatic.com/recaptcha/"];
  const app = createGateway({ ...options(() => undefined), humanCheckSources: sources });
  const server = await startServer(app, { port: 0 });
  const policyOf = async (path: string) =>
    String((await fetch(server.url + path)).headers.get("content-security-policy")).split(";");
  const page = await policyOf("/");
  for (const directive of ["script-src", "connect-src", "frame-src"])
    expect(page).toContain(`${directive} 'self' ${sources.join(" ")}`);
  expect(page.filter((directive) => directive.includes("https:"))).toHaveLength(3);
  expect(await policyOf("/healthz")).toEqual(["default-src 'none'", "frame-ancestors 'none'"]);
  await server.stop();
});

test("a password manager is sent to the page for a new password, and every other well-known path is not found", async () => {
  const server = await startServer(createGateway(options(() => undefined)), { port: 0 });
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${server.url}/.well-known${path}`, { redirect: "manual" });
    return [status, headers.get("location")];
  };
  const unknown = [
    "",
    "/",
    "/security.txt",
    "/resource-that-should-not-exist-whose-status-code-should-not-be-200",
  ];
  const answers = await Promise.all(["/change-password", ...unknown].map(ask));
  await server.stop();
  expect(answers).toEqual([[302, "/forgot-password"], ...unknown.map(() => [404, null])]);
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.url + path, { headers });

describe.each(Object.keys(services))("the gateway in front of a service %s", (where) => {
  beforeAll(async () => {
    gateway = await startGateway(services[where]?.() ?? (() => undefined));
  });
  afterAll(() => gateway.stop());

  test("the gateway passes method, path, query, headers, body and answer unchanged", async () => {
    answer = async (incoming, response) => {
      const { method, url, headers } = incoming;
      const body = await text(incoming);
      response.writeHead(418, { "set-cookie": ["a=1; Path=/", "b=2"], "x-position": "7" });
      response.end(JSON.stringify({ method, url, host: headers.host, type: headers["content-type"], body }));
    };
    const found = await fetch(`${gateway.url}/api/x%2Fy?a=%20&a=2`, {
      method: "PUT",
      headers: { "content-type": "text/odd" },
      body: "héllo",
    });
    expect([found.status, found.headers.get("x-position")]).toEqual([418, "7"]);
    expect(found.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
    expect(await found.json()).toEqual({
      method: "PUT",
      url: "/api/x%2Fy?a=%20&a=2",
      host: new URL(gateway.url).host,
      type: "text/odd",
      body: "héllo",
    });
  });

  test.each([
    [{}, "127.0.0.1"],
    [{ "x-forwarded-for": "6.6.6.6" }, "6.6.6.6, 127.0.0.1"],
    [{ "x-forwarded-for": "6.6.6.6, 7.7.7.7" }, "6.6.6.6, 7.7.7.7, 127.0.0.1"],
  ])(
    "for a request with the headers %j the gateway adds the caller as the last forwarded address",
    async (headers, forwarded) => {
      answer = (incoming, response) => void response.end(JSON.stringify(incoming.headers["x-forwarded-for"]));
      const forwardedTo = (await (await get("/api/x", headers)).json()) as string;
      expect(forwardedTo.split(/\s*,\s*/)).toEqual(forwarded.split(", "));
    },
  );

  test("the gateway cuts off an answer for the caller immediately when the service cuts it off", async () => {
    answer = (_incoming, response) => {
      response.write("a,b\n");
      setImmediate(() => response.destroy());
    };
    await expect(get("/api/x").then((found) => found.text())).rejects.toThrow();
  });

  test("a caller who disconnects while reading ends the request at the service", async () => {
    const left = new Promise<void>((resolve) => {
      answer = (_incoming, response) => {
        response.once("close", () => resolve());
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(16_384)));
        };
        response.on("drain", more);
        more();
      };
    });
    const reading = request(`${gateway.url}/api/x`);
    reading.on("error", () => undefined).end();
    const [found] = (await once(reading, "response")) as [IncomingMessage];
    await once(found, "data");
    reading.destroy();
    await left;
  });

  test("a caller who disconnects while sending ends the request at the service", async () => {
    const gone = new Promise<void>((resolve) => {
      answer = (incoming) => {
        incoming.resume().on("error", () => undefined);
        incoming.once("close", () => resolve());
      };
    });
    const sending = request(`${gateway.url}/api/x`, { method: "POST" });
    sending.on("error", () => undefined);
    sending.write("x".repeat(100_000), () => sending.destroy());
    await gone;
  });

  test("an answer before the end of a long upload arrives immediately, and the upload is not buffered", async () => {
    answer = (incoming, response) => {
      incoming.resume();
      response.writeHead(413, { "content-type": "application/json" }).end('{"code":"too"}');
    };
    const before = process.memoryUsage().rss;
    const socket = connect(gateway.port, "127.0.0.1");
    socket.on("error", () => undefined);
    // The gateway forwards an upload after its first byte.
    socket.write("POST /api/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n");
    const [found] = (await once(socket, "data")) as [Buffer];
    expect(found.toString()).toMatch(/^HTTP\/1.1 413 /);
    const piece = Buffer.concat([
      Buffer.from("100000\r\n"),
      Buffer.alloc(1024 * 1024, "x"),
      Buffer.from("\r\n"),
    ]);
    for (let sent = 0; sent < 200 && !socket.destroyed; sent += 1)
      if (!socket.write(piece)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(100);
    socket.destroy();
  });

  test("query-api gets the latest revocation of command-api, whose position no caller sees or sets", async () => {
    answer = ({ method, headers }, response) => {
      if (method === "POST") response.setHeader("x-revoked-at", "40 30 0");
      response.end(JSON.stringify({ told: headers["x-revoked-at"] ?? null }));
    };
    const call = (method: string) =>
      fetch(`${gateway.url}/api/x`, { method, headers: { "x-revoked-at": "99" } });
    const told = async (method: string) =>
      ((await (await call(method)).json()) as { told: string | null }).told;
    expect(await told("GET")).toBeNull();
    expect((await call("POST")).headers.get("x-revoked-at")).toBeNull();
    expect(await told("GET")).toBe("30");
  });

  test("an answer keeps its headers, each once, and a HEAD answer its length", async () => {
    answer = (_incoming, response) => {
      response.writeHead(200, { "content-security-policy": "default-src 'none'", "content-length": "5" });
      response.end("12345");
    };
    const found = await fetch(`${gateway.url}/api/x`, { method: "HEAD" });
    expect(found.headers.get("content-security-policy")).toBe("default-src 'none'");
    expect(found.headers.get("content-length")).toBe("5");
  });
});

test("the gateway sends each route to the service that mounts it", async () => {
  const named =
    (name: string): Upstream =>
    (_incoming, response) =>
      response.end(name);
  const server = await startGateway(named("command-api"), named("query-api"));
  for (const route of Object.values<RouteDefinition>(routes)) {
    const { method, path, name } = route;
    const found = await fetch(server.url + path.replace(/:\w+/g, "7"), { method });
    expect([name, await found.text()]).toEqual([name, serviceOf(route)]);
  }
  await server.stop();
});

test("a service that does not answer is a 503 that does not name its URL", async () => {
  const server = await startGateway(new URL("http://127.0.0.1:1"));
  for (const method of ["GET", "POST"]) {
    const found = await fetch(`${server.url}/api/x`, { method });
    expect([found.status, found.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(found.headers.get("x-content-type-options")).toBe("nosniff");
    expect(found.headers.get("content-security-policy")).toBe("default-src 'none';frame-ancestors 'none'");
    expect(await found.json()).toEqual({
      error: true,
      code: "unavailable",
      message: expect.any(String),
      errors: [],
    });
  }
  await server.stop();
});

describe("/metrics", () => {
  beforeAll(async () => {
    gateway = await startGateway(() => undefined);
  });
  afterAll(() => gateway.stop());

  test("/metrics answers requests from this machine", async () => {
    const found = await get("/metrics");
    expect([found.status, await found.text()]).toEqual([200, "up 1\n"]);
    expect(found.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  test("the gateway's metrics count the answers of each service and of the web", async () => {
    answer = (_incoming, response) => response.writeHead(418).end();
    metrics.registry.resetMetrics();
    const server = await startGateway((incoming, response) => answer(incoming, response));
    await (await fetch(`${server.url}/api/brand?secret=1`)).text();
    await (await fetch(`${server.url}/api/anything`, { method: "PUT" })).text();
    await (await fetch(`${server.url}/`)).text();
    await (await fetch(`${server.url}/`, { method: "PATCH" })).text();
    await server.stop();
    const { values } = await metrics.requestDuration.get();
    const counted = values
      .filter(({ metricName }) => metricName?.endsWith("_count"))
      .map(({ labels: { route, method, status } }) => [route, method, status]);
    expect(counted).toEqual([
      ["query-api", "GET", "418"],
      ["command-api", "PUT", "418"],
      ["web", "GET", "200"],
      ["web", "other", expect.stringMatching(/^4/)],
    ]);
  });

  test("the gateway logs the requests that it answers itself, and not those of which a service has logged the answer", async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ name: "gateway", destination });
    answer = (incoming, response) => {
      if (incoming.url === "/api/away") return void incoming.destroy();
      response.writeHead(200, { "X-Correlation-Id": "logged-by-the-service" }).end();
    };
    const behindUrl = services["at a URL"]?.() ?? (() => undefined);
    const server = await startServer(createGateway({ ...options(behindUrl), logger }), { port: 0 });
    for (const path of ["/api/brand", "/", "/api/away"]) await (await fetch(server.url + path)).text();
    await server.stop();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 30, route: "web", method: "GET", status: 200, msg: "Request" },
      { level: 30, route: "query-api", method: "GET", status: 503 },
    ]);
    expect(lines.join("")).not.toContain("/api/");
  });
});

test("/readyz gives the reason only to requests from this machine", async () => {
  const server = await startGateway(() => undefined);
  const ask = async (headers: Record<string, string>) => {
    const found = await fetch(`${server.url}/readyz`, { headers });
    return [found.status, await found.json()];
  };
  expect(await ask({})).toEqual([503, { ready: false, reason: "query-api: filling" }]);
  expect(await ask({ "x-forwarded-for": "6.6.6.6" })).toEqual([503, { ready: false }]);
  await server.stop();
});
