import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { mailTo, newParent } from "@ornament/testing/people/parents";
import { mailboxLink } from "@ornament/testing/product/product-files";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { processes } from "@ornament/testing/programs/processes";
import { attackedProduct, sendRaw, statusOf } from "./attacked-product.ts";
import { byTheGateway, smugglingSuite } from "./smuggling-suite.ts";

/** Bad and good requests at one product: its statuses, headers, mails and program log. */
const it = attackedProduct({ flags: ["--split"], environment: { LOG_LEVEL: "debug" } });

const pidNow = () => JSON.parse(readFileSync(join(it.product.dataDir, "run.json"), "utf8")).pid as number;
let pid: number;
beforeAll(() => {
  pid = pidNow();
});
const head = "Host: localhost\r\nConnection: close\r\n";
const json = `${head}Content-Type: application/json\r\n`;
const login = "POST /api/user/login HTTP/1.1\r\n";
const many = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join("");

/** Bytes, and their allowed statuses; 0 where the connection is closed without an answer. */
const requests: Record<string, [string, number[]]> = {
  "a file that is not text": [`GET /assets/%ff HTTP/1.1\r\n${head}\r\n`, [400]],
  "a file above the folder": [`GET /assets/%2e%2e%2f%2e%2e%2fpackage.json HTTP/1.1\r\n${head}\r\n`, [400]],
  "an id that is not text, in a read": [`GET /api/admin/profile/%ff HTTP/1.1\r\n${head}\r\n`, [400]],
  "an id that is not text, in a deletion": [
    `DELETE /api/admin/delete/%E0%A4%A HTTP/1.1\r\n${head}\r\n`,
    [400],
  ],
  "a query that is not text": [`GET /api/settings?%ff=%ff HTTP/1.1\r\n${head}\r\n`, [400]],
  "bytes above ASCII": [`GET /api/\xff\xfe?\xe9 HTTP/1.1\r\n${head}\r\n`, [400, 404]],
  "a path of 9,000 characters": [`GET /api/${"a".repeat(9_000)} HTTP/1.1\r\n${head}\r\n`, [404]],
  "a path of 20,000 characters": [`GET /${"a".repeat(20_000)} HTTP/1.1\r\n${head}\r\n`, [414, 431]],
  "a header of 20,000 characters": [`GET / HTTP/1.1\r\n${head}X: ${"a".repeat(20_000)}\r\n\r\n`, [431]],
  "1,500 headers": [
    `GET /api/settings HTTP/1.1\r\n${head}${many(1_500, (n) => `X${n}: 1\r\n`)}\r\n`,
    [200, 400, 431],
  ],
  "a header with a NUL": [`GET /api/settings HTTP/1.1\r\n${head}X: a\0b\r\n\r\n`, [400]],
  "a header with bytes above ASCII": [`GET /api/settings HTTP/1.1\r\n${head}X: \xff\xfe\r\n\r\n`, [200]],
  "HTTP/1.0, a command": [
    "POST /api/user/login HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    [400],
  ],
  "an invalid host": [
    "GET /api/admin/refresh HTTP/1.1\r\nHost: [[[\r\nOrigin: http://[[[\r\nConnection: close\r\n\r\n",
    [400, 403],
  ],
  "another host's URL": [`GET http://evil.test/api/settings HTTP/1.1\r\n${head}\r\n`, [400]],
  "two slashes": [`GET //api/settings HTTP/1.1\r\n${head}\r\n`, [200]],
  "a star": [`OPTIONS * HTTP/1.1\r\n${head}\r\n`, [405]],
  "HEAD of a command": [`HEAD /api/user/login HTTP/1.1\r\n${head}\r\n`, [404, 405]],
  "OPTIONS of a command": [`OPTIONS /api/user/login HTTP/1.1\r\n${head}\r\n`, [404, 405]],
  TRACE: [`TRACE /api/settings HTTP/1.1\r\n${head}X-Secret: secret\r\n\r\n`, [404, 405]],
  CONNECT: [`CONNECT evil.test:443 HTTP/1.1\r\n${head}\r\n`, [0, 400, 405]],
  PATCH: [`PATCH /api/settings HTTP/1.1\r\n${json}Content-Length: 2\r\n\r\n{}`, [404, 405]],
  "an upgrade": [
    "GET /api/settings HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
    [200],
  ],
  "a chunk that ends wrongly": [
    `${login}${json}Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX\r\n0\r\n\r\n`,
    [400],
  ],
  "a chunk of endless length": [
    `${login}${json}Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}`,
    [400],
  ],
  "a body that never arrives": [`${login}${json}Content-Length: 50\r\n\r\n{}`, [0, 400, 408]],
  "a read with a body": [`GET /api/settings HTTP/1.1\r\n${json}Content-Length: 3\r\n\r\n{"a`, [400]],
  "a deletion with a broken body": [
    `DELETE /api/admin/delete/1 HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n\r\n`,
    [400, 401],
  ],
  "an expectation": [`${login}${json}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`, [100]],
  "malformed cookies": [
    `GET /api/user/refresh HTTP/1.1\r\n${head}Cookie: userRefresh=%ff; __proto__=x; =; ;;a\r\n\r\n`,
    [401],
  ],
  "a bearer of 6,000 characters": [
    `GET /api/admin/admins HTTP/1.1\r\n${head}Authorization: Bearer ${"a.".repeat(3_000)}\r\n\r\n`,
    [401],
  ],
  "an invalid idempotency key": [
    `${login}${json}Idempotency-Key: \xff\r\nContent-Length: 2\r\n\r\n{}`,
    [400],
  ],
  "an invalid position": [
    `GET /api/settings HTTP/1.1\r\n${head}X-Read-After: 99999999999999999999999\r\n\r\n`,
    [200],
  ],
  "a thousand forwarded addresses": [
    `GET /api/user/refresh HTTP/1.1\r\n${head}X-Forwarded-For: ${"1.1.1.1,".repeat(1_000)}\r\nX-Forwarded-Host: a\r\nX-Forwarded-Proto: "\r\n\r\n`,
    [401],
  ],
  "a range past the end": [`GET / HTTP/1.1\r\n${head}Range: bytes=99999999-\r\n\r\n`, [200, 400, 416]],
  "a hundred ranges": [
    `GET / HTTP/1.1\r\n${head}Range: bytes=${many(100, (n) => `${n}-${n},`)}0-0\r\n\r\n`,
    [200, 206, 400, 416],
  ],
  "a TLS handshake": ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [0, 400]],
};

