import { beforeAll, describe, expect, test } from "@jest/globals";
import { consumersReadModel } from "@ornament/contracts/consumers/document";
import { columnsOfTwoDevices } from "@ornament/testing/files/consumers-report";
import { parseCsv } from "@ornament/testing/files/parse-csv";
import { testOnEmbeddedMongo } from "@ornament/testing/stores/test-mongo";
import {
  consumerDocument,
  consumerRowDocuments,
  deviceDocument,
  logDocument,
  pinDocument,
} from "../testing/documents.ts";
import { now, queryApi } from "../testing/query-api-fixture.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";
const ann = { _id: 1, email: "ann@example.com", marketingEmail: true, createdAt: now };
const bob = { _id: 2, email: "o'hara+1@example.com", isActivated: false, createdAt: now };
const annsOrnaments = [
  { code: "TREE001", name: '=HYPERLINK("x"),a;b', deviceIds: [1, 2] },
  { code: "DOOR001", deviceIds: [3] },
];

const at = queryApi();
beforeAll(async () => {
  await at.put.consumers([consumerDocument(ann), consumerDocument(bob)]);
  await at.put.consumerRows([...consumerRowDocuments(ann, annsOrnaments), ...consumerRowDocuments(bob)]);
  await at.leaveTombstone(consumersReadModel, "9", "rows");
  await at.put.pins([
    pinDocument("TREE001", {
      consumerId: 1,
      devices: [
        deviceDocument(1, { name: "@home", lastLogin: new Date("2026-12-01T06:00:00Z") }),
        deviceDocument(2, { userAgent: iphone }),
      ],
    }),
    pinDocument("DOOR001", { consumerId: 1, blocked: true, devices: [deviceDocument(3)] }),
  ]);
  await at.put.log([
    logDocument("a", { value: 'He said "hi",\nthen left; -1', subject: 2, position: 1n }),
    logDocument("b", {
      role: "IT Admin",
      action: "PIN deactivated",
      value: "-2+3",
      createdAt: new Date("2026-12-02T06:00:00Z"),
      position: 2n,
    }),
  ]);
});

/** The file as it was received: text with its BOM, and its cells. */
async function download(path: string) {
  const { status, body, headers } = await at.get(path);
  expect({ path, status, body }).toMatchObject({ path, status: 200 });
  return { text: body as string, rows: await parseCsv(body), headers };
}

