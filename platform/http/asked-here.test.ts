import { describe, expect, test } from "@jest/globals";
import { isAskedHere, isAskedInside } from "./asked-here.ts";
import { isLoopbackUrl, listensOnLoopback } from "./loopback.ts";

const asked = (remoteAddress: string | undefined, headers: Record<string, string> = {}) => ({
  socket: { remoteAddress },
  headers: { host: "localhost:8080", ...headers },
});

describe("what is meant for this machine alone", () => {
  test.each([
    ["127.0.0.1", {}],
    ["127.3.2.1", {}],
    ["::1", {}],
    ["::ffff:127.0.0.1", {}],
    ["127.0.0.1", { host: "127.0.0.1:8080" }],
    ["127.0.0.1", { host: "LOCALHOST" }],
    ["::1", { host: "[::1]:8080" }],
    ["127.0.0.1", { origin: "http://localhost:8080" }],
  ])("answers %s with %j", (address, headers) => {
    expect(isAskedHere(asked(address, headers))).toBe(true);
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
  ])("is not there for %s with %j", (address, headers) => {
    expect(isAskedHere(asked(address, headers))).toBe(false);
  });
});

describe("what is meant for a service's own network", () => {
  test.each([
    ["127.0.0.1", {}, true],
    ["172.18.0.5", { host: "command-api:8080" }, true],
    ["172.18.0.5", { host: "command-api:8080", "x-forwarded-for": "172.18.0.9" }, false],
    ["127.0.0.1", { host: "rebound.evil.test" }, false],
  ])("%s with %j: %p", (address, headers, allowed) => {
    expect(isAskedInside(asked(address, headers))).toBe(allowed);
  });
});

test.each([
  ["http://localhost:8080", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:8080/", true],
  ["https://ornament.example", false],
  ["http://localhost.evil.test", false],
  ["http://192.168.1.7:8080", false],
])("the address %s leads to this machine alone: %p", (url, loopback) => {
  expect(isLoopbackUrl(url)).toBe(loopback);
});

test.each([
  ["127.0.0.1", true],
  ["localhost", true],
  ["::1", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.1.7", false],
])("a server on %s is reached from this machine alone: %p", (host, loopback) => {
  expect(listensOnLoopback(host)).toBe(loopback);
});