describe("requests", () => {
  test.each(Object.entries(requests))(
    "a request with %s gets its status and shows no stack trace",
    async (_name, [bytes, statuses]) => {
      const received = await sendRaw(
        it.url,
        Buffer.from(bytes, "latin1"),
        statuses.includes(0) ? 1_000 : undefined,
      );
      expect(statuses).toContain(statusOf(received));
      expect(received).not.toMatch(/node_modules|\bat .*\.js:\d|<pre>[^<]*Error|X-Secret/);
    },
  );
});

/** Callers share the gateway's connections to services in other processes, and nobody gets another's answer. */
describe("request smuggling through the gateway to other processes", () =>
  smugglingSuite(it, byTheGateway(it)));

describe("bodies", () => {
  const post = (
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
    path = "/api/user/login",
  ) =>
    fetch(it.url + path, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });

  test("a compressed body is refused as 415 on every path, signed in or not, and so is an upload", async () => {
    const headers = { "content-encoding": "gzip" };
    for (const [path, own] of [
      ["/api/user/login", {}],
      ["/api/admin/import/csv", { "content-type": "multipart/form-data; boundary=x" }],
      ["/nothing", {}],
      ["/mailbox", {}],
    ] as const) {
      const found = await post(Uint8Array.from(gzipSync("{}")), { ...headers, ...own }, path);
      expect({ path, status: found.status }).toEqual({ path, status: 415 });
      expect(await found.json()).toMatchObject({ error: true, code: "compressed_body" });
    }
  });
});

