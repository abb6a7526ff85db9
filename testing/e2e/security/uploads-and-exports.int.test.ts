import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { formatPinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import { newParent } from "@ornament/testing/people/parents";
import { mebibytesOf } from "@ornament/testing/programs/processes";
import { attackedProduct, statusOf } from "./attacked-product.ts";

/** Files in and out: their size, form and content. */
const it = attackedProduct();
const path = "/api/admin/import/csv";
const mebibyte = 1024 * 1024;

/** Checks that no part of an upload is left when it was answered. */
afterEach(() => {
  expect(readdirSync(join(it.product.dataDir, "spool"))).toEqual([]);
});

interface Upload {
  path: string;
  headers: Record<string, string>;
  /** The bytes before the pieces. */
  head?: string;
  /** Sent many times, in chunks. */
  piece: Buffer;
  pieces: number;
}

/**
 * Keeps sending after the answer. Returns the answer, the number of pieces sent before it, and the memory
 * that the product took.
 */
async function upload({ path: to, headers, head = "", piece, pieces }: Upload) {
  const socket = connect(Number(new URL(it.url).port), "127.0.0.1");
  let received = "";
  let answeredAfter: number | undefined;
  let sent = 0;
  socket
    .on("error", () => undefined)
    .on("data", (chunk) => {
      received += chunk.toString("latin1");
      answeredAfter ??= sent;
    });
  const chunk = (content: Buffer) =>
    Buffer.concat([Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from("\r\n")]);
  const lines = Object.entries({ Host: "x", "Transfer-Encoding": "chunked", ...headers });
  socket.write(
    `POST ${to} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`,
  );
  if (head) socket.write(chunk(Buffer.from(head)));
  const before = mebibytesOf(it.product.pid);
  let most = before;
  const body = chunk(piece);
  for (; sent < pieces && !socket.destroyed; sent += 1) {
    if (!socket.write(body)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
    if (sent % 20 === 0) most = Math.max(most, mebibytesOf(it.product.pid));
  }
  if (answeredAfter === undefined && !socket.destroyed) {
    socket.write("0\r\n\r\n");
    await once(socket, "data");
  }
  socket.destroy();
  return { status: statusOf(received), received, answeredAfter: answeredAfter ?? sent, grown: most - before };
}

const boundary = "----ornament";
const fileHead = (name = "big.csv") =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
const form = () => ({
  "Content-Type": `multipart/form-data; boundary=${boundary}`,
  Authorization: `Bearer ${it.admin}`,
});
/** Rows without a PIN, so that only reading them costs time. */
const rows = Buffer.alloc(mebibyte, "no pin at all, and no pin at all\n");

describe("uploads that are too large", () => {
  test("an import that grows beyond the limit is a 413 soon after it does", async () => {
    const answer = await upload({ path, headers: form(), head: fileHead(), piece: rows, pieces: 140 });
    expect(answer.status).toBe(413);
    expect(answer.received).toContain("import_too_large");
    expect(answer.answeredAfter).toBeGreaterThanOrEqual(60);
    expect(answer.grown).toBeLessThan(100);
  });

  test("an import without a sign-in is a 401 before its body is read", async () => {
    const { Authorization: _nobody, ...headers } = form();
    const answer = await upload({ path, headers, head: fileHead(), piece: rows, pieces: 100 });
    expect(answer.status).toBe(401);
    expect(answer.grown).toBeLessThan(60);
  });
});

describe("files that are not a CSV of PINs", () => {
  test.each([
    ["no boundary", { "Content-Type": "multipart/form-data" }, "x"],
    ["an endless boundary", { "Content-Type": `multipart/form-data; boundary=${"b".repeat(5000)}` }, "x"],
    ["no end", {}, `${fileHead("pins.csv")}ABCD-123\n`],
    ["no head", {}, `--${boundary}\r\n\r\nABCD-123\r\n--${boundary}--\r\n`],
    [
      "a head without an end",
      {},
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${"a".repeat(20_000)}`,
    ],
    ["a file within a file", {}, `${fileHead("pins.csv")}--${boundary}\r\n--${boundary}--\r\n`],
    [
      "a thousand parts",
      {},
      `${`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`.repeat(1000)}--${boundary}--\r\n`,
    ],
    ["no form", { "Content-Type": "text/csv" }, "pin\nABCD-123\n"],
    ["a zipped form", { "Content-Encoding": "gzip" }, "\x1f\x8b\x08\x00"],
    ["no content", {}, ""],
  ])("an upload form with %s is a 4xx", async (_name, headers, body) => {
    const answer = await fetch(it.url + path, { method: "POST", headers: { ...form(), ...headers }, body });
    expect([400, 413, 415]).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ error: true, code: expect.any(String) });
  });

  test("a file's name is stored without path, line breaks and control characters", async () => {
    const answer = await it.api.importPins(it.admin, "NAME-001\n", "../../../../tmp/..\\evil\r\nX: y.csv");
    expect(answer.status).toBe(200);
    const { body } = await it.api.call("GET", "/api/admin/import/latest", {
      token: it.admin,
      readAfter: answer.position,
    });
    expect(body.import.fileName).toMatch(/^[^/\\\p{Cc}]+\.csv$/u);
  });
});

describe("exports", () => {
  const formulas = ["=HYPERLINK(1)", "+1+1", "-1+1", "@SUM(1)", "=1;2,3"];
  const evil = (text: string) => /^[=+\-@\t\r]/.test(text);

  test("no cell of an export begins like a formula, and every row is complete", async () => {
    const codes = formulas.map((_, n) => `FORM00${n}`);
    await it.api.importPins(it.admin, codes.join("\n"), "=cmd.csv");
    const parent = await newParent(it.api, it.url, "+formula@example.com");
    let position: string | null = null;
    for (const [n, name] of formulas.entries()) {
      const pin = [{ pin: formatPinCode(codes[n] ?? ""), name }];
      const added = await it.api.call("PUT", "/api/user/activate-pin", {
        token: parent.token,
        body: { userId: parent.id, email: parent.email, pin, device: `${name}\t"quoted",\r\n=next` },
      });
      expect(added.status).toBe(200);
      const blocked = await it.api.call("PUT", "/api/admin/update-pin-status", {
        token: it.admin,
        body: { id: pinIdOf(codes[n] ?? ""), status: false, comment: `${name}\r\n=second "line"` },
      });
      expect(blocked.status).toBe(200);
      position = blocked.position;
    }
    for (const [report, width] of [
      ["users", 10],
      ["action-logs", 4],
    ] as const) {
      const { status, headers, body } = await it.api.call<string>("GET", `/api/admin/export/${report}`, {
        token: it.admin,
        readAfter: position,
      });
      expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
      expect(headers.get("content-disposition")).toMatch(/^attachment; /);
      const found = await parseCsv(body.replace(/^\uFEFF/, ""));
      expect(found.length).toBeGreaterThan(formulas.length);
      expect(new Set(found.map(({ length }) => length))).toEqual(new Set([width]));
      expect(found.flat().filter(evil)).toEqual([]);
      for (const name of formulas)
        expect(body).toContain(
          report === "users" ? `'${name.replace(/[,;]/g, " /")}` : name.replace(/[,;]/g, " /"),
        );
    }
  });
});
