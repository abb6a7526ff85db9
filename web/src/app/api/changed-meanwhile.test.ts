import { expect, test } from "@jest/globals";
import { isNewer } from "./changed-meanwhile.ts";

test("a version is newer than a smaller number, however many digits they have, and not than itself", () => {
  expect(isNewer("1000", "999")).toBe(true);
  expect(isNewer("999", "1000")).toBe(false);
  expect(isNewer("9007199254740993", "9007199254740992")).toBe(true);
  expect(isNewer("1000", "1000")).toBe(false);
});
