import { expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { apiForFile } from "../testing/running-api.ts";
import { startTestCommandApi, testConfig } from "../testing/test-command-api.ts";
import { issuePins, signedInConsumer } from "../testing/test-consumer.ts";
import {
  bind,
  deviceOf,
  enterPins,
  eventTypes,
  inAnotherBrowser,
  ownerOf,
  phone,
  replay,
  seen,
} from "../testing/test-ornament.ts";

/** The names of the streams that were read. */
const read: string[] = [];
const api = apiForFile({}, { onRead: (stream) => read.push(stream) });

test("a check binds nothing and answers whether the device could be bound", async () => {
  const consumer = await ownerOf(api, "look@example.com", "LOOK001");
  const before = await eventTypes(api.store, streams.pin("LOOK001"));
  const free = await bind(consumer, "LOOK001", { isCurrentDevice: false });
  expect(free.body).toEqual({ bound: false, allowed: true, device: null });
  expect(await eventTypes(api.store, streams.pin("LOOK001"))).toEqual(before);
  const { deviceToken, id } = deviceOf(await bind(consumer, "LOOK001"));
  for (let count = 1; count <= 4; count += 1) await bind(inAnotherBrowser(consumer), "LOOK001");
  const other = inAnotherBrowser(consumer);
  expect((await bind(other, "LOOK001", { isCurrentDevice: false })).body).toEqual({
    bound: false,
    allowed: false,
    device: null,
  });
  const known = {
    bound: false,
    allowed: true,
    device: { id, pinCodeId: pinIdOf("LOOK001"), title: phone },
  };
  expect((await bind(other, "LOOK001", { isCurrentDevice: false, deviceToken })).body).toEqual(known);
  expect((await bind(consumer, "LOOK001", { isCurrentDevice: false })).body).toEqual(known);
  expect(other.browser.cookies.size).toBe(0);
});

test("of 30 browsers that three replicas bind at the same time exactly five are bound, as the limit allows", async () => {
  const consumer = await ownerOf(api, "crowd@example.com", "CROWD01");
  const replicas = [api, await api.replica(), await api.replica()];
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => {
      const browser = consumer.browser.copy(replicas[n % 3]?.url);
      browser.cookies.clear();
      return bind({ ...consumer, browser }, "CROWD01");
    }),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(5).fill(200), ...Array(25).fill(409)]);
  expect((await replay(api.store, "CROWD01")).devices.size).toBe(5);
});

test("binding requests with the same idempotency key bind once and get the same answer, also at the same time", async () => {
  const consumer = await ownerOf(api, "key@example.com", "KEY0001");
  const [first, ...others] = await Promise.all(
    Array.from({ length: 5 }, () => bind(consumer, "KEY0001", {}, "bind-1")),
  );
  for (const other of [...others, await bind(consumer, "KEY0001", {}, "bind-1")]) {
    expect(other.body).toEqual(first?.body);
  }
  expect((await replay(api.store, "KEY0001")).devices.size).toBe(1);
  expect((await bind(consumer, "KEY0001", { device: "other" }, "bind-1")).status).toBe(422);
});

test("a device is not bound to a deactivated PIN, and the PIN is not selected", async () => {
  const consumer = await ownerOf(api, "locked-pin@example.com", "LOCKED1");
  const admin = await api.signedInAdmin();
  await admin.put("/api/admin/update-pin-status", { id: pinIdOf("LOCKED1"), status: false, comment: "lost" });
  expect(await bind(consumer, "LOCKED1")).toMatchObject({ status: 409, body: { code: "lockedpin" } });
  const select = await consumer.browser.put("/api/user/select-pin", { pinId: pinIdOf("LOCKED1") });
  expect(select).toMatchObject({ status: 409, body: { code: "lockedpin" } });
});

