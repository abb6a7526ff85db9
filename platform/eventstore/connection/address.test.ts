import { expect, jest, test } from "@jest/globals";
import { clientFor, readShownAddress, storeAddressProblem } from "./address.ts";

const good = [
  "esdb://127.0.0.1:2113?tls=false",
  "esdb://a:2113,b:2113,c:2113?tls=false&nodePreference=leader",
  "esdb://ornament:s3cret@es1.example:2113,es2.example:2113,es3.example:2113?tls=true&keepAliveInterval=10000",
  "esdb+discover://ornament:s3%40cret@cluster.example:2113",
  "esdb://localhost",
  " esdb://localhost:2113/ ",
  "esdb://localhost:2113?tlsVerifyCert=false",
  "unix:/tmp/ornament-a/events.sock",
];

const bad: [string, string][] = [
  ["", "must be a URL such as esdb://127.0.0.1:2113?tls=false"],
  ["http://x", "must be a URL such as esdb://127.0.0.1:2113?tls=false"],
  ["kurrentdb://x:2113", "must be a URL such as esdb://127.0.0.1:2113?tls=false"],
  ["unix:events.sock", "must be a URL such as esdb://127.0.0.1:2113?tls=false"],
  ["127.0.0.1:2113", "must be a URL such as esdb://127.0.0.1:2113?tls=false"],
  ["esdb://", "must be a URL such as esdb://127.0.0.1:2113?tls=false"],
  ["esdb://u:s3cret@?tls=false", "where a host is expected"],
  ["esdb://u:s3cret@h:port?tls=false", "where a port number is expected"],
  ["esdb://u:s3cret@h:70000", "70000 is not a port"],
  ["esdb://u:s3cret@h:2113?tls=perhaps", "tls must be true or false"],
  ["esdb://u:s3cret@h:2113?keepAliveInterval=often", "keepAliveInterval must be integer"],
  ["esdb://u:s3cret@h:2113?tls", "can't be read"],
  ["esdb://u:s3cret@h:2113?tls=true&nodePreference=best", "nodePreference must be leader or follower"],
  ["esdb://u:s3@cret@h:2113", "an @ in the name or password must be written as %40"],
  ["esdb://u:s3:cret@h:2113", "a colon in the name or password must be written as %3A"],
  ["esdb://u:s3cret%@h:2113", "a % in the name or password must be written as %25"],
  ["esdb://u:s3cret@[::1]:2113", "an IPv6 address can't be used"],
];

test.each(good)("the event store address %s can be parsed", (text) => {
  expect(storeAddressProblem(text)).toBeUndefined();
});

test.each(bad)("the event store address %s is refused with: %s", (text, problem) => {
  expect(storeAddressProblem(text)).toContain(problem);
  expect(storeAddressProblem(text)).not.toMatch(/s3|cret|\n/);
});

test("the shown parts of the event store's address are its hosts and the account, not the password", () => {
  expect(readShownAddress("esdb://orna%2Fment:s3cret@a:1,b?tls=false")).toEqual({
    address: "a:1,b",
    account: "orna/ment",
  });
  expect(readShownAddress("unix:/tmp/events.sock")).toMatchObject({ account: undefined });
});

test("warnings of the client are returned without the address, which contains the password", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  const { client, warnings } = clientFor(
    "esdb://u:s3cret@h:2113?keepAliveInterval=500&tlsVerifyCert=false&colour=red",
  );
  await client.dispose();
  expect(warn).not.toHaveBeenCalled();
  expect(warnings).toEqual([
    expect.stringContaining('"tlsVerifyCert" is not currently supported'),
    expect.stringContaining('Unknown option key "colour"'),
    expect.stringContaining("KeepAliveInterval of 500 is less than recommended"),
  ]);
});

test("the error for a missing certificate file names the option and the file", () => {
  expect(() => clientFor("esdb://u:s3cret@h:2113?tlsCAFile=/none/ca.crt")).toThrow(
    /^the file of tlsCAFile, \/none\/ca.crt, is missing$/,
  );
});
