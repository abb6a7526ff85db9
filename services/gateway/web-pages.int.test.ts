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
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "web-pages-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<title>Consumer</title>");
  writeFileSync(join(folder, "assets/app-1.js"), script);
  writeFileSync(join(folder, "assets/app-1.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "assets/plain-1.js"), script);
  server = createServer(express().use(compression(), serveWeb(folder))).listen(0, "127.0.0.1");
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
  test("a compressed script is sent as it is to a browser that takes brotli, as a script and cached for a year", async () => {
    const { headers, body } = await ask("/assets/app-1.js", "gzip, br");
    expect(headers["content-encoding"]).toBe("br");
    expect(headers["content-type"]).toMatch(/javascript/);
    expect(headers["cache-control"]).toMatch(/max-age=31536000, immutable/);
    expect(headers.vary).toMatch(/Accept-Encoding/i);
    expect(body).toEqual(brotliCompressSync(script));
  });

  test("a compressed script is sent plain or as gzip to a browser that takes no brotli", async () => {
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

test("no file outside the assets is found by its compressed name", async () => {
  expect((await ask("/assets/..%2fapp-1.js", "br")).status).not.toBe(200);
  expect((await ask("/assets/none.js", "br")).status).toBe(404);
});
