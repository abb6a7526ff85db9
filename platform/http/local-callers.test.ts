import { describe, expect, test } from "@jest/globals";
import { isFromOwnNetwork, isFromThisMachine } from "./local-callers.ts";
import { isLoopbackUrl, listensOnLoopback } from "./network.ts";

const requestFrom = (remoteAddress: string | undefined, headers: Record<string, string> = {}) => ({
  socket: { remoteAddress },
  headers: { host: "localhost:8080", ...headers },
});

describe("requests from this machine only", () => {
  test.each([
    ["127.0.0.1", {}],
    ["127.3.2.1", {}],
    ["::1", {}],
    ["::ffff:127.0.0.1", {}],
    ["127.0.0.1", { host: "127.0.0.1:8080" }],
    ["127.0.0.1", { host: "LOCALHOST" }],
    ["::1", { host: "[::1]:8080" }],
    ["127.0.0.1", { origin: "http://localhost:8080" }],
  ])("a request from %s with the headers %j comes from this machine", (address, headers) => {
    expect(isFromThisMachine(requestFrom(address, headers))).toBe(true);
  });

  test.each([
    ["192.168.1.7", {}],
    ["::ffff:192.168.1.7", {}],
    ["10.127.0.1", {}],
    [undefined, {}],
    ["127.0.0.1", { "x-forwarded-for": "127.0.0.1" }],
    ["127.0.0.1", { "x-forwarded-host": "localhost" }],
    ["127.0.0.1", { "x-forwarded-proto": "https" }],
    ["127.0.0.1", { forwarded: "for=127.0.0.1" }],
    ["127.0.0.1", { via: "1.1 proxy" }],
    ["127.0.0.1", { "x-real-ip": "127.0.0.1" }],
    ["127.0.0.1", { host: "rebound.evil.test:8080" }],
    ["127.0.0.1", { host: "localhost.evil.test" }],
    ["127.0.0.1", { host: "127.0.0.1.evil.test" }],
    ["127.0.0.1", { host: "" }],
    ["127.0.0.1", { origin: "https://evil.test" }],
    ["127.0.0.1", { origin: "http://localhost:9999" }],
    ["127.0.0.1", { origin: "null" }],
  ])("a request from %s with the headers %j does not come from this machine", (address, headers) => {
    expect(isFromThisMachine(requestFrom(address, headers))).toBe(false);
  });
});

test.each([
  ["127.0.0.1", {}, true],
  ["172.18.0.5", { host: "command-api:8080" }, true],
  ["172.18.0.5", { host: "command-api:8080", "x-forwarded-for": "172.18.0.9" }, false],
  ["127.0.0.1", { host: "rebound.evil.test" }, false],
])(
  "whether a request from %s with the headers %j comes from the service's own network: %p",
  (address, headers, allowed) => {
    expect(isFromOwnNetwork(requestFrom(address, headers))).toBe(allowed);
  },
);

test.each([
  ["http://localhost:8080", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:8080/", true],
  ["http://[::ffff:127.0.0.1]:8080", true],
  ["https://ornament.example", false],
  ["http://localhost.evil.test", false],
  ["http://192.168.1.7:8080", false],
])("whether the address %s leads to this machine only: %p", (url, loopback) => {
  expect(isLoopbackUrl(url)).toBe(loopback);
});

test.each([
  ["127.0.0.1", true],
  ["localhost", true],
  ["::1", true],
  ["::FFFF:127.0.0.1", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.1.7", false],
])("whether a server that listens on %s is reached from this machine only: %p", (host, loopback) => {
  expect(listensOnLoopback(host)).toBe(loopback);
});
