import { describe, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { issuePins, signedInConsumer } from "../testing/test-consumer.ts";
import { enterPins, replay } from "../testing/test-ornament.ts";

const api = apiForFile();
const admin = forFile(() => api.signedInAdmin());

const setStatus = (code: string, status: boolean, comment: unknown = "because") =>
  admin.put("/api/admin/update-pin-status", { id: pinIdOf(code), status, comment });

test("an admin deactivates an unclaimed PIN and activates it again", async () => {
  await issuePins(api, "STATUS1");
  expect(await setStatus("STATUS1", false, "  stolen batch ")).toMatchObject({
    status: 200,
    body: { success: true, message: "The PIN STAT-US1 was deactivated." },
  });
  expect((await setStatus("STATUS1", true)).status).toBe(200);
  const { events } = await api.store.read(streams.pin("STATUS1"));
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ["PinImported", expect.anything()],
    ["PinDeactivated", { code: "STATUS1", consumerId: null, comment: "stolen batch" }],
    ["PinActivated", { code: "STATUS1", consumerId: null, comment: "because" }],
  ]);
  expect(events[1]?.metadata.actor).toMatchObject({ kind: "admin", role: "ADMIN" });
});

describe("names and devices", () => {
  test("an admin renames an ornament and a device, and forgets the device, also when it is forgotten already", async () => {
    await issuePins(api, "ADMIN01", "ADMIN02");
    const consumer = await signedInConsumer(api, "owned@example.com");
    const answer = await enterPins(consumer, ["ADMIN01"], { device: "Mozilla/5.0" });
    const { id } = (answer.body.binding as { device: { id: number } }).device;

    expect(
      (await admin.put("/api/admin/update-pin-name", { id: pinIdOf("ADMIN01"), name: "Hall" })).status,
    ).toBe(200);
    expect((await admin.put("/api/admin/update-device-name", { id, name: "Tablet" })).status).toBe(200);
    const refreshed = await consumer.browser.get("/api/user/refresh");
    expect(refreshed.body).toMatchObject({
      user: { pins: { rows: [{ name: "Hall", devices: [{ id, name: "Tablet", title: "Mozilla/5.0" }] }] } },
    });

    const remove = () =>
      admin.delete(`/api/admin/remove-device/${id}`, { key: "remove", body: { name: "Tablet" } });
    expect(await remove()).toMatchObject({ status: 200, body: { count: 0 } });
    expect(await remove()).toMatchObject({ status: 200, body: { count: 0 } });
    expect((await replay(api.store, "ADMIN01")).devices.size).toBe(0);
    expect(await admin.delete(`/api/admin/remove-device/${id}`)).toMatchObject({
      status: 200,
      body: { count: 0 },
    });
  });
  test("an unclaimed PIN and an unknown device can't be renamed", async () => {
    const name = "x";
    expect((await admin.put("/api/admin/update-pin-name", { id: pinIdOf("ADMIN02"), name })).status).toBe(
      404,
    );
    const id = pinIdOf("NEVER03") * 65_536 + 1;
    const answer = await admin.put("/api/admin/update-device-name", { id, name });
    expect(answer).toMatchObject({ status: 404, body: { code: "device_not_found" } });
    expect((await admin.delete("/api/admin/remove-device/9007199254740991")).status).toBe(404);
  });
});
