import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import type { TestClient } from "../../testing/test-client.ts";
import { startTestCommandApi, type TestCommandApi } from "../../testing/test-command-api.ts";

let api: TestCommandApi;
let itAdmin: TestClient;
beforeEach(async () => {
  api = await startTestCommandApi();
  itAdmin = await api.signedInAdmin();
});
afterEach(() => api.stop());

const save = (name: string, value: unknown) => itAdmin.post("/api/admin/update-setting", { name, value });

test("a setting has its default until it is saved, and then the value saved last", async () => {
  expect(await api.parts.settings.deviceLimit()).toBe(5);
  expect(await api.parts.settings.playerUrl()).toBe("https://player.test/");
  const answer = await save("numberDevices", 3);
  expect(answer.body).toMatchObject({ name: "numberDevices", value: 3 });
  await save("numberDevices", 2);
  await save("playerUrl", "https://videos.test/watch?season=1");
  expect(await api.parts.settings.deviceLimit()).toBe(2);
  expect(await api.parts.settings.playerUrl()).toBe("https://videos.test/watch?season=1");
});

test.each([
  ["numberDevices", 0],
  ["numberDevices", 1.5],
  ["numberDevices", "3"],
  ["numberDevices", null],
  ["playerUrl", "javascript:alert(1)"],
  ["playerUrl", "data:text/html,x"],
  ["playerUrl", "//host/path"],
  ["playerUrl", "http://videos.test/"],
  ["playerUrl", "https://user:secret@videos.test/"],
  ["playerUrl", `https://videos.test/${"x".repeat(2000)}`],
  ["__proto__", 1],
  ["other", 1],
])("the setting %s = %p is refused and not recorded", async (name, value) => {
  const answer = await save(name, value);
  expect([answer.status, answer.body.code]).toEqual([400, "invalid_request"]);
  for (const setting of ["numberDevices", "playerUrl"] as const)
    expect((await api.store.read(streams.setting(setting))).events).toEqual([]);
});

test("a player link with http is accepted for a loopback host only", async () => {
  expect((await save("playerUrl", "http://localhost:3000/player")).status).toBe(200);
});
