import { randomBytes } from "node:crypto";
import { expect, test } from "@jest/globals";
import { deriveKey, keyRing } from "./keyed-hash.ts";
import { openPinList, type PinList, sealPinList } from "./pin-list.ts";
import { seal } from "./seal.ts";

const key = randomBytes(32);
const ring = keyRing(key);
const now = new Date("2026-11-28T12:00:00Z");
const made = { id: "0a8dd6b1-7d0e-4a52-9f3e-1d6a3f6e2b13", sealedAt: now };
const list: PinList = { ...made, ids: [0, 7, 36 ** 7 - 1], batch: "Winter ❄", listedAt: 12n };

test("a sealed list of PINs opens with its PINs, batch and position for the admin who asked for it", () => {
  expect(openPinList(ring, 3, sealPinList(ring, 3, list), now)).toEqual(list);
  const none = { ...made, ids: [], batch: null, listedAt: 0n };
  expect(openPinList(ring, 3, sealPinList(ring, 3, none), now)).toEqual(none);
});

test("a list of PINs does not open for another admin, with another key, or after a change of it", () => {
  const sealed = sealPinList(ring, 3, list);
  expect(openPinList(ring, 4, sealed, now)).toBeUndefined();
  expect(openPinList(keyRing(randomBytes(32)), 3, sealed, now)).toBeUndefined();
  for (const changed of [`${sealed.slice(0, -2)}AA`, sealed.slice(20), "", ".", "x"])
    expect(openPinList(ring, 3, changed, now)).toBeUndefined();
});

test("a list of PINs opens while its key is being replaced", () => {
  const sealed = sealPinList(ring, 3, list);
  expect(openPinList(keyRing(randomBytes(32), key), 3, sealed, now)).toEqual(list);
});

test("a list of PINs opens for ten minutes", () => {
  const sealed = sealPinList(ring, 3, list);
  const after = (milliseconds: number) =>
    openPinList(ring, 3, sealed, new Date(now.getTime() + milliseconds));
  expect(after(600_000)).toEqual(list);
  expect(after(600_001)).toBeUndefined();
});

test("a list of PINs that an older build sealed does not open", () => {
  const about = Buffer.from(JSON.stringify({ batch: null, listedAt: "12" }));
  const plain = Buffer.concat([Buffer.from([0, about.length]), about]);
  const sealed = `${ring.current.id}.${seal(deriveKey(ring.current.bytes, "pin-list"), "3", plain)}`;
  expect(openPinList(ring, 3, sealed, now)).toBeUndefined();
});

test("a sealed list of PINs does not show its PINs", () => {
  expect(Buffer.from(sealPinList(ring, 3, list), "base64url").includes("Winter")).toBe(false);
});
