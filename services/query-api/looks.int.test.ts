import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { routesOf } from "@ornament/contracts/routes";
import { type RouteDefinition, showsInstants } from "@ornament/contracts/routes/route";
import { consumerDocument, consumerRowDocuments, logDocument } from "./testing/documents.ts";
import { fillPastTables } from "./testing/past-tables.ts";
import { now, queryApi } from "./testing/query-api-fixture.ts";

const noon = "2026-11-24T12:00:00.000Z";

const at = queryApi();
beforeAll(async () => {
  await at.put.consumers([consumerDocument({ _id: 7, email: "secret@example.com" })]);
  await at.put.consumerRows(consumerRowDocuments({ _id: 7, email: "secret@example.com" }, []));
  await at.put.log([
    logDocument("e1", { value: "secret@example.com", createdAt: now, subject: 7, position: 1n }),
  ]);
  await fillPastTables(at.db, new Date(noon));
});
const unavailable = { status: 503, retryAfterSeconds: 9, body: { code: "unavailable" } };
const recorded = async () => ({ status: 200, retryAfterSeconds: undefined, body: {} });
beforeEach(() => {
  at.looks.asked.length = 0;
  at.looks.answer = recorded;
});

const copyRequest = { format: "html", reason: "Request by mail", confirmation: "secret@example.com" };

/** The body as text, with the status. */
const read = async (path: string, token?: string, asOf: Record<string, string> = {}) => {
  const headers = { Authorization: `Bearer ${token ?? (await at.signIn("ADMIN"))}`, ...asOf };
  const sent = {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(copyRequest),
  };
  const answer = await fetch(at.url + path, path.endsWith("/data-copy") ? sent : { headers });
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get("retry-after") };
};
const readAsOf = async (path: string, asOf: string, role: "AUDITOR" | "MEMBER" = "AUDITOR") =>
  read(path, await at.signIn(role), { "X-As-Of": asOf });
const exported = (look: object) => ({
  type: "export",
  table: "consumers",
  format: "csv",
  consumerId: null,
  narrowed: false,
  ...look,
});

const looks: [path: string, look: object][] = [
  ["/api/admin/export/users", exported({})],
  ["/api/admin/export/users?query=ann", exported({ narrowed: true })],
  ["/api/admin/export/users?startDate=11/01/2026&timeZone=UTC", exported({ narrowed: true })],
  ["/api/admin/export/users?fieldName=email&direction=DESC&timeZone=Asia/Tokyo&field=pin", exported({})],
  ["/api/admin/table/users?export=true&page=0&limit=0", exported({ format: "json" })],
  ["/api/admin/table/users?export=true&page=2&filter=blocked", exported({ format: "json", narrowed: true })],
  ["/api/admin/export/action-logs", exported({ table: "actionLog" })],
  ["/api/admin/export/action-logs?userId=7", exported({ table: "consumerLog", consumerId: 7 })],
  ["/api/admin/action-logs", exported({ table: "actionLog", format: "json" })],
  ["/api/admin/action-logs?role=consumer", exported({ table: "actionLog", format: "json", narrowed: true })],
  ["/api/admin/action-logs/7", exported({ table: "consumerLog", format: "json", consumerId: 7 })],
  [
    "/api/admin/export/changes/pins?from=2026-11-24T12:00:00Z&to=2026-11-25T12:00:00Z",
    exported({ table: "actionLog", narrowed: true }),
  ],
  ["/api/admin/log/events?limit=1000", { type: "feed" }],
  ["/api/admin/user-profile/7", { type: "profile", consumerId: 7 }],
  ["/api/admin/user-profile/7/data-copy", { type: "dataCopy", consumerId: 7, ...copyRequest }],
];

