import { describe, expect, test } from "@jest/globals";
import { framingRefusal } from "./request-framing.ts";

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
  ])("%s with %j", (method, headers) => {
    expect(refusalOf(method, "/api/x?y=1", headers)).toBeUndefined();
  });

  test("a deletion with a body that its route names", () => {
    expect(refusalOf("DELETE", "/api/admin/remove-device/65537", [["Content-Length", "9"]])).toBeUndefined();
  });

  test("OPTIONS of the server, and HTTP/1.0 without a host", () => {
    expect(refusalOf("OPTIONS", "*", [])).toBeUndefined();
    expect(framingRefusal({ method: "GET", url: "/", httpVersion: "1.0", rawHeaders: [] })).toBeUndefined();
  });
});

describe("a request that two programs could read differently is refused", () => {
  test.each<[string, string, [string, string][], string]>([
    ["GET", "/", [["Content-Length", "1"]], "GET takes no body here"],
    ["HEAD", "/", [["Transfer-Encoding", "chunked"]], "HEAD takes no body here"],
    ["OPTIONS", "/", [["Content-Length", "1"]], "OPTIONS takes no body here"],
    ["DELETE", "/", [["Transfer-Encoding", "chunked"]], "DELETE takes no body here"],
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
    ["POST", "/", [["Transfer-Encoding", "gzip, chunked"]], "only transfer encoding"],
    ["POST", "/", [["Connection", "content-length"]], "Connection must not name"],
    ["POST", "/", [["Connection", "close, Authorization"]], "Connection must not name"],
    ["GET", "/", [["Host", "localhost:8080"]], "name one host"],
    ["GET", "http://evil.test/", [], "must be a path"],
    ["GET", "*", [], "must be a path"],
    ["GET", "/a#b", [], "must be a path"],
  ])("%s %s with %j", (method, url, headers, reason) => {
    expect(refusalOf(method, url, headers)).toMatchObject({
      code: "malformed_request",
      status: 400,
      message: expect.stringContaining(reason),
    });
  });

  test.each(["", "a b", "a/b", "user@a", "a,b", "a:b", "[::1"])("a host of %j", (host) => {
    const head = { method: "GET", url: "/", httpVersion: "1.1", rawHeaders: ["Host", host] };
    expect(framingRefusal(head)?.code).toBe("malformed_request");
  });

  test("another version of HTTP, an encoding in HTTP/1.0, and a method that nothing here knows", () => {
    expect(refusalOf("GET", "/", [], "2.0")?.status).toBe(400);
    expect(refusalOf("POST", "/", [["Transfer-Encoding", "chunked"]], "1.0")?.status).toBe(400);
    expect(refusalOf("TRACE", "/", [])?.status).toBe(405);
  });
});