test("an import that grows beyond the limit is a 413 soon after it does, while its body still comes, and nothing is left of it", async () => {
  const chunk = (content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`${content.length.toString(16)}\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n"),
    ]);
  // Rows without a PIN, so that only reading them costs time.
  const rows = chunk(Buffer.alloc(1024 * 1024, "no pin at all, and no pin at all\n"));
  const file =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\nContent-Type: text/csv\r\n\r\n';
  const socket = connect(Number(new URL(it.url).port), "127.0.0.1").on("error", () => undefined);
  let [received, sent, answeredAfter] = ["", 0, 0];
  socket.on("data", (bytes: Buffer) => {
    received += bytes.toString("latin1");
    answeredAfter ||= sent;
  });
  socket.write(
    `POST /api/admin/import/csv HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: multipart/form-data; boundary=b\r\nAuthorization: Bearer ${it.admin}\r\n\r\n`,
  );
  socket.write(chunk(file));
  const closed = once(socket, "close");
  for (; sent < 140 && !socket.destroyed; sent += 1)
    if (!socket.write(rows)) await Promise.race([once(socket, "drain"), closed]);
  socket.destroy();
  expect(statusOf(received)).toBe(413);
  expect(received).toContain("import_too_large");
  expect(answeredAfter).toBeGreaterThanOrEqual(60);
  expect(readdirSync(join(it.product.dataDir, "spool"))).toEqual([]);
});

/** A browser that has followed the link to the mailbox. */
function linkedBrowser() {
  const browser = it.browser();
  browser.cookies.set("mailbox", new URL(mailboxLink(it.product) ?? "").searchParams.get("token") ?? "");
  return browser;
}

describe("headers", () => {
  test.each(["/", "/admin/reset-password/1/secret", "/api/docs", "/player/?deviceToken=secret", "/mailbox"])(
    "the page %s is not cached, sends no referrer and runs only its own scripts",
    async (path) => {
      const { status, headers } = await linkedBrowser().get(path);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
      });
      expect(headers["x-powered-by"]).toBeUndefined();
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toMatch(/frame-ancestors '(self|none)'/);
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/unsafe-|\*|https:|http:/);
    },
  );

  test.each([
    "/api/admin/controls",
    "/api/user/refresh",
    "/api/nothing",
    "/api/admin/export/users",
    "/healthz",
    "/metrics",
    "/mailbox/api/messages",
  ])("the data of %s run no script and appear in no frame, by one policy", async (path) => {
    const { headers } = await linkedBrowser().get(path, { token: it.admin });
    expect(headers["content-security-policy"]).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });
});

const posted = (path: string, body: object) => {
  const content = JSON.stringify(body);
  return sendRaw(
    it.url,
    `POST ${path} HTTP/1.1\r\nHost: evil.test\r\nX-Forwarded-Host: evil.test\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.test\r\nOrigin: https://evil.test\r\nContent-Type: application/json\r\nContent-Length: ${content.length}\r\nConnection: close\r\n\r\n${content}`,
  );
};

test("links in mails name the public URL, whatever host the request names", async () => {
  expect(
    await posted("/api/user/registration", { email: "host@example.com", password: "Parent-2026" }),
  ).toMatch(/^HTTP\/1.1 200/);
  expect(await posted("/api/admin/password-reset", { email: adminEmail })).toMatch(/^HTTP\/1.1 200/);
  const [activation, reset] = [
    await mailTo(it.url, "host@example.com"),
    await mailTo(it.url, adminEmail, /new password/),
  ];
  expect(activation.text).toContain(`${it.product.url}/user/verify-message?token=`);
  expect(reset.text).toContain(`${it.product.url}/admin/reset-password/`);
  for (const { text } of [activation, reset]) expect(text).not.toContain("evil.test");
});

test("the program log holds no email address, password, token or code, and each entry is one line", async () => {
  const parent = await newParent(it.api, it.url, "private.person@example.com");
  await it.browser().get(`/api/admin/table/users?query=${parent.email}`, { token: it.admin });
  await it.browser().post("/api/user/login", { email: parent.email, password: 'Wrong-2026\r\n{"level":60}' });
  await sendRaw(
    it.url,
    "GET /api/%0d%0aforged HTTP/1.1\r\nHost: x\r\nUser-Agent: evil\u001b[2J\r\nX-Correlation-Id: {}\r\nConnection: close\r\n\r\n",
  );
  const browser = it.browser();
  await browser.signIn("/api/admin/login", { email: adminEmail, password: adminPassword });
  // The first start also prints the first IT Admin's sign-in, outside the program log.
  const lines = it.product
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"));
  expect(lines.length).toBeGreaterThan(0);
  const output = lines.join("\n");
  for (const secret of [
    parent.email,
    parent.token,
    "Wrong-2026",
    adminPassword,
    browser.token ?? "x",
    ...browser.cookies.values(),
  ])
    expect(output).not.toContain(secret);
  expect(output).not.toContain("\u001b[2J");
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});

/** The process of a part of the product. */
function processOf(part: string): number {
  const found = processes().find(
    ({ parent, command }) => parent === it.product.pid && command.includes(`${part}.js`),
  );
  if (!found) throw new Error(`No process of ${part}`);
  return found.pid;
}

let stopped: number | undefined;
const goOn = () => {
  if (stopped !== undefined) process.kill(stopped, "SIGCONT");
  stopped = undefined;
};
afterEach(goOn);

test("a token that was revoked while the projector was frozen reads nothing", async () => {
  const browser = await it.signedInAdmin();
  const token = browser.token ?? "";
  const read = () => it.api.call("GET", "/api/admin/table/pins", { token });
  expect((await read()).status).toBe(200);

  stopped = processOf("projector");
  process.kill(stopped, "SIGSTOP");
  expect((await browser.post("/api/admin/logout", undefined, { token: null })).status).toBe(200);
  const reading = read();
  for (let n = 0; n < 30; n += 1) await it.api.call("GET", "/healthz");
  goOn();
  // While the projector is behind the revocation, every read is refused.
  let { status } = await reading;
  while (status === 503) ({ status } = await read());
  expect(status).toBe(401);
});

test("after all malformed requests every part runs as before and answers", async () => {
  // If a part had ended, the product would have started it again and logged that.
  expect(it.product.output()).not.toMatch(/ended; starting it again|not caught/);
  expect(it.product.output()).not.toMatch(/A request failed/);
  expect(pidNow()).toBe(pid);
  expect((await it.api.call("GET", "/readyz")).body).toEqual({ ready: true });
  expect((await it.api.call("GET", "/api/admin/table/pins", { token: it.admin })).status).toBe(200);
});
