import { expect, test } from "@jest/globals";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { createAdmin } from "../testing/test-admin.ts";
import { issuePins, password, paths, signedInConsumer } from "../testing/test-consumer.ts";
import { bindPath, deviceOf, enterPins, ownerOf, playerPath } from "../testing/test-ornament.ts";

const api = apiForFile();
const admin = forFile(() => api.signedInAdmin());

const reason = "Bought second-hand";
const path = "/api/admin/release-pin";
const release = (code: string, userId: number, by = admin) =>
  by.post(path, { id: pinIdOf(code), userId, reason });

test("an IT Admin releases a PIN: it leaves the list, its device is unknown, and the same consumer enters it again", async () => {
  await issuePins(api, "FREE001");
  const consumer = await signedInConsumer(api, "released@example.com");
  const { browser, id } = consumer;
  await enterPins(consumer, [{ pin: "FREE001", name: "Hall" }]);
  const bound = deviceOf(await browser.post(bindPath, { pinId: pinIdOf("FREE001"), device: "Mozilla/5.0" }));
  expect(await release("FREE001", id)).toMatchObject({
    status: 200,
    body: { message: "The PIN FREE-001 was released." },
  });
  const { events } = await api.store.read(streams.pin("FREE001"));
  expect(events.at(-1)).toMatchObject({ type: "PinReleased", data: { consumerId: id, reason } });
  const account = (await api.store.read<ConsumerEvent>(streams.consumer(id))).events;
  expect(account.at(-1)).toMatchObject({ type: "OrnamentRemoved", data: { code: "FREE001" } });
  const pinsNow = async () => {
    const { body } = await browser.get(paths.refresh);
    browser.token = String(body.accessToken);
    return (body.user as { pins: { rows: { name: string }[] } }).pins.rows;
  };
  expect(await pinsNow()).toEqual([]);
  const player = api.client();
  player.token = bound.deviceToken;
  expect(await player.get(playerPath)).toMatchObject({ status: 401, body: { code: "device_token_invalid" } });
  expect((await enterPins(consumer, [{ pin: "FREE001", name: "Door" }])).status).toBe(200);
  expect(await pinsNow()).toMatchObject([{ name: "Door", devices: [] }]);
});

test("Customer support may not release a PIN, but asks the IT Admins with a reason", async () => {
  const support = (await createAdmin(api, await api.signedInAdmin(), "bob@ornament.test", "MEMBER")).browser;
  await issuePins(api, "FREE003");
  const consumer = await signedInConsumer(api, "asked@example.com");
  await enterPins(consumer, ["FREE003"]);
  const { id } = consumer;
  expect((await release("FREE003", id, support)).status).toBe(403);
  const ask = (body: object) => support.post("/api/admin/ask-it-admin", { id, reason, ...body });
  expect((await ask({ act: "release-pin", pinId: pinIdOf("FREE003") })).status).toBe(200);
  expect(await ask({ act: "release-pin", pinId: pinIdOf("FREE002") })).toMatchObject({
    status: 404,
    body: { code: "pin_not_found" },
  });
  for (const wrong of [{ act: "release-pin" }, { act: "erase", pinId: pinIdOf("FREE003") }])
    expect((await ask(wrong)).status).toBe(400);
  expect((await api.store.read<ConsumerEvent>(streams.consumer(id))).events.at(-1)).toMatchObject({
    type: "ItAdminAsked",
    data: { act: "release-pin", code: "FREE003", reason },
    metadata: { actor: { role: "MEMBER" } },
  });
});

test("the name of an ornament that another person changed since it was read is refused in one sentence that says so", async () => {
  await issuePins(api, "NAME001");
  const consumer = await signedInConsumer(api, "named@example.com");
  await enterPins(consumer, [{ pin: "NAME001", name: "Hall" }]);
  const { browser } = consumer;
  const id = pinIdOf("NAME001");
  const read = await browser.get(paths.refresh);
  browser.token = String(read.body.accessToken);
  const { version } = read.body.user as { version: string };
  expect((await admin.put("/api/admin/update-pin-name", { id, name: "Door", version })).status).toBe(200);
  expect(await browser.put("/api/user/update-pin-name", { id, name: "Tree", version })).toMatchObject({
    status: 409,
    body: {
      code: "changed_meanwhile",
      message:
        "Our support changed the name after you opened it: it is “Door” now; save again to replace it.",
    },
  });
  expect((await browser.put("/api/user/update-pin-name", { id, name: "Tree" })).status).toBe(200);
  expect(await admin.put("/api/admin/update-pin-name", { id, name: "Gate", version })).toMatchObject({
    status: 409,
    body: {
      message: expect.stringMatching(
        /^You, in another window, and the consumer changed the name .* it is “Tree” now/,
      ),
    },
  });
});

test("the ornament that a consumer selects is the current one", async () => {
  const consumer = await ownerOf(api, "choose@example.com", "CHOOSE1", "CHOOSE2");
  const answer = await consumer.browser.put("/api/user/select-pin", { pinId: pinIdOf("CHOOSE2") });
  expect(answer.status).toBe(200);
  const refreshed = await consumer.browser.get("/api/user/refresh");
  expect(refreshed.body).toMatchObject({ user: { currentPin: pinIdOf("CHOOSE2") } });
});
test("sign-in, refresh and GET /api/user/account answer the ornaments in the order in which they were added, also after a rename", async () => {
  const consumer = await ownerOf(api, "order@example.com", "ZEBRA01", "ALPHA01", "MIDDLE1");
  await consumer.browser.put("/api/user/update-pin-name", { id: pinIdOf("ZEBRA01"), name: "First" });
  const refreshed = await consumer.browser.get("/api/user/refresh");
  const signedIn = await consumer.browser.post("/api/user/login", {
    email: "order@example.com",
    password,
  });
  const account = await consumer.browser.get("/api/user/account");
  for (const user of [refreshed.body.user, signedIn.body.user, account.body]) {
    const { rows } = (user as { pins: { rows: { pin: string }[] } }).pins;
    expect(rows.map(({ pin }) => pin)).toEqual(["ZEBR-A01", "ALPH-A01", "MIDD-LE1"]);
  }
});
