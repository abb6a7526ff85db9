import { readdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { describe, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import type { pinImportRoutes } from "@ornament/contracts/imports/api";
import type { PinEvent } from "@ornament/contracts/pins/events";
import type { ResponseOf } from "@ornament/contracts/routes/route";
import { listOf } from "@ornament/testing/event-log/list-of";
import { testFolder } from "@ornament/testing/files/test-folder";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { testConfig } from "../testing/test-command-api.ts";
import { eventTypes } from "../testing/test-ornament.ts";
import type { ImportResult } from "./import-pins.ts";

const importPath = "/api/admin/import/csv";
const previewPath = "/api/admin/import/csv/preview";
const spool = testFolder();
const api = apiForFile({ config: testConfig({ spoolFolder: spool }) });
const admin = forFile(() => api.signedInAdmin());

type Preview = ResponseOf<typeof pinImportRoutes.previewPinImport>;

interface Sent {
  name?: string;
  field?: string;
  key?: string;
  token?: string;
  path?: string;
}
async function upload(content: string | Uint8Array<ArrayBuffer>, sent: Sent = {}) {
  const form = new FormData();
  form.append(sent.field ?? "file", new Blob([content]), sent.name ?? "pins.csv");
  const response = await fetch(new URL(sent.path ?? importPath, api.url), {
    method: "POST",
    body: form,
    headers: {
      authorization: `Bearer ${sent.token ?? admin.token}`,
      ...(sent.key === undefined ? {} : { "idempotency-key": sent.key }),
    },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ImportResult & Preview & { code: string },
  };
}
const importsStarted = async () =>
  (await listOf(api.store.readAll())).filter(({ type }) => type === "PinImportStarted").length;
const code = (prefix: string, index: number) => `${prefix}${String(index).padStart(7 - prefix.length, "0")}`;

describe("an import of a CSV", () => {
  test("a CSV of 1,000 rows with a BOM, CRLF, a duplicate and two bad rows adds all other rows", async () => {
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
          "Line 502: “NOT-A-PIN” – not a PIN (XXXX-XXX): the hyphen or space is in a wrong place",
          "Line 1001: “AB” – not a PIN (XXXX-XXX): 2 letters or digits instead of 7",
          "Line 1000: “THO0-007” – twice in this file",
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

  test("uploads with the same idempotency key are imported once and get the same answer, also at the same time", async () => {
    const before = await importsStarted();
    const send = () => upload("pin\nKEYS-001\nKEYS-002\n", { key: "import-1" });
    const [first, ...others] = await Promise.all([send(), send(), send()]);
    expect(first?.body).toMatchObject({ added: 2 });
    for (const other of [...others, await send()]) expect(other.body).toEqual(first?.body);
    expect(await importsStarted()).toBe(before + 1);
    const other = await upload("pin\nKEYS-003\n", { key: "import-1" });
    expect(other).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });
});

describe("the files that people have", () => {
  test("the preview asks for the column of the PINs where two have them, and the import reads the chosen one", async () => {
    const file = "Old,New\nCOLA-001,COLB-001\nCOLA-002,COLB-002\n";
    const asked = await upload(file, { path: previewPath });
    expect(asked.body).toMatchObject({
      column: null,
      columns: [
        { title: null, cells: ["Old", "COLA-001", "COLA-002"] },
        { title: null, cells: ["New", "COLB-001", "COLB-002"] },
      ],
    });
    const path = `${previewPath}?column=1`;
    expect((await upload(file, { path })).body).toMatchObject({ column: 1, added: 2, bad: 1 });
    const sent = { path: `${importPath}?column=1`, key: "column-1" };
    expect((await upload(file, sent)).body).toMatchObject({ added: 2, bad: 1 });
    expect(await eventTypes(api.store, streams.pin("COLB002"))).toEqual(["PinImported"]);
    expect(await eventTypes(api.store, streams.pin("COLA001"))).toEqual([]);
    expect((await upload(file, { ...sent, path: `${importPath}?column=0` })).body.code).toBe(
      "idempotency_key_reused",
    );
    expect((await upload(file, { path: `${importPath}?column=x` })).status).toBe(400);
  });

  test("a preview appends no event and keeps no file", async () => {
    const before = (await api.store.head())?.commit;
    const answer = await upload("pin\nLOOK-001\nnone\n", { path: previewPath });
    expect(answer).toMatchObject({ status: 200, body: { added: 1, bad: 1 } });
    expect((await api.store.head())?.commit).toBe(before);
    expect(await readdir(spool)).toEqual([]);
  });
});

const bytes = (...values: number[]) => Uint8Array.from(values);
test.each<[string, string | Uint8Array<ArrayBuffer>, Sent, number, string]>([
  [
    "a workbook",
    bytes(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00),
    { name: "pins.csv" },
    415,
    "import_workbook",
  ],
  ["a file named .xlsx", "pin\nXLSX-001\n", { name: "pins.xlsx" }, 415, "import_workbook"],
  ["a file named .txt", "pin\nTEXT-001\n", { name: "pins.txt" }, 415, "import_not_csv"],
  ["an empty file", "", {}, 400, "import_unreadable"],
  ["a file in a field of another name", "pin\nFIEL-D01\n", { field: "other" }, 400, "import_no_file"],
])("an upload of %s is refused before any PIN is added", async (_name, content, sent, status, expected) => {
  const before = await importsStarted();
  expect(await upload(content, sent)).toMatchObject({ status, body: { code: expected } });
  expect(await upload(content, { ...sent, path: previewPath })).toMatchObject({
    status,
    body: { code: expected },
  });
  expect(await importsStarted()).toBe(before);
  expect(await readdir(spool)).toEqual([]);
});

const boundary = "----boundary";
const type = { "content-type": `multipart/form-data; boundary=${boundary}` };
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big.csv"\r\nContent-Type: text/csv\r\n\r\n`,
);

/** Sends a request whose body is written piece by piece. Resolves as soon as the service answers. */
function stream(
  headers: Record<string, string>,
  pieces: Iterable<Buffer>,
): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    const url = new URL("/api/admin/import/csv", api.url);
    const request = httpRequest(
      url,
      { method: "POST", agent: false, headers: { authorization: `Bearer ${admin.token}`, ...headers } },
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

test("an upload whose Content-Length is over the limit is refused before its body is sent", async () => {
  const answer = await stream({ ...type, "content-length": String(70 * 1024 * 1024) }, [head]);
  expect(answer).toEqual({ status: 413, sent: head.length });
});

test("an upload without a length is refused as soon as its body is over the limit", async () => {
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
])("an upload with %s is refused and leaves no file", async (name, headers, status) => {
  const body = name === "JSON" ? Buffer.from("{}") : head;
  expect((await stream(headers, [body])).status).toBe(status);
  expect(await readdir(spool)).toEqual([]);
});
