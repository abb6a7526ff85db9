import { expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";
import { createAdmin } from "../testing/test-admin.ts";
import { currentDeviceLimit, currentPlayerUrl } from "./current-settings.ts";

const api = apiForEachTest();
const itAdmin = forEachTest(() => api.signedInAdmin());

const save = (name: string, value: unknown) => itAdmin.post("/api/admin/update-setting", { name, value });

test("a setting has its default until it is saved, and then the value saved last", async () => {
  expect(await currentDeviceLimit(api.parts)).toBe(5);
  expect(await currentPlayerUrl(api.parts)).toBe("https://player.test/");
  const answer = await save("numberDevices", 3);
  expect(answer.body).toMatchObject({ name: "numberDevices", value: 3 });
  await save("numberDevices", 2);
  await save("playerUrl", "https://videos.test/watch?season=1");
  expect(await currentDeviceLimit(api.parts)).toBe(2);
  expect(await currentPlayerUrl(api.parts)).toBe("https://videos.test/watch?season=1");
});

test.each([
  ["numberDevices", 0],
  ["numberDevices", "3"],
  ["playerUrl", "javascript:alert(1)"],
  ["__proto__", 1],
  ["other", 1],
])("the setting %s = %p is refused and not recorded", async (name, value) => {
  const answer = await save(name, value);
  expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
  for (const setting of ["numberDevices", "playerUrl"] as const)
    expect((await api.store.read(streams.setting(setting))).events).toEqual([]);
});

const versionOf = async () =>
  String((await api.store.read(streams.setting("numberDevices"))).lastPosition?.commit ?? 0);
const saveAt = (version: string, value: number, key?: string) =>
  itAdmin.post("/api/admin/update-setting", { name: "numberDevices", value, version }, key ? { key } : {});

test("a setting saved after somebody else changed it is refused, and the answer has the present value and its author", async () => {
  const bea = await createAdmin(api, itAdmin, "bea@ornament.test");
  const never = await versionOf();
  await bea.browser.post("/api/admin/update-setting", { name: "numberDevices", value: 3, version: never });
  const answer = await saveAt(never, 9);
  expect([answer.status, answer.body.code, answer.body.errors]).toEqual([
    409,
    "changed_meanwhile",
    [{ path: "value", message: "3, changed by bea@ornament.test" }],
  ]);
  expect(await currentDeviceLimit(api.parts)).toBe(3);
  expect((await saveAt(await versionOf(), 9)).status).toBe(200);
});
