import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import compression from "compression";
import express from "express";
import { serveWeb } from "./web-pages.ts";

const script = `console.log("${"ho ".repeat(2000)}");`;
const brand = {
  name: 'Tom & "Co" $& <b>',
  supportEmail: "help+us@house.example",
  supportPhone: "1 (800) 555-0199",
  supportHours: "Weekdays",
};
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "web-pages-"));
  for (const name of ["assets", "admin", "landing", "api-docs"]) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, "index.html"),
    '<title>{{name}}</title><a href="{{mailto}}">{{supportEmail}}</a><a href="{{tel}}">{{supportPhone}}</a><i>{{adminRetentionDays}}</i>{{other}}',
  );
  writeFileSync(join(folder, "admin/index.html"), "<title>{{name}} back office</title>");
  writeFileSync(join(folder, "landing/index.html"), "<title>{{name}} landing page</title>");
  writeFileSync(join(folder, "api-docs/index.html"), "<title>{{name}}: the API</title>");
  writeFileSync(join(folder, "assets/app-1.js"), script);
  writeFileSync(join(folder, "assets/app-1.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "assets/plain-1.js"), script);
  server = createServer(
    express().use(compression(), serveWeb(folder, brand, { adminRetentionDays: 90 })),
  ).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** `fetch` would decompress the answer. */
async function ask(path: string, encodings: string) {
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers: { "Accept-Encoding": encodings } }, resolve).once("error", reject);
  });
  return { headers: answer.headers, status: answer.statusCode, body: Buffer.concat(await answer.toArray()) };
}

describe("a script that the build compressed", () => {
  test("a compressed script is sent as it is to a browser that accepts brotli, as a script and cached for a year", async () => {
    const { headers, body } = await ask("/assets/app-1.js", "gzip, br");
    expect(headers["content-encoding"]).toBe("br");
    expect(headers["content-type"]).toMatch(/javascript/);
    expect(headers["cache-control"]).toMatch(/max-age=31536000, immutable/);
    expect(headers.vary).toMatch(/Accept-Encoding/i);
    expect(body).toEqual(brotliCompressSync(script));
  });

  test("a compressed script is sent plain or as gzip to a browser that does not accept brotli", async () => {
    const plain = await ask("/assets/app-1.js", "identity");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe(script);
    expect((await ask("/assets/app-1.js", "gzip")).headers["content-encoding"]).toBe("gzip");
  });
});

test("a script that the build did not compress is compressed when it is sent", async () => {
  const { headers, body } = await ask("/assets/plain-1.js", "br");
  expect(headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(body).toString()).toBe(script);
});

test.each(["br", "gzip", "identity"])(
  "a missing script is answered with 404 and not with a page, so that the web detects that it is missing (%s)",
  async (encodings) => {
    const { status, body } = await ask("/assets/login-page-AbCdEf12.js", encodings);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain("<title>Consumer</title>");
  },
);

test("no file outside the assets is found by its compressed name", async () => {
  expect((await ask("/assets/..%2fapp-1.js", "br")).status).not.toBe(200);
  expect((await ask("/assets/none.js", "br")).status).toBe(404);
});

describe("the pages of the two applications", () => {
  test.each(["/index.html", "/landing/index.html", "/login", "/user/verify-message?token=abc"])(
    "%s answers with the consumer page, with the configured name and contact in it as plain text",
    async (path) => {
      const { headers, status, body } = await ask(path, "identity");
      expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(body.toString()).toBe(
        "<title>Tom &#38; &#34;Co&#34; $&#38; &#60;b&#62;</title>" +
          '<a href="mailto:help+us@house.example">help+us@house.example</a><a href="tel:18005550199">1 (800) 555-0199</a><i>90</i>{{other}}',
      );
    },
  );

  test.each([
    ["/admin", " back office"],
    ["/admin/index.html", " back office"],
    ["/admin/table-pins", " back office"],
    ["/", " landing page"],
    ["/?utm_source=mail", " landing page"],
    ["/api/docs", ": the API"],
  ])(
    "%s answers with the page whose title ends with %j, with the configured name in it",
    async (path, end) => {
      const { body } = await ask(path, "identity");
      expect(body.toString()).toBe(`<title>Tom &#38; &#34;Co&#34; $&#38; &#60;b&#62;${end}</title>`);
    },
  );

  test.each(["/", "/login", "/admin"])(
    "%s is compressed once, and sent plain to a browser that does not accept brotli",
    async (path) => {
      const [compressed, plain] = [await ask(path, "gzip, br"), await ask(path, "identity")];
      expect(compressed.headers["content-encoding"]).toBe("br");
      expect(compressed.headers.vary).toMatch(/Accept-Encoding/i);
      expect(brotliDecompressSync(compressed.body)).toEqual(plain.body);
      expect(plain.headers["content-encoding"]).toBeUndefined();
    },
  );

  test("pages are never stored, because their URL may carry a token", async () => {
    for (const path of ["/", "/index.html", "/admin/login"])
      expect((await ask(path, "identity")).headers["cache-control"]).toBe("no-store");
  });
});
