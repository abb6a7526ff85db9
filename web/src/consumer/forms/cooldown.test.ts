import { expect, test } from "@jest/globals";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import { cooldownMs, inDigits, mailSentAt, secondsLeft, storeMailSentAt } from "./cooldown.ts";

test("the cooldown counts whole seconds down from 60 to 0", () => {
  expect(secondsLeft(1000, 1000)).toBe(60);
  expect(secondsLeft(1000, 1001)).toBe(60);
  expect(secondsLeft(1000, 2000)).toBe(59);
  expect(secondsLeft(1000, 1000 + cooldownMs)).toBe(0);
  expect(secondsLeft(1000, 9_999_999)).toBe(0);
});

test("a mail has no cooldown before it was sent, or if the clock was set back since", () => {
  expect(secondsLeft(undefined, 1000)).toBe(0);
  expect(secondsLeft(5000, 1000)).toBe(0);
});

test("each kind of mail has its own cooldown", () => {
  const store = memoryStore();
  storeMailSentAt(store, "activation", 1234);
  expect(mailSentAt(store, "activation")).toBe(1234);
  expect(mailSentAt(store, "code")).toBeUndefined();
});

test("an unreadable time in the storage is ignored", () => {
  const store = memoryStore();
  store.set("mailSentAt.code", "soon");
  expect(mailSentAt(store, "code")).toBeUndefined();
});

test.each([
  [9, "0:09"],
  [872, "14:32"],
  [3600, "1:00:00"],
  [7509, "2:05:09"],
])("a wait of %i seconds is shown as %s", (seconds, shown) => expect(inDigits(seconds)).toBe(shown));