test.each([
  ["not set", undefined],
  ["another host without https", "http://player.example/"],
])("no browser is sent to a player when the player link is %s", async (_name, defaultPlayerUrl) => {
  const unsafe = await startTestCommandApi({ config: testConfig({ defaultPlayerUrl }) });
  try {
    await issuePins(unsafe, "PLAYER1");
    const consumer = await signedInConsumer(unsafe, "player@example.com");
    expect((await enterPins(consumer, ["PLAYER1"], { device: phone })).body).toMatchObject({ binding: null });
    expect(await bind(consumer, "PLAYER1")).toMatchObject({
      status: 409,
      body: { code: "player_url_missing" },
    });
  } finally {
    await unsafe.stop();
  }
});

test("a binding removes control characters from the user agent and refuses unknown fields", async () => {
  const consumer = await ownerOf(api, "agent@example.com", "AGENT01");
  expect(deviceOf(await bind(consumer, "AGENT01", { device: `a\r\nb${"c".repeat(600)}` })).title).toMatch(
    /^a {2}bc+$/,
  );
  expect((await bind(consumer, "AGENT01", { limit: 99 })).status).toBe(400);
  expect((await bind(consumer, "AGENT01", { pinId: { $gt: 0 } })).status).toBe(400);
});

test("a consumer forgets devices of several PINs, and the repeated request gets the same answer with their names", async () => {
  const consumer = await ownerOf(api, "remove@example.com", "REMOVE1", "REMOVE2");
  const one = deviceOf(await bind(consumer, "REMOVE1"));
  const two = deviceOf(await bind(consumer, "REMOVE2"));
  const admin = await api.signedInAdmin();
  await admin.put("/api/admin/update-device-name", { id: two.id, name: "Kitchen" });
  const send = () =>
    consumer.browser.put("/api/user/remove-devices", { devices: [one.id, two.id] }, { key: "remove-1" });
  const answer = await send();
  expect(answer).toMatchObject({
    status: 200,
    body: {
      success: true,
      results: [
        { id: one.id, name: "Safari on iPhone" },
        { id: two.id, name: "Kitchen" },
      ],
    },
  });
  expect((await send()).body).toEqual(answer.body);
  expect((await replay(api.store, "REMOVE1")).devices.size).toBe(0);
  expect((await replay(api.store, "REMOVE2")).devices.size).toBe(0);
});

test("no device is forgotten when one of them is not the caller's", async () => {
  const other = await ownerOf(api, "keeper@example.com", "KEEP001");
  const kept = deviceOf(await bind(other, "KEEP001"));
  const consumer = await ownerOf(api, "remover@example.com", "REMOVE3");
  const own = deviceOf(await bind(consumer, "REMOVE3"));
  const foreign = await consumer.browser.put("/api/user/remove-devices", { devices: [own.id, kept.id] });
  const missing = await consumer.browser.put("/api/user/remove-devices", {
    devices: [own.id, pinIdOf("NEVER99") * 65_536 + 1],
  });
  const impossible = await consumer.browser.put("/api/user/remove-devices", {
    devices: [own.id, Number.MAX_SAFE_INTEGER],
  });
  expect(foreign.status).toBe(404);
  expect(seen(missing)).toEqual(seen(foreign));
  expect(seen(impossible)).toEqual(seen(foreign));
  expect((await replay(api.store, "REMOVE3")).devices.size).toBe(1);
  expect((await replay(api.store, "KEEP001")).devices.size).toBe(1);
});

test("forgetting devices of more PINs than an account can have is refused before any PIN is read", async () => {
  const { browser } = await ownerOf(api, "many@example.com", "MANY001");
  const devices = Array.from({ length: 51 }, (_, index) => (pinIdOf("MANY001") + index) * 65_536 + 1);
  read.length = 0;
  const answer = await browser.put("/api/user/remove-devices", { devices });
  expect(answer).toMatchObject({ status: 404, body: { code: "device_not_found" } });
  expect(read).toContainEqual(expect.stringMatching(/^consumer-/));
  expect(read.filter((stream) => stream.startsWith("pin-"))).toEqual([]);
});
