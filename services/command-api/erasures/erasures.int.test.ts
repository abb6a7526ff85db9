import { expect, test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { firstAdminId } from "../testing/test-admin.ts";
import { issuePins, password, paths, signedInConsumer } from "../testing/test-consumer.ts";
import { bindPath, enterPins } from "../testing/test-ornament.ts";

const api = apiForFile();

const eventsOf = async (id: number) => (await api.store.read<ConsumerEvent>(streams.consumer(id))).events;

test("a deleted account releases its PINs and its email address, is erased, and its session ends", async () => {
  await issuePins(api, "GONE001", "GONE002");
  const { browser, id, email } = await signedInConsumer(api, "gone@example.com");
  const pin = ["GONE001", "GONE002"].map((text) => ({ pin: text, name: "Mia" }));
  await browser.put("/api/user/activate-pin", { userId: id, email, pin, device: "Mozilla/5.0" });
  const stolen = browser.copy();
  expect(await browser.delete(`/api/user/delete/${id}`)).toMatchObject({
    status: 200,
    body: { success: true },
  });
  for (const code of ["GONE001", "GONE002"]) {
    expect((await api.store.read(streams.pin(code))).events.at(-1)?.type).toBe("PinReleased");
  }
  expect((await eventsOf(id))[0]?.data).toMatchObject({ consumerId: id, email: null });
  expect((await stolen.get(paths.refresh)).status).toBe(401);
  const change = await stolen.put("/api/user/update-marketing-email", { marketingEmail: true });
  expect(change.status).toBe(401);
  expect(browser.cookies.has("__Secure-userRefresh")).toBe(false);
  expect((await api.client().post(paths.login, { email, password })).status).toBe(401);
  const renewed = await signedInConsumer(api, email);
  expect(renewed.id).not.toBe(id);
  const again = { userId: renewed.id, email, pin: [{ pin: "GONE001", name: "" }] };
  expect((await renewed.browser.put("/api/user/activate-pin", again)).status).toBe(200);
});

test("a deletion of somebody else's account is answered as if the account did not exist", async () => {
  const { browser } = await signedInConsumer(api, "nosy@example.com");
  const victim = await signedInConsumer(api, "victim@example.com");
  const theirs = await browser.delete(`/api/user/delete/${victim.id}`);
  const nobodys = await browser.delete("/api/user/delete/4096");
  expect(theirs).toMatchObject({ status: 404, body: { code: "consumer_not_found" } });
  expect(theirs.text).toBe(nobodys.text);
  const types = (await eventsOf(victim.id)).map(({ type }) => type);
  expect(types).not.toContain("ConsumerAccountDeleted");
});

const admin = forFile(() => api.signedInAdmin());

const reason = "Requested in writing";
const erase = (id: number, body: object, key?: string) =>
  admin.post(`/api/admin/erase-user/${id}`, body, key === undefined ? {} : { key });
const deletionsOf = async (id: number) =>
  (await eventsOf(id)).filter(({ type }) => type === "ConsumerAccountDeleted");

test("an IT Admin erases a consumer: PINs, devices and address are free, the data can't be read, and the consumer is signed out", async () => {
  await issuePins(api, "ERAS001");
  const consumer = await signedInConsumer(api, "leaving@example.com");
  const { browser, id, email } = consumer;
  await enterPins(consumer, ["ERAS001"]);
  await browser.post(bindPath, { pinId: pinIdOf("ERAS001"), device: "Mozilla/5.0" });
  const answer = await erase(id, { reason, confirmation: ` ${email.toUpperCase()} ` });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect((await api.store.read(streams.pin("ERAS001"))).events.map(({ type }) => type).slice(-2)).toEqual([
    "DeviceBound",
    "PinReleased",
  ]);
  const events = await eventsOf(id);
  expect(events[0]?.data).toMatchObject({ consumerId: id, email: null });
  expect(events.at(-1)).toMatchObject({
    type: "ConsumerAccountDeleted",
    data: { consumerId: id, reason },
    metadata: { actor: { kind: "admin", id: await firstAdminId(api), role: "ADMIN" } },
  });
  expect((await browser.get(paths.refresh)).status).toBe(401);
  expect((await browser.put("/api/user/update-marketing-email", { marketingEmail: true })).status).toBe(401);
  expect((await signedInConsumer(api, email)).id).not.toBe(id);
});

test("the reason of an erasure is required, as long as a comment on a PIN, and holds no email address", async () => {
  const { id, email } = await signedInConsumer(api, "reasons@example.com");
  for (const wrong of [undefined, " ", "x", "x".repeat(121), `Asked for by ${email}`])
    expect(await erase(id, { reason: wrong, confirmation: email })).toMatchObject({
      status: 400,
      body: { code: "invalid_request", errors: [{ path: "reason" }] },
    });
  expect(await deletionsOf(id)).toEqual([]);
});
