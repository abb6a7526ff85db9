import { test } from "@jest/globals";
import type { SettingEvent } from "@ornament/contracts/settings/events";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import { settingDecider } from "./decider.ts";

const { given } = specify(settingDecider);
const change = (value: number) => ({ type: "ChangeSetting", name: "numberDevices", value }) as const;
const changed = (from: number | null, to: number): SettingEvent => ({
  type: "SettingChanged",
  data: { name: "numberDevices", from, to },
});

test("the first change of a setting has no earlier value", () =>
  given().decides(change(3), changed(null, 3)));

test("a later change of a setting records the earlier value", () =>
  given(changed(null, 3)).decides(change(4), changed(3, 4)));

test("a setting that is saved with the value it has does not change", () =>
  given(changed(null, 3)).decides(change(3)));
