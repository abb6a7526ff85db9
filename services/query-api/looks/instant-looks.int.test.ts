import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { showsInstants } from "@ornament/contracts/api/route";
import { routesOf } from "@ornament/contracts/api/routes";
import { type ConsumerRowDocument, consumersReadModel } from "@ornament/contracts/read-models/consumers";
import { consumerRowDocuments } from "../testing/documents.ts";
import { fillPastTables } from "../testing/past-tables.ts";
import { type QueryApiUnderTest, startQueryApi } from "../testing/query-api-fixture.ts";

const noon = "2026-11-24T12:00:00.000Z";

let at: QueryApiUnderTest;
beforeAll(async () => {
  at = await startQueryApi();
  await at.put<ConsumerRowDocument>(
    consumersReadModel,
    consumerRowDocuments({ _id: 7, email: "secret@example.com" }, []),
    "rows",
  );
  await fillPastTables(at.db, new Date(noon));
});
afterAll(() => at.close());
const recorded = { status: 200, retryAfterSeconds: undefined, body: {} };
const unavailable = { status: 503, retryAfterSeconds: 9, body: { code: "unavailable" } };
beforeEach(() => {
  at.looks.asked.length = 0;
  at.looks.answer = async () => recorded;
});

const instantLook = (instant: string) => ({ type: "instant", instant });
const exportLook = {
  type: "export",
  table: "consumers",
  format: "csv",
  consumerId: null,
  narrowed: false,
};

async function read(path: string, asOf?: string, role: "ADMIN" | "AUDITOR" | "MEMBER" = "AUDITOR") {
  const headers = {
    Authorization: `Bearer ${await at.signIn(role)}`,
    ...(asOf === undefined ? {} : { "X-As-Of": asOf }),
  };
  const answer = await fetch(at.url + path, { headers });
  return { status: answer.status, text: await answer.text() };
}
const codeOf = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).code];
const looksAsked = () => at.looks.asked.map(({ look }) => look);

const queries: Readonly<Record<string, string>> = { find: "?query=secret", listPins: "?page=2" };
const shown = routesOf("query-api")
  .filter(showsInstants)
  .map(({ name, path }) => path.replace(/:\w+/, "7") + (queries[name] ?? ""));

describe.each(shown)("%s", (path) => {
  test(`the look at ${path} as it stood at an instant is recorded`, async () => {
    await read(path, "2026-11-24T12:00:00Z");
    expect(looksAsked()[0]).toEqual(instantLook(noon));
  });

  test(`${path} as it stood at an instant is not answered without the record`, async () => {
    at.looks.answer = async () => unavailable;
    const answer = await read(path, noon);
    expect(codeOf(answer)).toEqual([503, "look_not_recorded"]);
    expect(answer.text).not.toContain("secret");
  });

  test(`${path} with a header that is no instant in UTC is refused and not recorded`, async () => {
    for (const text of ["yesterday", "2026-11-24", "2026-11-24T12:00:00+01:00", `${noon}, ${noon}`, ""])
      expect([text, ...codeOf(await read(path, text))]).toEqual([text, 400, "invalid_request"]);
    expect(looksAsked()).toEqual([]);
  });

  test(`Customer support may not see ${path} as it stood at an instant, and nothing is recorded`, async () => {
    expect(codeOf(await read(path, noon, "MEMBER"))).toEqual([403, "forbidden"]);
    expect(looksAsked()).toEqual([]);
  });
});

test("an instant whose tables are not filled yet is not recorded", async () => {
  expect(codeOf(await read("/api/admin/export/users", "2026-11-23T12:00:00Z"))).toEqual([
    409,
    "past_tables_filling",
  ]);
  expect(looksAsked()).toEqual([instantLook("2026-11-23T12:00:00.000Z")]);
});

test("an instant in the future is not recorded", async () => {
  expect(codeOf(await read("/api/admin/table/pins", "2027-11-23T12:00:00Z"))).toEqual([
    400,
    "instant_in_future",
  ]);
  expect(looksAsked()).toEqual([]);
});

test("an export as it stood at an instant is recorded as an export, and then as a look at the instant", async () => {
  await read("/api/admin/export/users", noon);
  expect(looksAsked()).toEqual([instantLook(noon), exportLook]);
});

test("a profile as it stood at an instant is recorded as a profile, and then as a look at the instant", async () => {
  await read("/api/admin/user-profile/7", noon);
  expect(looksAsked()).toEqual([instantLook(noon), { type: "profile", consumerId: 7 }]);
});

test("an instant is recorded in one form, whatever the form of the header", async () => {
  for (const text of ["2026-11-24T12:00:00Z", "2026-11-24T12:00:00.0Z", noon])
    await read("/api/admin/table/pins", text);
  expect(looksAsked()).toEqual([instantLook(noon), instantLook(noon), instantLook(noon)]);
});

test("an export is not answered if its second look can't be recorded", async () => {
  let answers = 0;
  at.looks.answer = async () => (++answers === 2 ? unavailable : recorded);
  const answer = await read("/api/admin/export/users", noon);
  expect(codeOf(answer)).toEqual([503, "look_not_recorded"]);
  expect(answer.text).not.toContain("secret");
  expect(looksAsked()).toEqual([instantLook(noon), exportLook]);
});

test("the second look of a request is asked for only after the first is recorded", async () => {
  at.looks.answer = async () => unavailable;
  expect(codeOf(await read("/api/admin/export/users", noon))).toEqual([503, "look_not_recorded"]);
  expect(looksAsked()).toEqual([instantLook(noon)]);
});

test("a route that doesn't show instants ignores the header", async () => {
  expect((await read("/api/admin/action-logs?page=1", noon)).status).toBe(200);
  expect(looksAsked()).toEqual([]);
});

test("every table, profile and setting of the back office is tried here", () => {
  expect(shown).toEqual(
    expect.arrayContaining([
      "/api/admin/admins",
      "/api/admin/profile/7",
      "/api/admin/table/pins?page=2",
      "/api/admin/pin-profile/7",
      "/api/admin/controls",
      "/api/admin/table/users",
      "/api/admin/export/users",
      "/api/admin/user-profile/7",
    ]),
  );
});
