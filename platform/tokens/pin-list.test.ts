import { randomBytes } from "node:crypto";
import { expect, test } from "@jest/globals";
import { keyRing } from "./keyed-hash.ts";
import { openPinList, type PinList, sealPinList } from "./pin-list.ts";

const key = randomBytes(32);
const ring = keyRing(key);
const list: PinList = { ids: [0, 7, 36 ** 7 - 1], batch: "Winter ❄", listedAt: 12n };

test("a sealed list of PINs opens with its PINs, batch and position for the admin who asked for it", () => {
  expect(openPinList(ring, 3, sealPinList(ring, 3, list))).toEqual(list);
  const none = { ids: [], batch: null, listedAt: 0n };
  expect(openPinList(ring, 3, sealPinList(ring, 3, none))).toEqual(none);
});

test("a list of PINs does not open for another admin, with another key, or after a change of it", () => {
  const sealed = sealPinList(ring, 3, list);
  expect(openPinList(ring, 4, sealed)).toBeUndefined();
  expect(openPinList(keyRing(randomBytes(32)), 3, sealed)).toBeUndefined();
  for (const changed of [`${sealed.slice(0, -2)}AA`, sealed.slice(20), "", ".", "x"])
    expect(openPinList(ring, 3, changed)).toBeUndefined();
});

test("a list of PINs opens while its key is being replaced", () => {
  const sealed = sealPinList(ring, 3, list);
  expect(openPinList(keyRing(randomBytes(32), key), 3, sealed)).toEqual(list);
});

test("a sealed list of PINs does not show its PINs", () => {
  expect(Buffer.from(sealPinList(ring, 3, list), "base64url").includes("Winter")).toBe(false);
});
