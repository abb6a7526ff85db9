import { expect, test } from "@jest/globals";
import { memoryStore } from "../../app/safe-storage.ts";
import { actionSucceeded, failureBeforeReload, failureShown, reloadsFor } from "./reload-once.ts";

test("reloads once, keeps the message over the reload, and not again until it worked", () => {
  const session = memoryStore();
  expect(reloadsFor(session, "binding", "It broke.")).toBe(true);
  expect(failureBeforeReload(session, "binding")).toBe("It broke.");
  failureShown(session, "binding");
  expect(failureBeforeReload(session, "binding")).toBeUndefined();

  expect(reloadsFor(session, "binding", "It broke again.")).toBe(false);
  expect(failureBeforeReload(session, "binding")).toBeUndefined();

  actionSucceeded(session, "binding");
  expect(reloadsFor(session, "binding", "Later")).toBe(true);
});

test("screens don't share their reload", () => {
  const session = memoryStore();
  expect(reloadsFor(session, "binding", "a")).toBe(true);
  expect(reloadsFor(session, "removal", "b")).toBe(true);
});
