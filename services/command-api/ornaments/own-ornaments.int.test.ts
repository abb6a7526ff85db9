import { expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { apiForFile } from "../testing/running-api.ts";
import { password } from "../testing/test-consumer.ts";
import { ownerOf } from "../testing/test-ornament.ts";

const api = apiForFile();

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