describe("the Consumers report", () => {
  const path = "/api/admin/export/users";

  test("the Consumers report is a CSV file for download", async () => {
    const answer = await fetch(at.url + path, {
      headers: { Authorization: `Bearer ${await at.signIn("MEMBER")}` },
    });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain('filename="Consumers report.csv"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(-2).toString()).toBe("\r\n");
  });

  test("the Consumers report has a row for each PIN with padded device columns, dates in the time zone and safe cells", async () => {
    const { rows } = await download(`${path}?timeZone=America/Chicago`);
    expect(rows).toEqual([
      columnsOfTwoDevices,
      [
        "ann@example.com",
        "DOOR-001",
        "",
        "1",
        "Subscribed",
        "Deactivated",
        "12/01/26 09:04:05 am",
        "Confirmed",
        "Unknown device",
        "12/01/26 09:04:05 am",
        "",
        "",
      ],
      [
        "ann@example.com",
        "TREE-001",
        `'=HYPERLINK("x") /a /b`,
        "2",
        "Subscribed",
        "Activated",
        "12/01/26 09:04:05 am",
        "Confirmed",
        "'@home",
        "12/01/26 12:00:00 am",
        "Safari on iPhone",
        "12/01/26 09:04:05 am",
      ],
      [
        "o'hara+1@example.com",
        "",
        "",
        "",
        "Unsubscribed",
        "",
        "12/01/26 09:04:05 am",
        "Not confirmed",
        "",
        "",
        "",
        "",
      ],
    ]);
  });

  test("the Consumers report has the search and order of the table, and the device columns that its rows need", async () => {
    const { rows } = await download(`${path}?query=door-001&fieldName=pin&direction=DESC`);
    expect(rows[0]).toHaveLength(10);
    expect(rows.slice(1).map(([email, pin]) => [email, pin])).toEqual([["ann@example.com", "DOOR-001"]]);
    const ordered = await download(`${path}?fieldName=pin&direction=DESC`);
    expect(ordered.rows.slice(1).map(([, pin]) => pin)).toEqual(["TREE-001", "DOOR-001", ""]);
  });
});

describe("the export of the System action log", () => {
  const path = "/api/admin/export/action-logs";

  test("the export of the System action log has all entries, newest first, with safe cells and dates in the time zone", async () => {
    const { rows, headers } = await download(`${path}?timeZone=America/Chicago`);
    expect(headers.get("content-disposition")).toContain('filename="System action log.csv"');
    expect(rows).toEqual([
      ["Role", "Action", "New value", "Date"],
      ["IT Admin", "PIN deactivated", "'-2+3", "12/02/26 12:00:00 am"],
      [
        "System",
        "Pins imported",
        'He said "hi" /\nthen left / -1 [o\'hara+1@example.com]',
        "12/01/26 09:04:05 am",
      ],
    ]);
  });

  test("the export of a consumer's log has a file name with email address and day", async () => {
    const { rows, headers } = await download(`${path}?userId=2&timeZone=America/Chicago`);
    expect(rows.slice(1).map(([role, , value]) => [role, value])).toEqual([
      ["System", 'He said "hi" /\nthen left / -1'],
    ]);
    const named = headers.get("content-disposition") ?? "";
    expect(decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(named)?.[1] ?? "")).toBe(
      "Actions log report _ o'hara+1@example.com _ 12-01-26.csv",
    );
  });

  test("the export of an unknown consumer's log is an error without a file", async () => {
    const { status, body, headers } = await at.get(`${path}?userId=99`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "consumer_not_found" });
    expect(headers.get("content-disposition")).toBeNull();
    expect(headers.get("content-type")).toContain("application/json");
  });
});

describe("an export whose document store stops answering in the middle", () => {
  beforeAll(async () => {
    const text = "x".repeat(200);
    await at.put.log(
      Array.from({ length: 2_500 }, (_, n) => logDocument(`many-${n}`, { value: text, position: 3n })),
    );
    const many = Array.from({ length: 1_200 }, (_, n) => ({ ...ann, _id: 1_000 + n }));
    await at.put.consumerRows(many.flatMap((consumer) => consumerRowDocuments(consumer)));
  });

  testOnEmbeddedMongo("faults").each([
    ["actionLog", "/api/admin/export/action-logs"],
    ["actionLog", "/api/admin/action-logs"],
    ["consumers", "/api/admin/export/users"],
    ["consumers", "/api/admin/table/users?export=true"],
  ] as const)(
    "the export of %s at %s does not look complete when the document store fails in the middle",
    async (name, path) => {
      const headers = { Authorization: `Bearer ${await at.signIn("ADMIN")}` };
      const whole = await (await fetch(at.url + path, { headers })).text();
      let chunks = 0;
      const isSecondChunk = ({ find, filter }: Record<string, unknown>) =>
        String(find).startsWith(name) && "_id" in (filter as object) && ++chunks === 2;
      at.mongo.embedded.faults.killQueries({ where: isSecondChunk });
      const answer = await fetch(at.url + path, { headers });
      expect(answer.status).toBe(200);
      let received = 0;
      const reading = (async () => {
        for await (const bytes of answer.body ?? []) received += bytes.length;
      })();
      await expect(reading).rejects.toThrow();
      expect(received).toBeGreaterThan(0);
      expect(received).toBeLessThan(whole.length);
      expect((await fetch(at.url + path, { headers })).status).toBe(200);
    },
  );
});
