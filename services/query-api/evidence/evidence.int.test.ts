import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/api/routes";
import { type EvidenceFile, evidenceFilesCollection } from "@ornament/contracts/read-models/evidence-files";
import { now, type QueryApiUnderTest, startQueryApi } from "../testing/query-api-fixture.ts";

let at: QueryApiUnderTest;
beforeAll(async () => {
  at = await startQueryApi();
});
afterAll(() => at.close());

const recorded = { status: 200, retryAfterSeconds: undefined, body: {} };
beforeEach(async () => {
  await files().deleteMany({});
  at.looks.asked.length = 0;
  at.looks.answer = async () => recorded;
});

const subject = "pin-TREE001";
const files = () => at.db.collection<EvidenceFile>(evidenceFilesCollection);
/** Stores what the projector stores. */
const put = (change: Partial<EvidenceFile>, of = subject) =>
  files().insertOne({
    _id: of,
    subject: of,
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

async function read(of = subject, role: "ADMIN" | "AUDITOR" | "MEMBER" = "AUDITOR") {
  const headers = { Authorization: `Bearer ${await at.signIn(role)}` };
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

test("an evidence file that nobody asked for yet is asked for, and neither given nor recorded", async () => {
  expect(await refused("pin-tree-001")).toEqual({
    status: 409,
    code: "past_tables_filling",
    message: "The evidence file is being prepared. Please try again in one second.",
    errors: ["0 %"],
    wait: "1",
  });
  expect(await files().find().toArray()).toEqual([
    {
      _id: subject,
      subject,
      state: "waiting",
      fraction: 0,
      reason: null,
      file: null,
      requestedAt: now,
      usedAt: now,
    },
  ]);
  await files().updateOne({ _id: subject }, { $set: { state: "filling", fraction: 0.409 } });
  expect(await refused()).toMatchObject({ code: "past_tables_filling", errors: ["40 %"] });
  expect(looks()).toEqual([]);
});

test("an evidence file that can't be made is refused with the reason, and not recorded", async () => {
  await put({ state: "refused", file: null, reason: "no event is about pin-TREE001" });
  expect(await refused()).toMatchObject({
    status: 507,
    code: "past_tables_refused",
    message: "The evidence file can't be made: no event is about pin-TREE001.",
    wait: "30",
  });
  expect(looks()).toEqual([]);
});

test.each([
  ["pin-tree-001", subject, "evidence-pin-TREE001-2026-12-01.json"],
  ["consumer-7", "consumer-7", "evidence-consumer-7-2026-12-01.json"],
  ["batch-Winter/26 🎄", "batch-Winter/26 🎄", "evidence-batch-Winter_26_-2026-12-01.json"],
])("the file of %s is recorded, given as a download, and removed", async (asked, of, name) => {
  const file = `${"🎄é".repeat(50_000)}\n`;
  await put({ file }, of);
  const answer = await read(asked);
  expect(answer).toMatchObject({ status: 200, name, type: "application/json; charset=utf-8" });
  expect(answer.text === file).toBe(true);
  expect(looks()).toEqual([{ type: "evidence", subject: of }]);
  expect(await files().find().toArray()).toEqual([]);
  expect((await read(asked)).status).toBe(409);
});

test("without the record no byte of the file is given, and the file stays for another try", async () => {
  await put({ file: "secret" });
  at.looks.answer = async () => ({ status: 503, retryAfterSeconds: 9, body: { code: "unavailable" } });
  const { status, text } = await read();
  expect([status, JSON.parse(text).code]).toEqual([503, "look_not_recorded"]);
  expect(text).not.toContain("secret");
  at.looks.answer = async () => recorded;
  expect((await read()).text).toBe("secret");
});

test("a file that an erasure removes while the look is recorded is not given", async () => {
  await put({ file: "secret" });
  at.looks.answer = async () => {
    await files().deleteMany({});
    return recorded;
  };
  expect(await refused()).toMatchObject({ status: 409, code: "past_tables_filling" });
});

test("an evidence file is for IT Admins and Auditors, and Customer support asks for nothing", async () => {
  expect((await read(subject, "MEMBER")).status).toBe(403);
  expect(await files().find().toArray()).toEqual([]);
  await put({});
  expect((await read(subject, "ADMIN")).status).toBe(200);
  expect((await at.get(address("TREE001"))).status).toBe(400);
});
