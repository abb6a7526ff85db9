import { mkdtemp, readdir, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { PinEvent } from "@ornament/contracts/events/pin";
import { streams } from "@ornament/contracts/events/streams";
import { startTestCommandApi, type TestCommandApi, testConfig } from "../../testing/test-command-api.ts";
import { eventTypes } from "../../testing/test-ornament.ts";
import type { ImportResult } from "./run-import.ts";

const path = "/api/admin/import/csv";
let api: TestCommandApi;
let token: string;
let spool: string;
beforeAll(async () => {
  spool = await mkdtemp(join(tmpdir(), "import-test-"));
  api = await startTestCommandApi({ config: testConfig({ spoolFolder: spool }) });
  token = (await api.signedInAdmin()).token ?? "";
});
afterAll(async () => {
  await api.stop();
  await rm(spool, { recursive: true, force: true });
});

interface Sent {
  name?: string;
  field?: string;
  key?: string;
  token?: string;
}
async function upload(content: string | Uint8Array<ArrayBuffer>, sent: Sent = {}) {
  const form = new FormData();
  form.append(sent.field ?? "file", new Blob([content]), sent.name ?? "pins.csv");
  const response = await fetch(new URL(path, api.url), {
    method: "POST",
    body: form,
    headers: {
      authorization: `Bearer ${sent.token ?? token}`,
      ...(sent.key === undefined ? {} : { "idempotency-key": sent.key }),
    },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ImportResult & { code: string },
  };
}
const importsStarted = async () => {
  let count = 0;
  for await (const { type } of api.store.readAll()) if (type === "PinImportStarted") count += 1;
  return count;
};
const code = (prefix: string, index: number) => `${prefix}${String(index).padStart(7 - prefix.length, "0")}`;

describe("an import", () => {
  test("a thousand rows with BOM, CRLF, a duplicate and two bad ones: the rest goes in", async () => {
    const codes = Array.from({ length: 997 }, (_, index) => code("THO", index));
    const rows = [...codes.slice(0, 500), "NOT-A-PIN", ...codes.slice(500), codes[7] ?? "", "AB"];
    const answer = await upload(`\uFEFFpin\r\n${rows.join("\r\n")}\r\n`, { name: "december.csv" });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: "997 PINs added, 1 duplicate, 2 bad rows",
        rows: 1000,
        added: 997,
        duplicates: 1,
        bad: 2,
        refused: [{ line: 502, text: "NOT-A-PIN" }, { line: 1000 }, { line: 1001, text: "AB" }],
        errors: [
          "Line 502: “NOT-A-PIN” – not a PIN (XXXX-XXX)",
          "Line 1001: “AB” – not a PIN (XXXX-XXX)",
          "Line 1000: “THO0-007” – imported before, or twice in this file",
        ],
      },
    });
    expect(answer.headers.get("x-position")).toMatch(/^\d+$/);
    const { events } = await api.store.read<PinEvent>(streams.pin(codes[996] ?? ""));
    expect(events).toMatchObject([{ type: "PinImported", data: { batchName: "december.csv" } }]);
    expect(await eventTypes(api.store, streams.pinImport(answer.body.importId))).toEqual([
      "PinImportStarted",
      "PinImportCompleted",
    ]);
    expect(await readdir(spool)).toEqual([]);
  });

  test("importing again adds nothing and leaves what became of the PINs", async () => {
    const rows = ["pin,batch", "AGAIN-01,x", "AGAI-N01,Gold", "again02,"].join("\n");
    const first = await upload(rows);
    expect(first.body).toMatchObject({ added: 2, bad: 1 });
    const again = await upload(rows);
    expect(again.body).toMatchObject({ added: 0, duplicates: 2, bad: 1 });
    expect(again.body.importId).not.toBe(first.body.importId);
    const { events } = await api.store.read<PinEvent>(streams.pin("AGAIN01"));
    expect(events).toMatchObject([{ data: { batchName: "Gold", importId: first.body.importId } }]);
  });

  test("the same key acts once, side by side too, and answers alike", async () => {
    const before = await importsStarted();
    const send = () => upload("pin\nKEYS-001\nKEYS-002\n", { key: "import-1" });
    const [first, ...others] = await Promise.all([send(), send(), send()]);
    expect(first?.body).toMatchObject({ added: 2 });
    for (const other of [...others, await send()]) expect(other.body).toEqual(first?.body);
    expect(await importsStarted()).toBe(before + 1);
    const other = await upload("pin\nKEYS-003\n", { key: "import-1" });
    expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });

  test("a header alone adds nothing", async () => {
    expect((await upload("pin,batch\n")).body).toMatchObject({
      rows: 0,
      message: "0 PINs added, 0 duplicates, 0 bad rows",
    });
  });
});

