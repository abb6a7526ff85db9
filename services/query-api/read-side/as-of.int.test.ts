import { beforeEach, expect, test } from "@jest/globals";
import { type JobOf, jobId, jobsCollection, pastReadModels } from "@ornament/contracts/projections/jobs";
import { generationsCollection } from "@ornament/contracts/read-models/projection-status";
import { pinDocument } from "../testing/documents.ts";
import { fillPastTables } from "../testing/past-tables.ts";
import { now, queryApi } from "../testing/query-api-fixture.ts";

const instant = new Date("2026-11-24T12:00:00.000Z");
const id = jobId({ kind: "pastTables", until: { instant }, names: [...pastReadModels] });
const pins = "/api/admin/table/pins";

const at = queryApi("a test");
beforeEach(async () => {
  await at.put.pins([pinDocument("AAAA001", { comment: "live" })]);
});

const states = () => at.db.collection<JobOf<"pastTables">>(jobsCollection);
const asked = async (
  path: string,
  asOf = instant.toISOString(),
  role: "ADMIN" | "AUDITOR" | "MEMBER" = "ADMIN",
) => at.api.call("GET", path, { token: await at.signIn(role), headers: { "X-As-Of": asOf } });

const fill = () => fillPastTables(at.db, instant, [pinDocument("AAAA001", { comment: "former" })]);

test("a table that was not asked for at an instant before is requested, and the answer names the filled part", async () => {
  const first = await asked(pins);
  expect(first).toMatchObject({ status: 409, body: { code: "past_tables_filling", errors: ["0 %"] } });
  expect(first.headers.get("retry-after")).toBe("1");
  expect(await states().findOne({ _id: id })).toMatchObject({
    until: { instant },
    names: [...pastReadModels],
    state: "waiting",
    usedAt: now,
  });
  await states().updateOne({ _id: id }, { $set: { state: "filling", fraction: 0.425 } });
  expect(await asked(pins)).toMatchObject({ status: 409, body: { errors: ["42 %"] } });
});

test("a filled table is answered as it stood, with the instant in a header, and the present one without the header", async () => {
  await asked(pins);
  await fill();
  for (const role of ["ADMIN", "AUDITOR"] as const) {
    const { status, body, headers } = await asked(pins, "2026-11-24T12:00:00Z", role);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { rows: [{ comment: "former" }], count: 1 },
    });
    expect(headers.get("x-as-of")).toBe(instant.toISOString());
  }
  const live = await at.get(pins);
  expect(live.body).toMatchObject({ rows: [{ comment: "live" }] });
  expect(live.headers.get("x-as-of")).toBeNull();
});

test("an export names the instant in its file name", async () => {
  await asked(pins);
  await fill();
  const { status, headers } = await asked("/api/admin/export/users");
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toContain(" as of 2026-11-24T12-00-00Z.csv");
});

test("a former state that ends while it is read is asked for again and not answered incompletely", async () => {
  await asked(pins);
  await fill();
  await at.db
    .collection<{ _id: string }>(generationsCollection)
    .deleteMany({ name: "settings", state: "past" });
  expect(await asked(pins)).toMatchObject({ status: 409, body: { code: "past_tables_filling" } });
});

test("a refused former state is answered with the reason", async () => {
  await asked(pins);
  await states().updateOne({ _id: id }, { $set: { state: "refused", reason: "there is no room" } });
  expect(await asked(pins)).toMatchObject({
    status: 507,
    body: {
      code: "past_tables_refused",
      message: "The tables of that time can’t be shown: there is no room. Please try again in 30 seconds.",
    },
  });
});
