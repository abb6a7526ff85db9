import { expect, test } from "@jest/globals";
import { addressIn, networkOf } from "./network.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["192.0.2.7:5555", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:192.0.2.7", "192.0.2.7"],
  ["::ffff:c000:207", "192.0.2.7"],
  ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7:5555", "192.0.2.7"],
  ["[::ffff:192.0.2.7]:5555", "192.0.2.7"],
  ["[::1]:5555", "::1"],
  ["[2001:DB8::0:1]", "2001:db8::1"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["[FE80::1%25eth0]:5555", "fe80::1"],
  ["::192.0.2.7", "::192.0.2.7"],
  ["unknown", "unknown"],
  ["[unknown]:5555", "[unknown]:5555"],
  ["_hidden:5555", "_hidden:5555"],
  ["", ""],
])("the address in '%s' is '%s'", (text, address) => {
  expect(addressIn(text)).toBe(address);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002:ffff::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["[2001:db8::1]:5555", "2001:db8:0:0"],
  ["2001:db8:1:2:3:4:192.0.2.7", "2001:db8:1:2"],
  ["::1", "0:0:0:0"],
  ["::", "0:0:0:0"],
  ["64:ff9b::192.0.2.7", "64:ff9b:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["unknown", "unknown"],
])("the network of %s is %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test("every IPv4 address is a network of its own on a socket for IPv4 and IPv6, whatever port a proxy adds", () => {
  expect(networkOf("::ffff:192.0.2.7")).not.toBe(networkOf("::ffff:192.0.2.8"));
  expect(networkOf("192.0.2.7:1001")).toBe(networkOf("192.0.2.7:1002"));
});
