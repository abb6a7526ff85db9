import { expect, test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import { freeFailures } from "../sign-in/decider.ts";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { createAdmin } from "../testing/test-admin.ts";
import { password, paths, signedInConsumer } from "../testing/test-consumer.ts";

const api = apiForFile();
const support = forFile(
  async () => (await createAdmin(api, await api.signedInAdmin(), "bob@ornament.test", "MEMBER")).browser,
);

const reason = "Confirmed by phone";
const end = (id: number, key?: string) =>
  support.post("/api/admin/end-sign-in-pause", { id, reason }, key === undefined ? {} : { key });
const fail = async (email: string) => {
  for (let failure = 0; failure < freeFailures; failure += 1)
    await api.client().post(paths.login, { email, password: "Wrong-2026" });
};
const signIn = async (email: string) => (await api.client().post(paths.login, { email, password })).status;
const endsOf = async (id: number) =>
  (await api.store.read<ConsumerEvent>(streams.consumer(id))).events.filter(
    ({ type }) => type === "SignInPauseEnded",
  );

test("Customer support ends a pause with a reason, and the right password signs in immediately", async () => {
  const { id, email } = await signedInConsumer(api, "paused@example.com");
  await fail(email);
  expect(await signIn(email)).toBe(401);
  expect(await end(id)).toMatchObject({ status: 200, body: { success: true } });
  expect(await signIn(email)).toBe(200);
  expect(await endsOf(id)).toMatchObject([
    { data: { consumerId: id, reason }, metadata: { actor: { kind: "admin", role: "MEMBER" } } },
  ]);
});

test("sign-in that is not paused is answered as not paused, and nothing is recorded", async () => {
  const { id } = await signedInConsumer(api, "free@example.com");
  expect(await end(id)).toMatchObject({ status: 409, body: { code: "sign_in_not_paused" } });
  expect(await endsOf(id)).toEqual([]);
});

test("a repeated end answers the same and ends no later pause", async () => {
  const { id, email } = await signedInConsumer(api, "again@example.com");
  await fail(email);
  const first = await end(id, "end-1");
  expect(first.status).toBe(200);
  api.clock.advance(1_000);
  await fail(email);
  expect((await end(id, "end-1")).text).toBe(first.text);
  expect(await signIn(email)).toBe(401);
  expect(await endsOf(id)).toHaveLength(1);
});