describe.each(looks)("the look %s", (path, look) => {
  test(`${path} is recorded with the caller's token, and then answered`, async () => {
    const token = await at.signIn(/data-copy|log\/events|changes/.test(path) ? "ADMIN" : "MEMBER");
    const answer = await read(path, token);
    expect(answer.status).toBe(200);
    expect(at.looks.asked).toMatchObject([
      { path: "/api/admin/looks", headers: { authorization: `Bearer ${token}` }, look },
    ]);
  });

  test.each([
    ["does not answer", () => Promise.reject(new Error("away"))],
    ["can't append", async () => unavailable],
    ["is an older build", async () => ({ ...unavailable, status: 404, body: { code: "not_found" } })],
  ])(`${path} answers no data if command-api %s`, async (_why, answer) => {
    at.looks.answer = answer;
    const { status, text, retryAfter } = await read(path);
    expect([status, JSON.parse(text).code]).toEqual([503, "look_not_recorded"]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(text).not.toContain("secret");
  });

  test(`${path} answers the refusal of command-api for a token that was revoked just now`, async () => {
    const body = {
      error: true,
      code: "admin_error",
      message: "Please sign in again.",
      errors: ["admin_error"],
    };
    at.looks.answer = async () => ({ status: 401, retryAfterSeconds: undefined, body });
    const { status, text } = await read(path);
    expect([status, JSON.parse(text)]).toEqual([401, body]);
  });
});

test.each([
  "/api/admin/table/users",
  "/api/admin/table/pins?limit=100",
  "/api/admin/admins",
  "/api/admin/action-logs?page=1",
  "/api/admin/action-logs/7?page=2",
  "/api/admin/controls",
  "/api/admin/find?query=secret",
  "/api/admin/changes/pins?from=2026-11-24T12:00:00Z&to=2026-11-25T12:00:00Z",
])("%s is a page and not recorded, so it is answered while command-api is away", async (path) => {
  at.looks.answer = () => Promise.reject(new Error("away"));
  expect((await read(path)).status).toBe(200);
  expect(at.looks.asked).toEqual([]);
});

test("an answer waits until the look is recorded", async () => {
  let record = () => {};
  const asked = new Promise<void>((resolve) => {
    at.looks.answer = () => {
      resolve();
      return new Promise((answer) => {
        record = () => answer({ status: 200, retryAfterSeconds: undefined, body: {} });
      });
    };
  });
  let answered = false;
  const answer = read("/api/admin/export/users").then((result) => {
    answered = true;
    return result;
  });
  await asked;
  // A page that was asked for later is answered earlier.
  expect((await read("/api/admin/table/users")).status).toBe(200);
  expect(answered).toBe(false);
  record();
  expect((await answer).text).toContain("secret");
});

test("a caller who may not see the data asks for no record", async () => {
  expect((await read("/api/admin/user-profile/7", at.consumerToken())).status).toBe(401);
  expect((await read("/api/admin/export/users?unknown=1")).status).toBe(400);
  expect(at.looks.asked).toEqual([]);
});

test("every route of query-api with a look at a table or a profile is tried here", () => {
  const named = routesOf("query-api").filter(({ look = "evidence" }: RouteDefinition) => look !== "evidence");
  const isTried = ({ path }: RouteDefinition) =>
    looks.some(([tried]) => new RegExp(`^${path.replace(/:\w+/g, "\\w+")}(?:\\?|$)`).test(tried));
  expect(named.filter((route) => !isTried(route)).map(({ name }) => name)).toEqual([]);
});

const instantLook = (instant: string) => ({ type: "instant", instant });

const codeOf = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).code];
const looksAsked = () => at.looks.asked.map(({ look }) => look);

const queries: Readonly<Record<string, string>> = { find: "?query=secret", listPins: "?page=2" };
const shown = routesOf("query-api")
  .filter(showsInstants)
  .map(({ name, path }) => path.replace(/:\w+/, "7") + (queries[name] ?? ""));

describe.each(shown)("%s", (path) => {
  test(`${path} as it stood at an instant is not answered without the record`, async () => {
    at.looks.answer = async () => unavailable;
    const answer = await readAsOf(path, noon);
    expect(codeOf(answer)).toEqual([503, "look_not_recorded"]);
    expect(answer.text).not.toContain("secret");
  });

  test(`${path} with a header that is no instant in UTC is refused and not recorded`, async () => {
    for (const text of ["yesterday", "2026-11-24", "2026-11-24T12:00:00+01:00", `${noon}, ${noon}`, ""])
      expect([text, ...codeOf(await readAsOf(path, text))]).toEqual([text, 400, "invalid_request"]);
    expect(looksAsked()).toEqual([]);
    await readAsOf(path, "2026-11-24T12:00:00Z");
    expect(looksAsked()[0]).toEqual(instantLook(noon));
  });

  test(`Customer support may not see ${path} as it stood at an instant, and nothing is recorded`, async () => {
    expect(codeOf(await readAsOf(path, noon, "MEMBER"))).toEqual([403, "forbidden"]);
    expect(looksAsked()).toEqual([]);
  });
});

test("an instant whose tables are not filled yet is not recorded", async () => {
  expect(codeOf(await readAsOf("/api/admin/export/users", "2026-11-23T12:00:00Z"))).toEqual([
    409,
    "past_tables_filling",
  ]);
  expect(looksAsked()).toEqual([instantLook("2026-11-23T12:00:00.000Z")]);
});

test("an instant in the future is not recorded", async () => {
  expect(codeOf(await readAsOf("/api/admin/table/pins", "2027-11-23T12:00:00Z"))).toEqual([
    400,
    "instant_in_future",
  ]);
  expect(looksAsked()).toEqual([]);
});

test("an export as it stood at an instant is recorded as an export, and then as a look at the instant", async () => {
  await readAsOf("/api/admin/export/users", noon);
  expect(looksAsked()).toEqual([instantLook(noon), exported({})]);
});

test("the second look of a request is asked for only after the first is recorded", async () => {
  at.looks.answer = async () => unavailable;
  expect(codeOf(await readAsOf("/api/admin/export/users", noon))).toEqual([503, "look_not_recorded"]);
  expect(looksAsked()).toEqual([instantLook(noon)]);
});

test("a route that doesn't show instants ignores the header", async () => {
  expect((await readAsOf("/api/admin/action-logs?page=1", noon)).status).toBe(200);
  expect(looksAsked()).toEqual([]);
});
