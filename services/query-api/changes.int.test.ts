import { beforeAll, describe, expect, test } from "@jest/globals";
import type { ActionLogDocument } from "@ornament/contracts/action-log/document";
import { routes } from "@ornament/contracts/routes";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import { adminDocument, consumerDocument, logDocument } from "./testing/documents.ts";
import { queryApi } from "./testing/query-api-fixture.ts";

const from = "2026-11-24T00:00:00.000Z";
const to = "2026-11-25T00:00:00.000Z";
const between = `from=${from}&to=${to}`;
const changesPath = (table: string, query = "") => `/api/admin/changes/${table}?${between}${query}`;
const exportPath = (table: string, query = "") => `/api/admin/export/changes/${table}?${between}${query}`;

let position = 0n;
const ann = { actor: "admin-3", role: "IT Admin", adminRole: "ADMIN" } as const;

/** An entry of the log, each at a later position, at an hour of the day between the instants. */
function entry(id: string, hour: number, change: Partial<ActionLogDocument>): ActionLogDocument {
  position += 1n;
  const createdAt = new Date(Date.parse(from) + hour * 3_600_000);
  return { ...logDocument(id, { ...ann, position, createdAt, ...change }), position, deleted: false };
}

/** The event of `type` gives the status of a PIN another value. */
const status = (
  id: string,
  hour: number,
  code: string,
  to: string,
  change: Partial<ActionLogDocument> = {},
) =>
  entry(id, hour, {
    type: to === "Deactivated" ? "PinDeactivated" : "PinActivated",
    action: to === "Deactivated" ? "PIN deactivated" : "PIN activated",
    group: "pins",
    about: `pin-${code}`,
    value: `${code.slice(0, 4)}-${code.slice(4)}: Lost`,
    changes: [{ thing: `pin-${code}/status`, what: "Status", to, first: "Not Registered", erasedTo: null }],
    ...change,
  });

const registered = entry("registered", 6, {
  type: "ConsumerRegistered",
  action: "Account registered",
  group: "consumers",
  actor: "consumer-7",
  role: "Customer",
  adminRole: null,
  subject: 7,
  value: "lena@example.com",
  changes: [
    { thing: "consumer-7/account", what: "Account", to: "Registered", first: null, erasedTo: null },
    { thing: "consumer-7/email", what: "Email", to: "lena@example.com", first: null, erasedTo: null },
  ],
});

const at = queryApi();
beforeAll(async () => {
  await at.put.admins([adminDocument(3, { email: "ann@ornament.test" })]);
  await at.put.consumers([consumerDocument({ _id: 7, email: "lena@example.com" })]);
  const bulk = { bulkChange: "b1", group: "pins" } as const;
  await at.put.log([
    status("before", 0, "TREE001", "Registered"),
    entry("import", 1, {
      action: "PINs imported",
      about: "import-i1",
      value: "pins.csv: 3,000 PINs added",
    }),
    status("deactivated", 2, "TREE001", "Deactivated"),
    status("of-bulk-1", 3, "STAR001", "Deactivated", { ...bulk, folded: true }),
    status("of-bulk-2", 3, "STAR002", "Deactivated", { ...bulk, folded: true }),
    entry("bulk", 4, {
      type: "PinsDeactivated",
      action: "PINs deactivated",
      about: null,
      value: "2 of 2 deactivated",
      ...bulk,
    }),
    registered,
    entry("signed-in", 7, {
      type: "DeviceSignedIn",
      action: "Device signed in",
      group: "pins",
      about: "pin-TREE001",
    }),
    status("activated", 24, "TREE001", "Registered"),
    status("after", 25, "TREE001", "Deactivated"),
    ...Array.from({ length: 12 }, (_, n) =>
      status(`often-${n}`, 8 + n, "OFTEN01", n % 2 === 0 ? "Deactivated" : "Registered"),
    ),
    ...Array.from({ length: 12 }, (_, n) => status(`star-${n}`, 20, `STAR1${n + 10}`, "Deactivated")),
  ]);
});

const listed = async (address: string) => {
  const body = await at.read(address);
  expect(routes.listChanges.response.parse(body)).toEqual(body);
  return body;
};
const subjectsOf = ({ rows }: { rows: { subject: string }[] }) => rows.map(({ subject }) => subject);
const thingIn = ({ rows }: { rows: { subject: string }[] }, subject: string) =>
  rows.find((row) => row.subject === subject);

