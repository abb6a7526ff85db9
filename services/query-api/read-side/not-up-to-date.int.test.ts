import { beforeEach, expect, test } from "@jest/globals";
import type { ProjectionName } from "@ornament/contracts/projections/names";
import { pinDocument } from "../testing/documents.ts";
import { queryApi } from "../testing/query-api-fixture.ts";

const since = new Date("2026-12-01T09:00:00.000Z");

const at = queryApi("a test");
beforeEach(async () => {
  await at.put.pins([pinDocument("AAAA001")]);
});

/** Stops a read model as the projector does. */
const stop = (name: ProjectionName) =>
  at.register(name, { commit: 50n, stopped: { commit: 60n, event: "PinActivated", since, reason: "none" } });
const lines = async (path: string) =>
  String((await at.get(path)).body)
    .trim()
    .split("\r\n");

test("no answer and no export says that it is not up to date while the read models follow", async () => {
  const { headers } = await at.get("/api/admin/table/pins");
  expect(headers.get("x-not-up-to-date-since")).toBeNull();
  expect((await lines("/api/admin/export/users")).join()).not.toContain("not up to date");
});

test("every answer of a read model that has stopped says since when, and others don't", async () => {
  await stop("pins");
  for (const path of ["/api/admin/table/pins", "/api/admin/table/users", "/api/admin/find?query=AAAA001"]) {
    const { status, headers } = await at.get(path);
    expect([path, status, headers.get("x-not-up-to-date-since")]).toEqual([path, 200, since.toISOString()]);
  }
  expect((await at.get("/api/admin/controls")).headers.get("x-not-up-to-date-since")).toBeNull();
});

test("an export of a read model that has stopped says so in its last line", async () => {
  await stop("pins");
  await stop("actionLog");
  const line = "This report is not up to date: it has no changes since 12/01/26 09:00:00 am.";
  expect((await lines("/api/admin/export/users?timeZone=UTC")).at(-1)).toBe(line);
  expect((await lines("/api/admin/export/action-logs?timeZone=UTC")).at(-1)).toBe(line);
});

test("an answer that lacks the caller's write because a read model has stopped is marked as stale", async () => {
  await stop("pins");
  const { status, headers } = await at.get("/api/admin/table/pins", { readAfter: "99" });
  expect([status, headers.get("x-stale")]).toEqual([200, "true"]);
});

test("while the rights of admins are not known, no admin reads anything", async () => {
  await stop("access");
  expect(await at.get("/api/admin/table/pins")).toMatchObject({
    status: 503,
    body: { code: "rights_unknown", message: expect.stringContaining("stopped at PinActivated at 60") },
  });
  expect((await at.api.call("GET", "/api/settings")).status).toBe(200);
});