describe("what is no CSV of ours is refused before anything is added", () => {
  const utf16 = Buffer.from("\uFEFFpin\nUTF1-601\n", "utf16le");
  const bytes = (...values: number[]) => Uint8Array.from(values);
  test.each<[string, string | Uint8Array<ArrayBuffer>, Sent, number, string]>([
    ["UTF-16", Uint8Array.from(utf16), {}, 415, "import_not_csv"],
    ["NUL", "pin\nNULL-\u0000001\n", {}, 415, "import_not_csv"],
    [
      "a workbook",
      bytes(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00),
      { name: "pins.csv" },
      415,
      "import_not_csv",
    ],
    ["a workbook by name", "pin\nXLSX-001\n", { name: "pins.xlsx" }, 415, "import_not_csv"],
    ["Latin-1", bytes(0x70, 0x69, 0x6e, 0x0a, 0xe4, 0x0a), {}, 415, "import_not_csv"],
    ["an open quote", 'pin\nOPEN-001\n"OPEN-002\nOPEN-003\n', {}, 400, "import_unreadable"],
    ["nothing", "", {}, 400, "import_unreadable"],
    ["another field", "pin\nFIEL-D01\n", { field: "other" }, 400, "import_no_file"],
  ])("%s", async (_name, content, sent, status, expected) => {
    const before = await importsStarted();
    expect(await upload(content, sent)).toMatchObject({ status, body: { code: expected } });
    expect(await importsStarted()).toBe(before);
    expect(await readdir(spool)).toEqual([]);
  });
  test("the open quote's line is named", async () => {
    expect((await upload('pin\nOPEN-001\n"OPEN-002\nOPEN-003\n')).body.message).toContain("line 3");
    expect(await eventTypes(api.store, streams.pin("OPEN001"))).toEqual([]);
  });
  test("without a right token nothing is read", async () => {
    expect((await upload("pin\nTOKE-N01\n", { token: "x" })).status).toBe(401);
  });
});

/** Sends a request whose body is written piece by piece; answers as soon as the service does. */
function stream(
  headers: Record<string, string>,
  pieces: Iterable<Buffer>,
): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const url = new URL(path, api.url);
    const request = httpRequest(
      url,
      { method: "POST", agent: false, headers: { authorization: `Bearer ${token}`, ...headers } },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, sent });
        request.destroy();
      },
    );
    request.on("error", reject);
    const iterator = pieces[Symbol.iterator]();
    const write = () => {
      const next = iterator.next();
      if (request.destroyed) return;
      if (next.done) {
        request.end();
        return;
      }
      sent += next.value.length;
      request.write(next.value, write);
    };
    write();
  });
}

describe("too large", () => {
  const boundary = "----boundary";
  const type = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\nContent-Type: text/csv\r\n\r\n`,
  );

  test("a length beyond the limit is refused before the body comes", async () => {
    const answer = await stream({ ...type, "content-length": String(70 * 1024 * 1024) }, [head]);
    expect(answer).toEqual({ status: 413, sent: head.length });
  });

  test("a body that grows beyond it is refused on the way", async () => {
    const piece = Buffer.from("ABCD-123\n".repeat(7000));
    function* endless() {
      yield head;
      while (true) yield piece;
    }
    const { status, sent } = await stream({ ...type, "transfer-encoding": "chunked" }, endless());
    expect(status).toBe(413);
    expect(sent).toBeLessThan(128 * 1024 * 1024);
    expect(await readdir(spool)).toEqual([]);
  });

  test.each([
    ["a cut off form", { ...type, "content-length": String(head.length) }, 400],
    ["no boundary", { "content-type": "multipart/form-data", "content-length": String(head.length) }, 415],
    ["JSON", { "content-type": "application/json", "content-length": "2" }, 415],
  ])("%s", async (name, headers, status) => {
    const body = name === "JSON" ? Buffer.from("{}") : head;
    expect((await stream(headers, [body])).status).toBe(status);
    expect(await readdir(spool)).toEqual([]);
  });
});
