import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { ReadyJson } from "@ornament/platform/http/answer-json";
import { KnownAnswers } from "./known-answers.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** An answer of 10 bytes; with a URL of two characters it takes 14. */
const tenBytes = () => new ReadyJson("12345678");

test("an answer is known by its URL", () => {
  const answers = new KnownAnswers();
  const answer = tenBytes();
  answers.keep("/a", answer);
  expect(answers.get("/a")).toBe(answer);
  expect(answers.get("/a?page=2")).toBeUndefined();
});

test("an answer is forgotten 5 s after the first one was kept, also if nobody asks", () => {
  const answers = new KnownAnswers();
  answers.keep("/a", tenBytes());
  jest.advanceTimersByTime(4_000);
  answers.keep("/b", tenBytes());
  jest.advanceTimersByTime(999);
  expect(answers.get("/a")).toBeDefined();
  jest.advanceTimersByTime(1);
  expect([answers.get("/a"), answers.get("/b")]).toEqual([undefined, undefined]);
  answers.keep("/a", tenBytes());
  jest.advanceTimersByTime(5_000);
  expect(answers.get("/a")).toBeUndefined();
});

test("when a read model moves, all answers are forgotten and none that is still being read is kept", () => {
  const answers = new KnownAnswers();
  answers.keep("/a", tenBytes());
  answers.end();
  answers.keep("/b", tenBytes());
  expect([answers.get("/a"), answers.get("/b")]).toEqual([undefined, undefined]);
  expect(jest.getTimerCount()).toBe(0);
});

test("above the limit of bytes the oldest answers are forgotten", () => {
  const answers = new KnownAnswers({ bytes: 2 * 14, milliseconds: 5_000 });
  for (const url of ["/a", "/b", "/b", "/c"]) answers.keep(url, tenBytes());
  expect(["/a", "/b", "/c"].map((url) => answers.get(url) !== undefined)).toEqual([false, true, true]);
});

test("an answer that is larger than the limit is not kept, and the others stay", () => {
  const answers = new KnownAnswers({ bytes: 14, milliseconds: 5_000 });
  answers.keep("/a", tenBytes());
  answers.keep("/long", tenBytes());
  expect([answers.get("/a") !== undefined, answers.get("/long")]).toEqual([true, undefined]);
});
