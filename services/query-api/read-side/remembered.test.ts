import { expect, test } from "@jest/globals";
import { Remembered } from "./remembered.ts";

/** Time stands still unless the test moves it. */
let now = 0;
const emptyMemory = () => new Remembered(() => now);

test("what was read is given again under its name while the content is the same", async () => {
  const remembered = emptyMemory();
  const read = Promise.resolve(1);
  remembered.keep("number", "pins a", read);
  expect(remembered.get("number", "pins a")).toBe(read);
  expect(remembered.get("number", "pins b")).toBeUndefined();
  expect(remembered.get("other", "pins a")).toBeUndefined();
});

test("what was read later is given in place of what was read before", () => {
  const remembered = emptyMemory();
  const later = Promise.resolve(2);
  remembered.keep("number", "pins a", Promise.resolve(1));
  remembered.keep("number", "pins a", later);
  expect(remembered.get("number", "pins a")).toBe(later);
});

test("a failed read is not remembered, and takes nothing away that was read after it began", async () => {
  const remembered = emptyMemory();
  const failing = Promise.reject(new Error("no answer"));
  const later = Promise.resolve(1);
  remembered.keep("one", "a", failing);
  remembered.keep("other", "a", failing);
  remembered.keep("other", "a", later);
  await expect(failing).rejects.toThrow("no answer");
  expect([remembered.get("one", "a"), remembered.get("other", "a")]).toEqual([undefined, later]);
});

test("what was read from a content that is no longer there is forgotten, and makes room", () => {
  const remembered = emptyMemory();
  const read = Promise.resolve(1);
  for (let n = 0; n < 1_000; n += 1) remembered.keep(`name ${n}`, n === 0 ? "settings a" : "pins a", read);
  remembered.keepOnly(
    new Map([
      ["settings", "settings a"],
      ["pins", "pins b"],
    ]),
  );
  expect(remembered.get("name 0", "settings a")).toBe(read);
  expect(remembered.get("name 1", "pins a")).toBeUndefined();
  remembered.keep("one more", "pins b", read);
  expect(remembered.get("one more", "pins b")).toBe(read);
});

test("beyond 1,000 names nothing more is remembered", () => {
  const remembered = emptyMemory();
  const read = Promise.resolve(1);
  for (let n = 0; n < 1_000; n += 1) remembered.keep(`name ${n}`, "a", read);
  remembered.keep("one more", "a", read);
  remembered.keep("name 0", "b", read);
  expect(remembered.get("name 999", "a")).toBe(read);
  expect(remembered.get("one more", "a")).toBeUndefined();
  expect(remembered.get("name 0", "b")).toBe(read);
});

test("a read that has not ended is given only to those who come within 50 ms", async () => {
  const remembered = emptyMemory();
  let end = () => {};
  const slow = new Promise<void>((resolve) => {
    end = resolve;
  });
  remembered.keep("one", "a", slow);
  now += 49;
  expect(remembered.get("one", "a")).toBe(slow);
  now += 1;
  expect(remembered.get("one", "a")).toBeUndefined();
  end();
  await slow;
  expect(remembered.get("one", "a")).toBe(slow);
});
