import { expect, test } from "@jest/globals";
import { settingDecider } from "./decider.ts";

const change = (value: number) => ({ type: "ChangeSetting", name: "numberDevices", value }) as const;

test("a change says what it was before; the same value again is nothing", () => {
  const first = settingDecider.decide(change(3), settingDecider.initialState());
  expect(first).toEqual([{ type: "SettingChanged", data: { name: "numberDevices", from: null, to: 3 } }]);
  const state = first.reduce(settingDecider.evolve, settingDecider.initialState());
  expect(settingDecider.decide(change(4), state)).toEqual([
    { type: "SettingChanged", data: { name: "numberDevices", from: 3, to: 4 } },
  ]);
  expect(settingDecider.decide(change(3), state)).toEqual([]);
});
