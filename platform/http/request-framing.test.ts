import { describe, expect, test } from "@jest/globals";
import { framingRefusal } from "./guard-connections.ts";

const refusalOf = (method: string, url: string, headers: [string, string][], httpVersion = "1.1") =>
  framingRefusal({ method, url, httpVersion, rawHeaders: [["Host", "localhost:8080"], ...headers].flat() });

describe("a request that can be read in one way only passes", () => {
  test.each<[string, [string, string][]]>([
    ["GET", []],
    ["GET", [["Content-Length", "0"]]],
    ["DELETE", [["Connection", "keep-alive, TE"]]],
    ["POST", [["Content-Length", "17"]]],
    ["PUT", [["Transfer-Encoding", "Chunked"]]],
    ["GET", [["Connection", "Upgrade, HTTP2-Settings"]]],
  ])("%s with the headers %j can be read in one way only and passes", (method, headers) => {
    expect(refusalOf(method, "/api/x?y=1", headers)).toBeUndefined();
  });

  test("a DELETE whose route has a body may have one", () => {
    expect(refusalOf("DELETE", "/api/admin/remove-device/65537", [["Content-Length", "9"]])).toBeUndefined();
  });

  test("OPTIONS * passes, and so does an HTTP/1.0 request without a host", () => {
    expect(refusalOf("OPTIONS", "*", [])).toBeUndefined();
    expect(framingRefusal({ method: "GET", url: "/", httpVersion: "1.0", rawHeaders: [] })).toBeUndefined();
  });
});

describe("a request that two programs could read differently", () => {
  test.each<[string, string, [string, string][], string]>([
    ["GET", "/", [["Content-Length", "1"]], "GET must not have a body"],
    ["HEAD", "/", [["Transfer-Encoding", "chunked"]], "HEAD must not have a body"],
    ["OPTIONS", "/", [["Content-Length", "1"]], "OPTIONS must not have a body"],
    ["DELETE", "/", [["Transfer-Encoding", "chunked"]], "DELETE must not have a body"],
    [
      "POST",
      "/",
      [
        ["Content-Length", "1"],
        ["Content-Length", "1"],
      ],
      "length once",
    ],
    [
      "POST",
      "/",
      [
        ["Content-Length", "1"],
        ["transfer-encoding", "chunked"],
      ],
      "length once",
    ],
    [
      "POST",
      "/",
      [
        ["Transfer-Encoding", "identity"],
        ["Transfer-Encoding", "chunked"],
      ],
      "length once",
    ],
    ["POST", "/", [["Content-Length", "01"]], "must be a number"],
    ["POST", "/", [["Transfer-Encoding", "gzip, chunked"]], "only allowed transfer encoding"],
    ["POST", "/", [["Connection", "content-length"]], "Connection must not name"],
    ["POST", "/", [["Connection", "close, Authorization"]], "Connection must not name"],
    ["GET", "/", [["Host", "localhost:8080"]], "name one host"],
    ["GET", "http://evil.test/", [], "must be a path"],
    ["GET", "*", [], "must be a path"],
    ["GET", "/a#b", [], "must be a path"],
  ])("%s %s with the headers %j is refused as malformed", (method, url, headers, reason) => {
    expect(refusalOf(method, url, headers)).toMatchObject({
      code: "malformed_request",
      status: 400,
      message: expect.stringContaining(reason),
    });
  });

  test.each(["", "a b", "a/b", "user@a", "a,b", "a:b", "[::1"])(
    "a request whose Host is %j is refused as malformed",
    (host) => {
      const head = { method: "GET", url: "/", httpVersion: "1.1", rawHeaders: ["Host", host] };
      expect(framingRefusal(head)?.code).toBe("malformed_request");
    },
  );

  test("another version of HTTP, an encoding in HTTP/1.0 and an unknown method are refused", () => {
    expect(refusalOf("GET", "/", [], "2.0")?.status).toBe(400);
    expect(refusalOf("POST", "/", [["Transfer-Encoding", "chunked"]], "1.0")?.status).toBe(400);
    expect(refusalOf("TRACE", "/", [])?.status).toBe(405);
  });
});
