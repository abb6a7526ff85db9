import { expect, test } from "@jest/globals";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import { actionSucceeded, failureBeforeReload, failureShown, shouldReload } from "./use-device-failure.ts";

test("a failure reloads the page once, shows its message afterwards, and reloads again only after a success", () => {
  const session = memoryStore();
  expect(shouldReload(session, "binding", "It broke.")).toBe(true);
  expect(failureBeforeReload(session, "binding")).toBe("It broke.");
  failureShown(session, "binding");
  expect(failureBeforeReload(session, "binding")).toBeUndefined();

  expect(shouldReload(session, "binding", "It broke again.")).toBe(false);
  expect(failureBeforeReload(session, "binding")).toBeUndefined();

  actionSucceeded(session, "binding");
  expect(shouldReload(session, "binding", "Later")).toBe(true);
});

test("each screen has its own reload", () => {
  const session = memoryStore();
  expect(shouldReload(session, "binding", "a")).toBe(true);
  expect(shouldReload(session, "removal", "b")).toBe(true);
});