describe("the changes of a table between two instants", () => {
  test("an import and a bulk change are one thing each and come first, the newest first", async () => {
    const { rows, count } = await listed(changesPath("pins", "&limit=25"));
    expect(rows.slice(0, 2)).toMatchObject([
      { subject: "bulkChange-b1", kind: "act", entries: [{ id: "bulk", others: 2 }], more: 0 },
      { subject: "import-i1", kind: "act", entries: [{ id: "import" }], more: 0 },
    ]);
    expect(count).toBe(16);
  });

  test("a thing has its entries newest first, not at the first instant but at the last, each with the values and its actor", async () => {
    const tree = thingIn(await listed(changesPath("pins", "&limit=25")), "pin-TREE001");
    expect(tree).toMatchObject({
      kind: "changed",
      entries: [
        { id: "activated", changes: [{ what: "Status", from: "Deactivated", to: "Registered" }] },
        {
          id: "deactivated",
          changes: [{ what: "Status", from: "Registered", to: "Deactivated" }],
          admin: { id: 3, email: "ann@ornament.test" },
        },
      ],
      more: 0,
    });
  });

  test("a search leaves the things whose entries have the term in a text, the PIN or the address of their author", async () => {
    const found = async (term: string) =>
      subjectsOf(await listed(changesPath("pins", `&limit=25&query=${encodeURIComponent(term)}`)));
    expect(await found("PINS.csv")).toEqual(["import-i1"]);
    expect(await found("tree-001")).toEqual(["pin-TREE001"]);
    expect(await found("ann@ornament.test")).toHaveLength(16);
    expect(await found("nothing like it")).toEqual([]);
    const { body } = await at.get(exportPath("pins", "&timeZone=UTC&query=tree-001"));
    const things = (await parseCsv(body)).slice(1).map(([thing]) => thing);
    expect(new Set(things)).toEqual(new Set(["TREE-001"]));
  });

  test("a thing that changed often has its ten newest entries and the number of the others", async () => {
    const often = thingIn(await listed(changesPath("pins", "&limit=25")), "pin-OFTEN01");
    expect(often).toMatchObject({ more: 2 });
    expect(often).toHaveProperty("entries.length", 10);
    expect(often).toHaveProperty("entries.0.id", "often-11");
  });

  test("the pages have every thing once, in one order", async () => {
    const whole = subjectsOf(await listed(changesPath("pins", "&limit=25")));
    const pages = [await listed(changesPath("pins")), await listed(changesPath("pins", "&page=2"))];
    expect(pages.flatMap(subjectsOf)).toEqual(whole);
    expect(new Set(whole).size).toBe(16);
    expect(subjectsOf(await listed(changesPath("pins", "&page=3")))).toEqual([]);
  });

  test("a new account is an addition, in its own table", async () => {
    expect(await listed(changesPath("consumers"))).toMatchObject({
      rows: [{ subject: "consumer-7", kind: "added", entries: [{ id: "registered" }] }],
      count: 1,
    });
    expect(await listed(changesPath("admins"))).toMatchObject({ rows: [], count: 0 });
  });
});

describe("the export of changes", () => {
  const head = ["Thing", "Changed", "Before", "After", "Date", "Action", "Role", "By", "Position"];

  test("the export has a line for each changed value, newest first, and one for an import", async () => {
    const { status: code, body, headers } = await at.get(exportPath("pins", "&timeZone=America/Chicago"));
    expect(code).toBe(200);
    const lines = await parseCsv(body);
    expect(lines[0]).toEqual(head);
    const [activated] = lines.filter(([thing]) => thing === "TREE-001");
    expect(activated?.slice(0, 8)).toEqual([
      "TREE-001",
      "Status",
      "Deactivated",
      "Registered",
      "11/24/26 06:00:00 pm",
      "PIN activated",
      "IT Admin",
      "ann@ornament.test",
    ]);
    expect(lines.at(-1)?.slice(0, 4)).toEqual(["import-i1", "", "", "pins.csv: 3 /000 PINs added"]);
    expect(headers.get("content-disposition")).toContain(
      'filename="Pins changes _ 11-23-26 06-00-00 pm _ 11-24-26 06-00-00 pm.csv"',
    );
  });
});

describe.each([
  ["the page", changesPath],
  ["the export", exportPath],
])("%s of changes", (name, addressOf) => {
  test.each([
    ["the same time twice", to, to],
    ["the later time first", "2026-11-26T00:00:00.000Z", to],
    ["a date without a time", "2026-11-24", to],
  ])(`${name} of changes with %s is refused`, async (_what, first, last) => {
    const { status: code } = await at.get(addressOf("pins").replace(from, first).replace(to, last));
    expect(code).toBe(400);
  });

  test(`${name} of changes of an unknown table is refused`, async () => {
    expect((await at.get(addressOf("actionLog"))).status).toBe(400);
  });
});
