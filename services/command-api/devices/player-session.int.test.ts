import { expect, test } from "@jest/globals";
import type { SignedInConsumer } from "@ornament/contracts/account/api";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { issuePins, password, paths, signedInConsumer, type TestConsumer } from "../testing/test-consumer.ts";
import {
  type BoundDevice,
  bind,
  bindPath,
  deviceOf,
  enterPins,
  eventTypes,
  inAnotherBrowser,
  playerPath,
} from "../testing/test-ornament.ts";

const api = apiForFile();
const admin = forFile(() => api.signedInAdmin());

const ask = (token: string) => api.client().get(playerPath, { token });
async function bound(email: string, code: string): Promise<{ consumer: TestConsumer; device: BoundDevice }> {
  await issuePins(api, code);
  const consumer = await signedInConsumer(api, email);
  const answer = await enterPins(consumer, [{ pin: code, name: "Hall" }], { device: "Mozilla/5.0" });
  return { consumer, device: (answer.body.binding as { device: BoundDevice }).device };
}

test("the player gets the date when the PIN was entered and the ornament's name", async () => {
  const { device } = await bound("ok@example.com", "PLAY001");
  const answer = await ask(device.deviceToken);
  expect(answer).toMatchObject({ status: 200, body: { status: "ok", ornamentName: "Hall" } });
  const [registered] = (await api.store.read("pin-PLAY001")).events.filter(
    ({ type }) => type === "PinRegistered",
  );
  expect(answer.body.registeredAt).toBe(registered?.createdAt.toISOString());
  expect(answer.headers["cache-control"]).toContain("no-store");
});

test("the player is answered lockedpin while the PIN is deactivated", async () => {
  const { device } = await bound("lock@example.com", "PLAY002");
  const setStatus = (status: boolean) =>
    admin.put("/api/admin/update-pin-status", { id: pinIdOf("PLAY002"), status, comment: "because" });
  await setStatus(false);
  expect((await ask(device.deviceToken)).body).toEqual({ status: "lockedpin" });
  await setStatus(true);
  expect((await ask(device.deviceToken)).body).toMatchObject({ status: "ok" });
});

test("the player is answered maximum-number-devices above the device limit, but not at it", async () => {
  const { consumer, device } = await bound("many@example.com", "PLAY003");
  expect((await bind(inAnotherBrowser(consumer), "PLAY003")).status).toBe(200);
  const setLimit = (value: number) =>
    admin.post("/api/admin/update-setting", { name: "numberDevices", value });
  try {
    await setLimit(2);
    expect((await ask(device.deviceToken)).body).toMatchObject({ status: "ok" });
    await setLimit(1);
    expect((await ask(device.deviceToken)).body).toEqual({ status: "maximum-number-devices" });
  } finally {
    await setLimit(5);
  }
});

test("the player is answered deactivated after the account was deleted", async () => {
  const { consumer, device } = await bound("gone@example.com", "PLAY004");
  expect((await consumer.browser.delete(`/api/user/delete/${consumer.id}`)).status).toBe(200);
  expect((await ask(device.deviceToken)).body).toEqual({ status: "deactivated" });
});

test("the player is refused as 401 after its device was forgotten, also when a new device was bound", async () => {
  const { consumer, device } = await bound("removed@example.com", "PLAY005");
  await consumer.browser.put("/api/user/remove-devices", { devices: [device.id] });
  const refused = await ask(device.deviceToken);
  expect(refused).toMatchObject({ status: 401, body: { code: "device_token_invalid" } });
  const next = deviceOf(await consumer.browser.post(bindPath, { pinId: pinIdOf("PLAY005"), device: "next" }));
  expect((await ask(next.deviceToken)).body).toMatchObject({ status: "ok" });
  expect((await ask(device.deviceToken)).text).toBe(refused.text);
});

test("the player is refused as 401 for a text that is not a device token", async () => {
  const { consumer, device } = await bound("token@example.com", "PLAY006");
  const [keyId = "", payload = "", mac = ""] = device.deviceToken.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as { v: BoundDevice };
  const changed = { ...claims, v: { ...claims.v, deviceId: device.id + 1 } };
  const forged = Buffer.from(JSON.stringify(changed)).toString("base64url");
  for (const token of [
    "x",
    `${keyId}.${forged}.${mac}`,
    `${keyId}.${payload}`,
    consumer.browser.token ?? "",
  ]) {
    expect(await ask(token)).toMatchObject({ status: 401, body: { code: "device_token_invalid" } });
  }
  expect((await api.client().get(playerPath)).status).toBe(401);
  expect((await api.client().get("/api/user/refresh", { token: device.deviceToken })).status).toBe(401);
});

test("a device that plays without the site counts as used, once a day", async () => {
  const { consumer, device } = await bound("bookmark@example.com", "PLAY007");
  const signIns = async () =>
    (await eventTypes(api.store, "pin-PLAY007")).filter((type) => type === "DeviceSignedIn").length;
  const lastLogin = async () =>
    ((await consumer.browser.get(paths.refresh)).body.user as SignedInConsumer).pins.rows[0]?.devices[0]
      ?.lastLogin;
  await ask(device.deviceToken);
  expect(await signIns()).toBe(0);
  api.clock.advance(25 * 3_600_000);
  for (let visit = 0; visit < 3; visit += 1)
    expect((await ask(device.deviceToken)).body).toMatchObject({ status: "ok" });
  expect(await signIns()).toBe(1);
  expect(await lastLogin()).toBe(api.clock.now().toISOString());
  api.clock.advance(25 * 3_600_000);
  await ask(device.deviceToken);
  expect(await signIns()).toBe(2);
  consumer.browser.token = String((await consumer.browser.get(paths.refresh)).body.accessToken);
  expect(deviceOf(await bind(consumer, "PLAY007")).id).toBe(device.id);
});

test("a device token ends with the cookie of its browser, 400 days after the last use, and a use in the player or on the site renews it", async () => {
  const day = 24 * 3_600_000;
  const { consumer, device } = await bound("yearly@example.com", "PLAY008");
  for (const days of [400, 400]) {
    api.clock.advance(days * day);
    expect((await ask(device.deviceToken)).body).toMatchObject({ status: "ok" });
  }
  api.clock.advance(400 * day + 1);
  expect(await ask(device.deviceToken)).toMatchObject({
    status: 401,
    body: { code: "device_token_invalid" },
  });
  await consumer.browser.signIn(paths.login, { email: consumer.email, password });
  const again = deviceOf(await bind(consumer, "PLAY008", { deviceToken: device.deviceToken }));
  expect(again.id).toBe(device.id);
  expect((await ask(device.deviceToken)).body).toMatchObject({ status: "ok" });
});
