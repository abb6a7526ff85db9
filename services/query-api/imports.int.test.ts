import { beforeAll, expect, test } from "@jest/globals";
import { adminDocument } from "./testing/documents.ts";
import { queryApi } from "./testing/query-api-fixture.ts";

const api = queryApi();
const refusal = (line: number, text = "X") => ({ line, text, reason: "not a PIN (XXXX-XXX): too short" });

const importOf = (number: number, change: object = {}) => ({
  _id: `import-${number}`,
  fileName: `list ${number}.csv`,
  batchName: `list ${number}.csv`,
  bytes: 90,
  state: "completed" as const,
  rows: 10,
  added: 7,
  duplicates: 1,
  bad: 2,
  startedBy: 5,
  refused: [],
  refusedRows: 0,
  reason: null,
  startedAt: new Date(Date.UTC(2026, 10, number)),
  updatedAt: new Date(Date.UTC(2026, 10, number)),
  ...change,
});

beforeAll(async () => {
  await api.put.admins([adminDocument(5, { email: "mo@ornament.test" })]);
  await api.put.batches([
    { _id: "Gold", createdAt: new Date(2), imports: ["import-2", "import-12"], pins: 1 },
    { _id: "Silver", createdAt: new Date(1), imports: ["import-12"], pins: 1 },
  ]);
  await api.put.imports([
    ...Array.from({ length: 9 }, (_, n) => importOf(n + 1)),
    importOf(10, { startedBy: 99 }),
    importOf(11, { startedBy: null, state: "interrupted", reason: "the server stopped" }),
    importOf(12, { fileName: "=evil.csv", refusedRows: 3 }),
    importOf(13, { state: "running", refused: [refusal(4)], refusedRows: 1 }),
  ]);
  await api.put.refusedRows([
    { _id: "import-12 1", importId: "import-12", page: 1, rows: [refusal(9, '=1+1,"x"')] },
    { _id: "import-12 0", importId: "import-12", page: 0, rows: [refusal(2, "a;b"), refusal(3, "")] },
    { _id: "import-1 0", importId: "import-1", page: 0, rows: [refusal(1)] },
  ]);
});

test("one import is read by its id", async () => {
  const { body } = await api.get("/api/admin/imports?id=import-12");
  expect(body).toMatchObject({ count: 1, rows: [{ importId: "import-12", batches: ["Silver", "Gold"] }] });
});

test("the history of imports has the newest first, with admin, batches and the number of refused rows", async () => {
  const { body } = await api.get("/api/admin/imports");
  expect(body).toMatchObject({ count: 13, page: 1, limit: 10 });
  expect(body.rows).toHaveLength(10);
  expect(body.rows.slice(0, 4)).toMatchObject([
    {
      importId: "import-13",
      state: "running",
      startedBy: { id: 5, email: "mo@ornament.test" },
      refusedRows: 1,
    },
    { importId: "import-12", batches: ["Silver", "Gold"], refusedRows: 3, added: 7 },
    { importId: "import-11", startedBy: null, reason: "the server stopped", batches: [] },
    { importId: "import-10", startedBy: { id: 99, email: null }, startedAt: "2026-11-10T00:00:00.000Z" },
  ]);
  const second = await api.get("/api/admin/imports?page=2");
  expect(second.body.rows.map(({ importId }: { importId: string }) => importId)).toEqual([
    "import-3",
    "import-2",
    "import-1",
  ]);
});

test("the progress of the newest import says who started it, and when", async () => {
  const { body } = await api.get("/api/admin/import/latest");
  expect(body.import).toMatchObject({
    importId: "import-13",
    state: "running",
    startedBy: { email: "mo@ornament.test" },
    startedAt: "2026-11-13T00:00:00.000Z",
  });
});

test("the refused rows of an import are downloaded in full, in the order of the file, safe for spreadsheets", async () => {
  const { status, headers, body: text } = await api.get("/api/admin/imports/import-12/refused-rows");
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toContain('filename="Refused rows of _evil.csv"');
  expect(text.replace(/^\ufeff/, "").split("\r\n")).toEqual([
    "Line,Text,Reason",
    "2,a /b,not a PIN (XXXX-XXX): too short",
    "3,,not a PIN (XXXX-XXX): too short",
    `9,"'=1+1 /""x""",not a PIN (XXXX-XXX): too short`,
    "",
  ]);
});

test("of an import of an older build the refused rows that it kept are downloaded", async () => {
  const { body: text } = await api.get("/api/admin/imports/import-13/refused-rows");
  expect(text).toContain("4,X,not a PIN");
});

test("the refused rows of an unknown import are not found", async () => {
  expect(await api.get("/api/admin/imports/none/refused-rows")).toMatchObject({
    status: 404,
    body: { code: "import_not_found" },
  });
});
