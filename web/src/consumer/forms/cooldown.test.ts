import { expect, test } from "@jest/globals";
import { memoryStore } from "../../app/safe-storage.ts";
import { cooldownMs, mailSentAt, secondsLeft, storeMailSentAt } from "./cooldown.ts";

test("counts whole seconds down to nothing", () => {
  expect(secondsLeft(1000, 1000)).toBe(60);
  expect(secondsLeft(1000, 1001)).toBe(60);
  expect(secondsLeft(1000, 2000)).toBe(59);
  expect(secondsLeft(1000, 1000 + cooldownMs)).toBe(0);
  expect(secondsLeft(1000, 9_999_999)).toBe(0);
});

test("nothing sent, or sent in a future that a clock set back made up: no wait", () => {
  expect(secondsLeft(undefined, 1000)).toBe(0);
  expect(secondsLeft(5000, 1000)).toBe(0);
});

test("remembers each kind of mail by itself", () => {
  const store = memoryStore();
  storeMailSentAt(store, "activation", 1234);
  expect(mailSentAt(store, "activation")).toBe(1234);
  expect(mailSentAt(store, "code")).toBeUndefined();
});

test("something else in the storage counts as nothing", () => {
  const store = memoryStore();
  store.set("mailSentAt.code", "soon");
  expect(mailSentAt(store, "code")).toBeUndefined();
});
