import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { attackedProduct, sendRaw, statusOf } from "./attacked-product.ts";

/** No malformed request gets a 5xx, shows a stack trace or ends a process. */
const it = attackedProduct({ flags: ["--split"], environment: { LOG_LEVEL: "warn" } });

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
  const small = Buffer.from(JSON.stringify({ email: "a@example.com", password: "x" }));
  const bytes = (buffer: Buffer) => Uint8Array.from(buffer);

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)(
    "a body compressed by %s is refused as 415 on every path, signed in or not, and so is an upload",
    async (encoding, compress) => {
      const headers = { "content-encoding": encoding };
      for (const [path, own] of [
        ["/api/user/login", {}],
        ["/api/admin/registration", { authorization: `Bearer ${it.admin}` }],
        ["/api/admin/import/csv", { "content-type": "multipart/form-data; boundary=x" }],
        ["/api/nothing", {}],
        ["/nothing", {}],
        ["/mailbox", {}],
      ] as const) {
        const found = await post(bytes(compress(small)), { ...headers, ...own }, path);
        expect({ path, status: found.status }).toEqual({ path, status: 415 });
        expect(await found.json()).toMatchObject({ error: true, code: "compressed_body" });
      }
    },
  );

  test.each([
    ["two encodings", bytes(gzipSync(gzipSync(small))), { "content-encoding": "gzip, gzip" }, 415],
    ["bytes that are not text", bytes(Buffer.from([0x22, 0xff, 0xfe, 0x22])), {}, 400],
    [
      "XML",
      "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>",
      { "content-type": "application/xml" },
      415,
    ],
    ["a malformed type", "{}", { "content-type": "application/json;;;=" }, 400],
    ["more than the limit", `{"email":"${"x".repeat(200_000)}"}`, {}, 413],
    ["a hundred thousand brackets", "[".repeat(99_000), {}, 400],
    ["deep nesting", `{"email":${'{"a":'.repeat(15_000)}1${"}".repeat(15_000)}}`, {}, 400],
    ["the same key twice", '{"email":"a@example.com","email":{"$gt":""},"password":"x"}', {}, 400],
  ])("a body with %s is answered %p", async (_name, body, headers, status) => {
    const found = await post(body, headers);
    expect({ status: found.status }).toEqual({ status });
    expect(await found.json()).toMatchObject({
      error: true,
      code: expect.any(String),
      errors: expect.any(Array),
    });
  });
});

test("after all malformed requests every part runs as before and answers", async () => {
  // If a part had ended, the product would have started it again and logged that.
  expect(it.product.output()).not.toMatch(/ended; starting it again|not caught/);
  expect(it.product.output()).not.toMatch(/A request failed/);
  expect(pidNow()).toBe(pid);
  expect((await it.api.call("GET", "/readyz")).body).toEqual({ ready: true });
  expect((await it.api.call("GET", "/api/admin/table/pins", { token: it.admin })).status).toBe(200);
});
