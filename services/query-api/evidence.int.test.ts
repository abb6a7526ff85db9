import { beforeEach, expect, test } from "@jest/globals";
import { type JobOf, jobId, jobsCollection } from "@ornament/contracts/projections/jobs";
import { routes } from "@ornament/contracts/routes";
import { now, queryApi } from "./testing/query-api-fixture.ts";

const at = queryApi();

const recorded = { status: 200, retryAfterSeconds: undefined, body: {} };
beforeEach(async () => {
  await files().deleteMany({});
  at.looks.asked.length = 0;
  at.looks.answer = async () => recorded;
});

const subject = "pin-TREE001";
const adminId = 77;
const tokens = new Map<string, string>();
const files = () => at.db.collection<JobOf<"evidence">>(jobsCollection);
/** Stores what the projector stores. */
const put = (change: Partial<JobOf<"evidence">>, of = subject) =>
  files().insertOne({
    _id: jobId({ kind: "evidence", subject: of }, adminId),
    kind: "evidence",
    subject: of,
    askedBy: adminId,
    state: "ready",
    fraction: 1,
    reason: null,
    file: `{"of":"${of}"}\n`,
    requestedAt: now,
    usedAt: now,
    ...change,
  });
const address = (of = subject) => `${routes.logEvidence.path}?subject=${encodeURIComponent(of)}`;
const looks = () => at.looks.asked.map(({ look }) => look);

async function read(of = subject, role: "ADMIN" | "AUDITOR" | "MEMBER" = "AUDITOR", subjectId = adminId) {
  const token = tokens.get(`${role} ${subjectId}`) ?? (await at.signIn(role, { subjectId }));
  tokens.set(`${role} ${subjectId}`, token);
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(at.url + address(of), { headers });
  return {
    status: answer.status,
    text: await answer.text(),
    name: /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1],
    type: answer.headers.get("content-type"),
    wait: answer.headers.get("retry-after"),
  };
}
const refused = async (of = subject) => {
  const { status, text, wait } = await read(of);
  const { code, message, errors } = JSON.parse(text);
  return { status, code, message, errors, wait };
};

test("an evidence file that nobody asked for yet is recorded once and then asked for", async () => {
  expect(await refused("pin-tree-001")).toEqual({
    status: 409,
    code: "past_tables_filling",
    message: "The evidence file is being prepared. Please try again in one second.",
    errors: ["0 %"],
    wait: "1",
  });
  expect(await files().find().toArray()).toEqual([
    {
      _id: `evidence 77 ${subject}`,
      kind: "evidence",
      subject,
      askedBy: adminId,
      state: "waiting",
      fraction: 0,
      reason: null,
      requestedAt: now,
      usedAt: now,
    },
  ]);
  await files().updateOne({ subject }, { $set: { state: "filling", fraction: 0.409 } });
  expect(await refused()).toMatchObject({ code: "past_tables_filling", errors: ["40 %"] });
  expect(looks()).toEqual([{ type: "evidence", subject }]);
});

test("a caller has one evidence file that waits: another one is asked for after it", async () => {
  await put({ state: "filling", fraction: 0.25 }, "pin-TREE002");
  expect(await refused()).toMatchObject({
    status: 409,
    code: "past_tables_filling",
    message: "What you asked for before is being prepared first. Please try again in one second.",
    errors: ["25 %"],
  });
  expect(looks()).toEqual([]);
  await files().updateOne({ subject: "pin-TREE002" }, { $set: { state: "ready" } });
  expect(await refused()).toMatchObject({ errors: ["0 %"] });
  expect(await files().countDocuments()).toBe(2);
});

test("a file about which there is no event is 404", async () => {
  await put({ state: "refused", reason: "no event is about pin-TREE001", isUnknown: true });
  expect(await refused()).toMatchObject({
    status: 404,
    code: "nothing_recorded",
    message: "No event is about pin-TREE001.",
  });
});

test("the file that another admin asked for is not given: it is recorded and asked for again", async () => {
  await put({ file: "secret" });
  expect((await read(subject, "AUDITOR", 78)).status).toBe(409);
  expect(looks()).toEqual([{ type: "evidence", subject }]);
  expect((await read()).text).toBe("secret");
});

test("an evidence file that can't be made is refused with the reason", async () => {
  await put({ state: "refused", reason: "it is too large" });
  expect(await refused()).toMatchObject({
    status: 507,
    code: "past_tables_refused",
    message: "The evidence file can’t be made: it is too large.",
    wait: "30",
  });
  expect(looks()).toEqual([]);
});

test.each([
  ["pin-tree-001", subject, "evidence-pin-TREE001-2026-12-01.json"],
  ["consumer-7", "consumer-7", "evidence-consumer-7-2026-12-01.json"],
  ["batch-Winter/26 🎄", "batch-Winter/26 🎄", "evidence-batch-Winter_26_-2026-12-01.json"],
])(
  "the file of %s is given once as a download, and the next one is recorded and asked for",
  async (asked, of, name) => {
    const file = `${"🎄é".repeat(50_000)}\n`;
    await put({ file }, of);
    const answer = await read(asked);
    expect(answer).toMatchObject({ status: 200, name, type: "application/json; charset=utf-8" });
    expect(answer.text === file).toBe(true);
    expect(looks()).toEqual([]);
    expect(await files().find().toArray()).toEqual([]);
    expect((await read(asked)).status).toBe(409);
    expect(looks()).toEqual([{ type: "evidence", subject: of }]);
  },
);

test("without the record no file is asked for", async () => {
  at.looks.answer = async () => ({ status: 503, retryAfterSeconds: 9, body: { code: "unavailable" } });
  expect(await refused()).toMatchObject({ status: 503, code: "look_not_recorded" });
  const limited = { error: true, code: "too_many_requests", message: "Too many requests.", errors: [] };
  at.looks.answer = async () => ({ status: 429, retryAfterSeconds: 120, body: limited });
  expect(await refused()).toMatchObject({ status: 429, code: "too_many_requests", wait: "120" });
  expect(await files().find().toArray()).toEqual([]);
});

test("an evidence file is for IT Admins and Auditors, and Customer support asks for nothing", async () => {
  expect((await read(subject, "MEMBER", 79)).status).toBe(403);
  expect(await files().find().toArray()).toEqual([]);
  await put({});
  expect((await read()).status).toBe(200);
  expect((await read(subject, "ADMIN", 80)).status).toBe(409);
  expect((await at.get(address("TREE001"))).status).toBe(400);
});
