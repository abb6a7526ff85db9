import { beforeEach, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import type { LookEvent } from "@ornament/contracts/looks/events";
import { requestLimits } from "@ornament/contracts/routes/request-limits";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";
import { createAdmin, firstAdminId } from "../testing/test-admin.ts";
import { startTestCommandApi } from "../testing/test-command-api.ts";
import { signedInConsumer, type TestConsumer } from "../testing/test-consumer.ts";

const path = "/api/admin/looks";
const minute = 60_000;

const api = apiForEachTest();
const itAdmin = forEachTest(() => api.signedInAdmin());
let adminId = 0;
let ann: TestConsumer;
beforeEach(async () => {
  adminId = await firstAdminId(api);
  ann = await signedInConsumer(api, "ann@example.com");
});

const looksOf = async (id: number) => (await api.store.read<LookEvent>(streams.look(id))).events;
const profile = (consumerId = ann.id) => ({ type: "profile", consumerId });
const instantLook = (instant: string) => ({ type: "instant", instant });
const pins = { type: "export", table: "pins", format: "csv", consumerId: null, narrowed: false };

test("a profile that is opened several times, also at the same time, is recorded once in an hour for an admin", async () => {
  const support = await createAdmin(api, itAdmin, "bea@ornament.test", "MEMBER");
  const answers = await Promise.all(Array.from({ length: 10 }, () => itAdmin.post(path, profile())));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  await support.browser.post(path, profile());
  expect(await looksOf(adminId)).toMatchObject([{ data: { adminId, consumerId: ann.id } }]);
  expect(await looksOf(support.id)).toHaveLength(1);
  api.clock.advance(60 * minute);
  await (await api.signedInAdmin()).post(path, profile());
  expect(await looksOf(adminId)).toHaveLength(2);
});

test.each(["yesterday", "2026-11-24", "2026-11-24T12:00:00+01:00", "2026-02-30T12:00:00Z"])(
  "the look at %s, which is no instant in UTC, is refused and not recorded",
  async (instant) => {
    const answer = await itAdmin.post(path, instantLook(instant));
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
    expect(await looksOf(adminId)).toEqual([]);
  },
);

test("every export is recorded, and a repeated request with its idempotency key once", async () => {
  await itAdmin.post(path, pins);
  await itAdmin.post(path, pins, { key: "one" });
  await itAdmin.post(path, pins, { key: "one" });
  const events = await looksOf(adminId);
  const { type: _, ...data } = pins;
  expect(events.map((event) => [event.type, event.data])).toEqual([
    ["TableExported", { adminId, ...data }],
    ["TableExported", { adminId, ...data }],
  ]);
  expect(events[0]?.metadata.actor).toEqual({ kind: "admin", id: adminId, role: "ADMIN" });
});

const copy = (change: object = {}) => ({
  type: "dataCopy",
  consumerId: ann.id,
  format: "html",
  reason: "Request by mail",
  confirmation: "ann@example.com",
  ...change,
});

test("every copy of a consumer's data is recorded with its format and reason, and without the confirmation", async () => {
  for (const confirmation of ["ann@example.com", "  ANN@Example.com "])
    expect((await itAdmin.post(path, copy({ confirmation }))).status).toBe(200);
  const data = { adminId, consumerId: ann.id, format: "html", reason: "Request by mail" };
  expect((await looksOf(adminId)).map((event) => event.data)).toEqual([data, data]);
});

test("a copy is refused and not recorded if the confirmation doesn't name the account", async () => {
  await signedInConsumer(api, "bob@example.com");
  for (const confirmation of ["bob@example.com", "ann", String(ann.id), "null"]) {
    const answer = await itAdmin.post(path, copy({ confirmation }));
    expect([answer.status, answer.body.code]).toEqual([409, "confirmation_mismatch"]);
    expect(answer.body.errors).toEqual([{ path: "confirmation", message: answer.body.message }]);
  }
  expect(await looksOf(adminId)).toEqual([]);
});

test("a copy is confirmed by the present email address, not by a former one", async () => {
  await itAdmin.call("PUT", "/api/admin/update-user-email", {
    body: { id: ann.id, email: "new@example.com" },
  });
  expect((await itAdmin.post(path, copy())).status).toBe(409);
  expect((await itAdmin.post(path, copy({ confirmation: "new@example.com" }))).status).toBe(200);
});

const evidence = { type: "evidence", subject: "pin-AB12CD3" };

test.each([
  ["AUDITOR", "an evidence file", () => evidence, 200],
  ["MEMBER", "an evidence file", () => evidence, 403],
  ["AUDITOR", "a copy of a consumer's data", copy, 403],
  ["MEMBER", "a copy of a consumer's data", copy, 403],
] as const)("the role %s that asks for %s is answered by its right", async (role, _what, look, status) => {
  const { id, browser } = await createAdmin(api, itAdmin, "bea@ornament.test", role);
  expect((await browser.post(path, look())).status).toBe(status);
  expect(await looksOf(id)).toHaveLength(status === 200 ? 1 : 0);
});

test("every evidence file is recorded with its subject", async () => {
  for (const _ of [1, 2]) expect((await itAdmin.post(path, evidence)).status).toBe(200);
  const recorded = { type: "EvidenceGiven", data: { adminId, subject: "pin-AB12CD3" } };
  expect(await looksOf(adminId)).toMatchObject([recorded, recorded]);
  expect((await itAdmin.post(path, { ...evidence, subject: "AB12CD3" })).status).toBe(400);
});

test("the profile and the copy of the data of a deleted account, and of no account, are refused and not recorded", async () => {
  expect((await ann.browser.call("DELETE", `/api/user/delete/${ann.id}`)).status).toBe(200);
  for (const look of [copy(), copy({ consumerId: ann.id + 1 }), profile(ann.id + 1)]) {
    const answer = await itAdmin.post(path, look);
    expect([answer.status, answer.body.code]).toEqual([404, "consumer_not_found"]);
  }
  expect(await looksOf(adminId)).toEqual([]);
});

test("an admin's looks have a limit for a day, and those that read the whole event store a lower one; a look that is recorded already isn't counted", async () => {
  const { look, lookBack } = requestLimits;
  for (const { atOnce, everySeconds } of [look, lookBack])
    expect(atOnce + 86_400 / everySeconds).toBeLessThan(4_000);
  const limited = await startTestCommandApi({}, { limitScale: 0.03 });
  const admin = await limited.signedInAdmin();
  const statuses = async (count: number, looked: (n: number) => object) => {
    const seen: number[] = [];
    for (let n = 0; n < count; n += 1) seen.push((await admin.post(path, looked(n))).status);
    return seen;
  };
  const at = (n: number) => instantLook(new Date(Date.UTC(2026, 10, 24, 12, n)).toISOString());
  expect(await statuses(5, () => at(0))).toEqual([200, 200, 200, 200, 200]);
  expect(await statuses(3, (n) => at(n + 1))).toEqual([200, 200, 429]);
  const refused = await admin.post(path, { type: "evidence", subject: "pin-TREE001" });
  expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
  expect(await statuses(31, () => pins)).toEqual([...Array(30).fill(200), 429]);
  await limited.stop();
});
