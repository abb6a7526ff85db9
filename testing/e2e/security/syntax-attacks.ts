import type { Attack, Outcome, Target } from "./smuggling-attacks.ts";

const host = "Host: localhost\r\n";
const te = "Transfer-Encoding: chunked\r\n";
const hex = (text: string) => text.length.toString(16);

/** The beginning of a body that is cut off may have been answered. */
const inBody = (name: string, outcome: Outcome, body: (hidden: string) => string): Attack => ({
  name,
  outcome,
  bytes: ({ method, path, hidden }) => `${method} ${path} HTTP/1.1\r\n${host}${te}\r\n${body(hidden)}`,
});

const withExtension = (extension: string) => (hidden: string) =>
  `${hex(hidden)};${extension}\r\n${hidden}\r\n0\r\n\r\n`;

const extensions: Attack[] = [
  inBody("a chunk with an extension", "answered", withExtension("a=b")),
  inBody("a chunk with a long extension", "last", withExtension("a".repeat(20_000))),
  inBody("a line feed in a chunk's extension", "last", withExtension("a\nb")),
  inBody("a line feed that ends a chunk's extension", "last", (hidden) => `2;\n${hidden}\r\n0\r\n\r\n`),
  inBody("a line break in quotes in a chunk's extension", "last", withExtension('a="\r\n"')),
];

const sizes: Attack[] = ["0x", "+", "-", " ", "_", "\t", "FFFFFFFFFFFFFFFF"].map((before) =>
  inBody(
    `a chunk's size after ${JSON.stringify(before)}`,
    "last",
    (hidden) => `${before}${hex(hidden)}\r\n${hidden}\r\n0\r\n\r\n`,
  ),
);

const chunks: Attack[] = [
  inBody(
    "a chunk's size with a space after it",
    "last",
    (hidden) => `${hex(hidden)} \r\n${hidden}\r\n0\r\n\r\n`,
  ),
  inBody(
    "a chunk's size that ends in a line feed",
    "last",
    (hidden) => `${hex(hidden)}\n${hidden}\r\n0\r\n\r\n`,
  ),
  inBody("a chunk that ends in a line feed", "last", (hidden) => `${hex(hidden)}\r\n${hidden}\n0\r\n\r\n`),
  inBody("a chunk that does not end", "last", (hidden) => `${hex(hidden)}\r\n${hidden}XX0\r\n\r\n`),
  inBody("a chunk without a size", "last", (hidden) => `\r\n${hidden}\r\n0\r\n\r\n`),
  inBody("a last chunk with line feeds", "last", (hidden) => `1\r\nx\r\n0\n\n${hidden}`),
];

const trailers: Attack[] = [
  ["Content-Length: 500", "last"],
  ["Transfer-Encoding: chunked", "last"],
  ["X: y\nZ: z", "last"],
  ["X : y", "last"],
  ["Authorization: Bearer x", "answered"],
  ["Host: evil.test", "answered"],
  ["X-Forwarded-For: 6.6.6.6", "answered"],
  ["Connection: upgrade\r\nUpgrade: h2c", "answered"],
].map(([line, outcome]) =>
  inBody(
    `the trailer ${JSON.stringify(line)}`,
    outcome as Outcome,
    (hidden) => `${hex(hidden)}\r\n${hidden}\r\n0\r\n${line}\r\n\r\n`,
  ),
);

/**
 * A request without a body, followed by the hidden one. It must be refused, so that the hidden one is not
 * read.
 */
const bare = (name: string, bytes: (target: Target) => string, outcome: Outcome = "refused"): Attack => ({
  name,
  outcome,
  bare: true,
  bytes: (target) => bytes(target) + target.hidden,
});
const lines = (text: string) => (target: Target) => `${target.method} ${target.path} HTTP/1.1\r\n${text}\r\n`;

const heads: Attack[] = [
  bare("a folded header", lines(`${host}X: a\r\n b\r\n`)),
  bare("a header with a line feed alone", lines(`${host}X: a\nY: b\r\n`)),
  bare("a header with a carriage return alone", lines(`${host}X: a\rY: b\r\n`)),
  bare("a head that ends in a line feed", (target) => `${lines(host)(target).slice(0, -2)}\n`),
  bare("a header with a NUL", lines(`${host}X: a\0b\r\n`)),
  bare("a header's name with a NUL", lines(`${host}X\0: b\r\n`)),
  bare("a header's name with a space", lines(`${host}X Y: b\r\n`)),
  bare("two hosts", lines("Host: localhost\r\nHost: evil.test\r\n")),
  bare("no host", lines("X: y\r\n")),
  bare("two hosts in one line", lines("Host: localhost, evil.test\r\n")),
  bare("an unknown expectation", lines(`${host}Expect: bananas\r\n`)),
  bare(
    "another server's URL",
    ({ method, path }) => `${method} http://evil.test${path} HTTP/1.1\r\n${host}\r\n`,
  ),
  bare("an absolute URL", ({ method, path }) => `${method} http://localhost${path} HTTP/1.1\r\n${host}\r\n`),
  bare("a path without a slash", ({ method, path }) => `${method} ${path.slice(1)} HTTP/1.1\r\n${host}\r\n`),
  bare("a path with a fragment", ({ method, path }) => `${method} ${path}#x HTTP/1.1\r\n${host}\r\n`),
  bare("HTTP/2.0", ({ method, path }) => `${method} ${path} HTTP/2.0\r\n${host}\r\n`),
  bare("TRACE", ({ path }) => `TRACE ${path} HTTP/1.1\r\n${host}\r\n`),
  bare("CONNECT", () => `CONNECT localhost:80 HTTP/1.1\r\n${host}\r\n`),
  bare("HTTP/2 by prior knowledge", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  bare(
    "an upgrade to HTTP/2",
    lines(`${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n`),
    "last",
  ),
  bare("an upgrade to a web socket", lines(`${host}Connection: Upgrade\r\nUpgrade: websocket\r\n`), "last"),
];

const upgradeWithBody: Attack = {
  name: "an upgrade with a body",
  outcome: "last",
  bytes: ({ method, path, hidden }) =>
    `${method} ${path} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
};

/** Attacks on the syntax of a request, a chunk and a trailer. */
export const syntaxAttacks: Attack[] = [
  ...extensions,
  ...sizes,
  ...chunks,
  ...trailers,
  ...heads,
  upgradeWithBody,
];
