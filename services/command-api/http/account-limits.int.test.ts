import { beforeEach, expect, test } from "@jest/globals";
import { requestLimits } from "@ornament/contracts/routes/request-limits";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { apiForEachTest } from "../testing/running-api.ts";
import { issuePins, password, paths, signedInConsumer, type TestConsumer } from "../testing/test-consumer.ts";

const api = apiForEachTest({}, { limitScale: 1 });
let consumer: TestConsumer;
beforeEach(async () => {
  await issuePins(api, "TREE001");
  consumer = await signedInConsumer(api, "parent@example.com");
  const { browser, id, email } = consumer;
  const added = await browser.put("/api/user/activate-pin", {
    userId: id,
    email,
    pin: [{ pin: "TREE-001", name: "Tree" }],
  });
  expect(added.status).toBe(200);
});

const tree = pinIdOf("TREE001");
const rename = (who: TestConsumer, name: string, key?: string) =>
  who.browser.put("/api/user/update-pin-name", { id: tree, name }, key === undefined ? {} : { key });
const statuses = async (count: number, call: (n: number) => Promise<{ status: number }>) => {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await call(n)).status);
  return seen;
};

test("renames beyond the limit are refused as 429 with the time to wait, and are accepted again after it", async () => {
  const { atOnce, everySeconds } = requestLimits.renameOrnament;
  expect(new Set(await statuses(atOnce, (n) => rename(consumer, `Tree ${n}`)))).toEqual(new Set([200]));
  const before = await api.store.head();
  const refused = await rename(consumer, "One more");
  expect(refused).toMatchObject({
    status: 429,
    body: {
      error: true,
      code: "too_many_requests",
      message: "Too many requests. Please try again in 4 minutes.",
    },
  });
  expect(refused.headers["retry-after"]).toBe(String(everySeconds));
  expect(await api.store.head()).toEqual(before);
  api.clock.advance(everySeconds * 1000);
  expect(await statuses(2, (n) => rename(consumer, `Later ${n}`))).toEqual([200, 429]);
});

test("the limit of an account on one route does not limit other accounts or other routes", async () => {
  await statuses(40, (n) => rename(consumer, `Tree ${n}`));
  expect((await consumer.browser.put("/api/user/select-pin", { pinId: tree })).status).toBe(200);
  const other = await signedInConsumer(api, "other@example.com");
  expect((await rename(other, "Not mine")).status).toBe(404);
});

test("an Idempotency-Key makes no request cheaper: repeated, with other bodies or on other spellings of the path", async () => {
  const { atOnce } = requestLimits.selectOrnament;
  const select = (n: number) =>
    consumer.browser.put(
      n % 2 ? "/api/user/SELECT-pin" : "/api/user/select-pin/",
      { pinId: tree + (n % 5) },
      { key: "one" },
    );
  const seen = await statuses(atOnce + 1, select);
  expect(seen.slice(0, atOnce)).not.toContain(429);
  expect(seen.at(-1)).toBe(429);
  const repeated = await statuses(requestLimits.renameOrnament.atOnce + 1, () =>
    rename(consumer, "Once", "same"),
  );
  expect(repeated.indexOf(429)).toBe(requestLimits.renameOrnament.atOnce);
});

test("limits count the time that passes, although the clock was an hour ahead for a while", async () => {
  const hour = 3_600_000;
  api.clock.setWrong(hour);
  await consumer.browser.signIn(paths.login, { email: consumer.email, password });
  await statuses(requestLimits.renameOrnament.atOnce, (n) => rename(consumer, `Tree ${n}`));
  api.clock.setWrong(-hour);
  const refused = await rename(consumer, "One more");
  expect(refused.headers["retry-after"]).toBe(String(requestLimits.renameOrnament.everySeconds));
  api.clock.advance(requestLimits.renameOrnament.everySeconds * 1000);
  expect((await rename(consumer, "Later")).status).toBe(200);
});

test("refreshes are limited by session, and a refresh without a session is refused as not signed in", async () => {
  const { atOnce } = requestLimits.refreshSession;
  const used = 1;
  const seen = await statuses(atOnce - used + 1, () => consumer.browser.get(paths.refresh));
  expect(new Set(seen.slice(0, -1))).toEqual(new Set([200]));
  expect(seen.at(-1)).toBe(429);
  expect((await api.client().get(paths.refresh)).status).toBe(401);
  const elsewhere = api.client();
  await elsewhere.signIn(paths.login, { email: consumer.email, password });
  expect((await elsewhere.get(paths.refresh)).status).toBe(200);
  api.clock.advance(1_000);
  expect((await consumer.browser.get(paths.refresh)).status).toBe(200);
});
