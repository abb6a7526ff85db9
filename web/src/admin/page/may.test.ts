import { expect, test } from "@jest/globals";
import { consumerPaths, settingPaths } from "@ornament/contracts/routes/back-office";
import { mayCall } from "./may.ts";

test("an admin may call the routes whose callers include the role, and a person without a role may call none", () => {
  const { consumerProfile, updateConsumerEmail } = consumerPaths;
  const routes = [consumerProfile, updateConsumerEmail, settingPaths.updateSetting];
  expect(routes.map((route) => mayCall("ADMIN", route))).toEqual([true, true, true]);
  expect(routes.map((route) => mayCall("MEMBER", route))).toEqual([true, false, false]);
  expect(routes.map((route) => mayCall("AUDITOR", route))).toEqual([true, false, false]);
  expect(routes.map((route) => mayCall(undefined, route))).toEqual([false, false, false]);
});
