import { expect, test } from "@jest/globals";
import { playerLink, playerUrlProblem } from "./settings.ts";

test.each([
  "https://player.example/watch?lang=en",
  "http://localhost:8080/player/",
  "http://127.0.0.1/",
  "http://[::1]:9/",
])("the player link %p is allowed", (url) => {
  expect(playerUrlProblem(url)).toBeUndefined();
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "//player.example",
  "http://player.example",
  "http://localhost.example.com/",
  "https:player.example",
  "https://user:secret@player.example/",
  "ftp://player.example",
  "java\tscript:alert(1)",
  "\\\\videos.test\\",
  "http://0x7f000001.evil.test/",
  "",
])("the player link %p is refused", (url) => {
  expect(playerUrlProblem(url)).toEqual(expect.any(String));
});

test("the device token is added to the query that the player link already has", () => {
  expect(playerLink("https://player.example/watch?lang=en", "a.b&c")).toBe(
    "https://player.example/watch?lang=en&deviceToken=a.b%26c",
  );
});
