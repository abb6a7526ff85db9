import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { ReadyJson } from "@ornament/platform/http/answer-json";
import { generation } from "../testing/fake-registry.ts";
import { KnownAnswers } from "./known-answers.ts";
import { lookAt } from "./look.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** An answer of 10 bytes; with a URL of two characters it takes 14. */
const tenBytes = () => new ReadyJson("12345678");

/** A look at which both read models stand at these positions. */
const lookOf = (pins: bigint, settings = 10n) =>
  lookAt([generation("pins", { commit: pins }), generation("settings", { commit: settings })]);
const look = lookOf(10n);
/** The contents at the look of these read models. */
const from = (...names: ("pins" | "settings")[]) =>
  new Map(names.map((name) => [name, look.contents.get(name) ?? ""]));
const fromPins = from("pins");

function answersAt(...[limits]: ConstructorParameters<typeof KnownAnswers>) {
  const answers = new KnownAnswers(limits);
  answers.keepOnly(look);
  return answers;
}

test("an answer is known by its URL", () => {
  const answers = answersAt();
  const answer = tenBytes();
  answers.keep("/a", answer, fromPins);
  expect(answers.get("/a", look)).toBe(answer);
  expect(answers.usedBy("/a", look)).toBe(fromPins);
  expect(answers.get("/a?page=2", look)).toBeUndefined();
});

test("an answer is forgotten 5 s after the first one was kept, also if nobody asks", () => {
  const answers = answersAt();
  answers.keep("/a", tenBytes(), fromPins);
  jest.advanceTimersByTime(4_000);
  answers.keep("/b", tenBytes(), fromPins);
  jest.advanceTimersByTime(999);
  expect(answers.get("/a", look)).toBeDefined();
  jest.advanceTimersByTime(1);
  expect([answers.get("/a", look), answers.get("/b", look)]).toEqual([undefined, undefined]);
  answers.keep("/a", tenBytes(), fromPins);
  jest.advanceTimersByTime(5_000);
  expect(answers.get("/a", look)).toBeUndefined();
});

test("when a read model changes, the answers that were read from it are forgotten, and the others stay", () => {
  const answers = answersAt();
  answers.keep("/a", tenBytes(), fromPins);
  answers.keep("/b", tenBytes(), from("settings"));
  answers.keep("/c", tenBytes(), from("pins", "settings"));
  const changed = lookOf(11n);
  answers.keepOnly(changed);
  expect(["/a", "/b", "/c"].map((url) => answers.get(url, changed) !== undefined)).toEqual([
    false,
    true,
    false,
  ]);
  expect(["/a", "/c"].map((url) => answers.get(url, look))).toEqual([undefined, undefined]);
  answers.keepOnly(lookOf(11n, 11n));
  expect(jest.getTimerCount()).toBe(0);
});

test("an answer is given to no request that has seen another content", () => {
  const answers = answersAt();
  answers.keep("/a", tenBytes(), fromPins);
  const earlier = lookOf(9n);
  expect([answers.get("/a", earlier), answers.usedBy("/a", earlier)]).toEqual([undefined, undefined]);
});

test("an answer is not kept if what it was read from has changed meanwhile", () => {
  const answers = answersAt();
  const changed = lookOf(11n);
  answers.keepOnly(changed);
  answers.keep("/a", tenBytes(), fromPins);
  answers.keep("/b", tenBytes(), from("settings"));
  expect([answers.get("/a", look), answers.get("/b", changed) !== undefined]).toEqual([undefined, true]);
});

test("above the limit of bytes the oldest answers are forgotten", () => {
  const answers = answersAt({ bytes: 2 * 14, milliseconds: 5_000 });
  for (const url of ["/a", "/b", "/b", "/c"]) answers.keep(url, tenBytes(), fromPins);
  expect(["/a", "/b", "/c"].map((url) => answers.get(url, look) !== undefined)).toEqual([false, true, true]);
});

test("an answer that is larger than the limit is not kept, and the others stay", () => {
  const answers = answersAt({ bytes: 14, milliseconds: 5_000 });
  answers.keep("/a", tenBytes(), fromPins);
  answers.keep("/long", tenBytes(), fromPins);
  expect([answers.get("/a", look) !== undefined, answers.get("/long", look)]).toEqual([true, undefined]);
});
