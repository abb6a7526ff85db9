import { expect, test } from "@jest/globals";
import { watchLink } from "./device-token.ts";

test("carries the token beside the player's own query", () => {
  expect(watchLink("https://player.example/watch?lang=en", "abc.def")).toBe(
    "https://player.example/watch?lang=en&deviceToken=abc.def",
  );
});

test.each(["javascript:alert(1)", "data:text/html,x", "//player.example", "http://player.example", ""])(
  "%j is never followed",
  (url) => {
    expect(watchLink(url, "abc")).toBeUndefined();
  },
);

test("without a token there is nothing to watch with", () => {
  expect(watchLink("https://player.example/", undefined)).toBeUndefined();
  expect(watchLink("https://player.example/", "")).toBeUndefined();
});
