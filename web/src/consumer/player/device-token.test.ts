import { expect, test } from "@jest/globals";
import { watchLink } from "./device-token.ts";

test("the link to the player keeps the player's own query and adds the device token", () => {
  expect(watchLink("https://player.example/watch?lang=en", "abc.def")).toBe(
    "https://player.example/watch?lang=en&deviceToken=abc.def",
  );
});

test.each(["javascript:alert(1)", "data:text/html,x", "//player.example", "http://player.example", ""])(
  "there is no link to the player when its address is %j",
  (url) => {
    expect(watchLink(url, "abc")).toBeUndefined();
  },
);

test("there is no link to the player without a device token", () => {
  expect(watchLink("https://player.example/", undefined)).toBeUndefined();
  expect(watchLink("https://player.example/", "")).toBeUndefined();
});
