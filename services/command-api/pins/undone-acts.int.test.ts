import { beforeEach, describe, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { apiForFile, forFile } from "../testing/running-api.ts";
import { createAdmin } from "../testing/test-admin.ts";
import type { Answer } from "../testing/test-client.ts";
import { issuePins, signedInConsumer, type TestConsumer } from "../testing/test-consumer.ts";
import { enterPins, eventTypes, replay } from "../testing/test-ornament.ts";

const api = apiForFile();
const ann = forFile(() => api.signedInAdmin());
const bob = forFile(async () => (await createAdmin(api, ann, "bob@ornament.test")).browser);

let number = 0;
let code: string;
let owner: TestConsumer;
let device: number;
beforeEach(async () => {
  number += 1;
  code = `UNDNE${String(number).padStart(2, "0")}`;
  await issuePins(api, code);
  owner = await signedInConsumer(api, `undo${number}@example.com`);
  const answer = await enterPins(owner, [{ pin: code, name: "Fir" }], { device: "Mozilla/5.0" });
  device = (answer.body.binding as { device: { id: number } }).device.id;
});

const versionOf = ({ body }: Answer) => body.version as string;

const status = (to: boolean) => ({ id: pinIdOf(code), status: to, comment: "because" });
const pinName = (name: string) => ({ id: pinIdOf(code), name });
const deviceName = (name: string) => ({ id: device, name });

const acts = [
  {
    act: "deactivation",
    path: "/api/admin/update-pin-status",
    first: () => status(false),
    undo: () => status(true),
    between: () => [status(true), status(false)],
    says: "changed the status of this PIN after you opened it. Nothing was changed.",
  },
  {
    act: "rename of an ornament",
    path: "/api/admin/update-pin-name",
    first: () => pinName("Tree"),
    undo: () => pinName("Fir"),
    between: () => [pinName("Door")],
    says: "changed the name after you opened it: it is “Door” now; save again to replace it.",
  },
  {
    act: "rename of a device",
    path: "/api/admin/update-device-name",
    first: () => deviceName("Tablet"),
    undo: () => deviceName(""),
    between: () => [deviceName("Phone")],
    says: "changed the name after you opened it: it is “Phone” now; save again to replace it.",
  },
];

describe.each(acts)("the undo of a $act", ({ path, first, undo, between, says }) => {
  const ofOthers = async () => {
    for (const change of between()) expect((await bob.put(path, change)).status).toBe(200);
  };
  const events = async () => [
    ...(await eventTypes(api.store, streams.pin(code))),
    ...(await eventTypes(api.store, streams.consumer(owner.id))),
  ];

  test("with the version that the act answered is an act of its own", async () => {
    const version = versionOf(await ann.put(path, first()));
    const before = await events();
    expect(await ann.put(path, { ...undo(), version })).toMatchObject({ status: 200 });
    expect(await events()).toHaveLength(before.length + 1);
  });

  test("is refused and changes nothing if another admin has changed it since", async () => {
    const version = versionOf(await ann.put(path, first()));
    await ofOthers();
    const before = await events();
    expect(await ann.put(path, { ...undo(), version })).toMatchObject({
      status: 409,
      body: { code: "changed_meanwhile", message: `bob@ornament.test ${says}` },
    });
    expect(await events()).toEqual(before);
  });

  test("is refused even if the act's answer was lost and asked for again after another admin's change", async () => {
    const key = `lost ${path}`;
    await ann.put(path, first(), { key });
    await ofOthers();
    const version = versionOf(await ann.put(path, first(), { key }));
    expect(await ann.put(path, { ...undo(), version })).toMatchObject({
      status: 409,
      body: { code: "changed_meanwhile" },
    });
  });
});

test("a former owner's name for an ornament never reaches the account that has entered the PIN since", async () => {
  const path = "/api/admin/update-pin-name";
  const version = versionOf(await ann.put(path, pinName("Tree")));
  const release = { id: pinIdOf(code), userId: owner.id, reason: "given away" };
  expect((await ann.post("/api/admin/release-pin", release)).status).toBe(200);
  const next = await signedInConsumer(api, `next${number}@example.com`);
  await enterPins(next, [{ pin: code, name: "Star" }]);
  expect(await ann.put(path, { ...pinName("Fir"), version })).toMatchObject({
    status: 409,
    body: { message: "The consumer entered this PIN after you opened it. Nothing was changed." },
  });
  expect(await eventTypes(api.store, streams.consumer(next.id))).not.toContain("OrnamentRenamed");
});
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
