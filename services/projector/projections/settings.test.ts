import { expect, test } from "@jest/globals";
import { instantOf, projected } from "../testing/projected.ts";
import { settings } from "./settings.ts";

test("a setting has its latest value", async () => {
  const { main } = await projected(settings, [
    { type: "SettingChanged", data: { name: "numberDevices", from: null, to: 4 } },
    { type: "SettingChanged", data: { name: "playerUrl", from: null, to: "https://player.example/" } },
    { type: "SettingChanged", data: { name: "numberDevices", from: 4, to: 6 } },
  ]);
  expect(main).toEqual({
    numberDevices: { value: 6, changedAt: instantOf(2) },
    playerUrl: { value: "https://player.example/", changedAt: instantOf(1) },
  });
});
