import { expect, test } from "@jest/globals";
import { judgeVersion } from "./start-check.ts";

test.each([
  ["22.10.5", "old"],
  ["23.6.0", "old"],
  ["23.10.0", "good"],
  ["24.10.14", "good"],
  ["26.0.3.1234-lts", "good"],
  ["5.0.11", "old"],
  ["0.0.0.0", "unknown"],
  ["unknown", "unknown"],
  ["", "unknown"],
  [undefined, "unknown"],
] as const)("the server version %s is %s", (version, judged) => {
  expect(judgeVersion(version)).toBe(judged);
});
