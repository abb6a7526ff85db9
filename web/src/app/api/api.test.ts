import { expect, test } from "@jest/globals";
import { tagsOnSuccess } from "./api-base.ts";
import { isNewer } from "./changed-meanwhile.ts";

test.each([
  ["succeeded", undefined, ["Pin", "Log"]],
  ["was refused", 409, []],
  ["was refused to this person", 403, []],
  ["may have been carried out, because the server failed", 500, ["Pin", "Log"]],
  ["may have been carried out, because its answer was lost", 0, ["Pin", "Log"]],
])("a command that %s has its rows read again only if they may have changed", (_how, status, expected) => {
  const error = status === undefined ? undefined : { status, code: "x", message: "x", details: {} };
  expect(
    tagsOnSuccess("Pin", "Log")(undefined, error as Parameters<ReturnType<typeof tagsOnSuccess>>[1]),
  ).toEqual(expected);
});

test("a version is newer than a smaller number, however many digits they have, and not than itself", () => {
  expect(isNewer("1000", "999")).toBe(true);
  expect(isNewer("999", "1000")).toBe(false);
  expect(isNewer("9007199254740993", "9007199254740992")).toBe(true);
  expect(isNewer("1000", "1000")).toBe(false);
});
