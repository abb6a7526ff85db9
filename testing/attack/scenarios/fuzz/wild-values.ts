import fc from "fast-check";

/** Values that often break programs. */
const troublesome = [
  "",
  " ",
  "null",
  "undefined",
  "NaN",
  "-1",
  "0",
  "1e309",
  "9007199254740993",
  "99999999999999999999999999",
  "true",
  "[object Object]",
  "__proto__",
  "constructor",
  "toString",
  "$where",
  "{$gt: ''}",
  "' OR 1=1 --",
  "../../../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "%00",
  "%ff",
  "\u0000",
  "\r\nX-Evil: 1",
  "\u202Egpj.exe",
  "\uD800",
  "\uFEFF",
  "İıſK",
  "😀".repeat(30),
  "a".repeat(5_000),
  "(a+)+$",
  "=HYPERLINK(1)",
  "<script>alert(1)</script>",
  "javascript:alert(1)",
  "{{7*7}}",
  "ABCD-123",
  "a@b.c",
  "2026-02-30T25:61:61Z",
];

const wildText = fc.oneof(
  fc.constantFrom(...troublesome),
  fc.string(),
  fc.string({ unit: "binary", maxLength: 40 }),
);

const wildNumber = fc.oneof(
  fc.constantFrom(-1, 0, -0, 1, 0.1, 65_536, 2 ** 31, 2 ** 53, 1e308, 36 ** 7, 36 ** 7 * 65_536),
  fc.maxSafeInteger(),
  fc.double(),
);

/** A JSON value of any kind, also with keys that name a prototype or an operator. */
const wildJson = fc.oneof(
  wildText,
  wildNumber,
  fc.jsonValue({ maxDepth: 4 }),
  fc.dictionary(
    fc.constantFrom("$gt", "$ne", "$where", "__proto__", "constructor", "email", "role"),
    wildText,
  ),
  fc.array(wildNumber, { maxLength: 300 }),
);

/** A valid body with some fields replaced, left out or added. */
export const spoiled = (valid: object): fc.Arbitrary<unknown> =>
  fc
    .array(
      fc.record({
        key: fc.constantFrom(...Object.keys(valid), "role", "isActivated", "__proto__", "extra"),
        change: fc.constantFrom("replace", "replace", "remove"),
        value: wildJson,
      }),
      { maxLength: 2 },
    )
    .map((changes) => {
      // Built as text: an object literal would use `__proto__` as its prototype.
      const entries = new Map<string, unknown>(Object.entries(valid));
      for (const { key, change, value } of changes)
        if (change === "remove") entries.delete(key);
        else entries.set(key, value);
      return `{${[...entries].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? null}`)}}`;
    });

export const wildBody = fc.oneof(
  wildJson.map((value) => JSON.stringify(value) ?? ""),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => "[".repeat(depth)),
  fc.constantFrom("", "{", '{"a":', "nul", "\u0000", '{"email":{"$gt":""},"password":{"$gt":""}}'),
);

/** Text for a URL: only characters that Node's client refuses are percent-encoded. */
const inAddress = (text: string) =>
  text.replace(/[^\x21-\x7e]|[#?/\\]/gu, (character) => {
    try {
      return encodeURIComponent(character);
    } catch {
      return "%ED%A0%80";
    }
  });

export const wildSegment = fc.oneof(
  wildText.map((text) => inAddress(text).slice(0, 300)),
  wildNumber.map(String),
  fc.constantFrom("%", "%ff", "%E0%A4%A", "%2e%2e", "%00", ";", "@", ":id", "*"),
);

export const wildQuery = (names: readonly string[]) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...names, "query[$ne]", "__proto__", "page", "limit", "export"),
        fc.oneof(wildSegment, fc.constantFrom("1", "10", "true", "email", "ASC", "2026-01-01")),
      ),
      { maxLength: 5 },
    )
    .map((pairs) => (pairs.length ? `?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}` : ""));

const headerText = wildText.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/gu, "?").slice(0, 2_000));

export const wildHeaders = fc.dictionary(
  fc.constantFrom(
    "content-type",
    "accept",
    "accept-encoding",
    "accept-language",
    "cookie",
    "if-none-match",
    "idempotency-key",
    "x-read-after",
    "x-correlation-id",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "forwarded",
    "origin",
    "referer",
    "user-agent",
    "sec-fetch-site",
    "range",
    "x-http-method-override",
  ),
  fc.oneof(
    headerText,
    fc.constantFrom(
      "application/json",
      "application/json; charset=utf-16",
      "text/plain",
      "multipart/form-data",
      "multipart/form-data; boundary=x",
      "gzip",
      "identity;q=0",
      "null",
      "cross-site",
      "userRefresh=%ff; adminRefresh=x.y.z",
      "bytes=9-1",
    ),
  ),
  { maxKeys: 4 },
);

/** Bytes that are almost a request: a valid beginning, cut off or mixed with others. */
export const wildBytes = fc
  .tuple(
    fc.constantFrom("GET", "POST", "DELETE", "OPTIONS", "PRI", "get", ""),
    fc.constantFrom("/api/settings", "/api/user/login", "/", "*", "http://x/api/settings", "/%", "//"),
    fc.constantFrom("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/11", ""),
    fc.array(
      fc.oneof(
        fc.constantFrom(
          "Host: localhost",
          "Content-Length: 5",
          "Content-Length: -1",
          "Content-Length: 5, 5",
          "Transfer-Encoding: chunked",
          "Transfer-Encoding : chunked",
          "Transfer-Encoding: identity",
          "Expect: 100-continue",
          "Connection: upgrade",
          "Upgrade: websocket",
          " folded",
          ": nameless",
        ),
        fc.string({ unit: "binary", maxLength: 60 }),
      ),
      { maxLength: 6 },
    ),
    fc.constantFrom("\r\n", "\n", "\r"),
    fc.oneof(
      fc.constantFrom("", "0\r\n\r\n", "5\r\nhello\r\n", "FFFFFFFFF\r\n"),
      fc.string({ unit: "binary" }),
    ),
  )
  .map(([method, path, version, headers, end, body]) =>
    Buffer.from([`${method} ${path} ${version}`, ...headers, "", body].join(end), "latin1"),
  );
