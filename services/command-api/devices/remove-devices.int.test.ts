import { expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { apiForFile } from "../testing/running-api.ts";
import { bind, deviceOf, ownerOf, replay, seen } from "../testing/test-ornament.ts";

/** The names of the streams that were read. */
const read: string[] = [];
const api = apiForFile({}, { onRead: (stream) => read.push(stream) });

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
