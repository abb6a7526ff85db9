import { createHmac } from "node:crypto";
import { expect, test } from "@jest/globals";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";

const api = apiForEachTest();
const itAdmin = forEachTest(() => api.signedInAdmin());

/** 200 with a valid token, because the body changes nothing. */
const call = (token: string | null, headers: Record<string, string> = {}) =>
  itAdmin.post("/api/admin/update-setting", { name: "numberDevices", value: 5 }, { token, headers });

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part = "") => JSON.parse(Buffer.from(part, "base64url").toString());

/** The admin's token with changes, signed with a key. */
function forged(change: object, key: string | Buffer = current().bytes): string {
  const payload = { ...decode(itAdmin.token?.split(".")[1]), ...change };
  const signed = `${encode({ alg: "HS256", kid: current().id })}.${encode(payload)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}
const current = () => api.dependencies.secrets.ring("adminToken").current;

test("an access token is accepted as it was issued", async () =>
  expect((await call(itAdmin.token ?? "")).status).toBe(200));

test("an access token of version 1.1.0, which counted the epochs, is accepted while the count is that of the account", async () => {
  const withEpoch = (epoch: number) => forged({ epoch });
  const answers = [0, 1, 2].map(async (epoch) => (await call(withEpoch(epoch))).status);
  expect(await Promise.all(answers)).toEqual([200, 401, 401]);
});

test.each<[string, () => string | null]>([
  ["no token", () => null],
  ["a guessed key", () => forged({}, "guess")],
  ["a consumer's audience", () => forged({ aud: "ornament-consumer" })],
  ["a consumer's role", () => forged({ role: "consumer" })],
  ["the refresh token", () => [...itAdmin.cookies.values()][0] ?? ""],
  ["a device token", () => api.parts.deviceTokens.issue({ deviceId: 65537, consumerId: 1, held: [] })],
])("a request is refused as not signed in: %s", async (_what, token) => {
  const answer = await call(token());
  expect([answer.status, answer.body.errors]).toEqual([401, ["admin_error"]]);
});

test("an access token older than 15 minutes is refused as not signed in", async () => {
  api.clock.advance(15 * 60_000 - 2_000);
  expect((await call(itAdmin.token ?? "")).status).toBe(200);
  api.clock.advance(3_000);
  expect((await call(itAdmin.token ?? "")).status).toBe(401);
});

test("an admin's token is refused on a consumer's route, and a consumer's token on an admin's route", async () => {
  const asConsumer = await itAdmin.put("/api/user/select-pin", { pinId: 1 });
  expect([asConsumer.status, asConsumer.body.errors]).toEqual([401, ["user_error"]]);
  const consumer = api.parts.accessTokens.issue("s", {
    audience: "consumer",
    subjectId: 1,
    role: "consumer",
    changes: [],
    epoch: null,
    position: undefined,
  });
  expect((await call(consumer)).status).toBe(401);
});
