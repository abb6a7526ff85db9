import { expect, test } from "@jest/globals";
import { networkOf, sourceOf } from "./source.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002:ffff::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
])("%s counts as %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test("what is stored of an address is a keyed hash", () => {
  const key = (fill: number) => ({ addressKey: Buffer.alloc(32, fill) });
  expect(sourceOf(key(1), "192.0.2.7")).toBe(sourceOf(key(1), "192.0.2.7"));
  expect(sourceOf(key(1), "192.0.2.7")).not.toBe(sourceOf(key(2), "192.0.2.7"));
  expect(sourceOf(key(1), "192.0.2.7")).not.toContain("192.0.2.7");
});
