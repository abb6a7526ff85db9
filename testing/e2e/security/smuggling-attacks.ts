/** A request line of a service, and a hidden request that must never be read as a request. */
export interface Target {
  method: string;
  path: string;
  hidden: string;
}

/**
 * The right outcome of an attack. `refused`: refused, and the connection is closed. `answered`: one request,
 * and the next one on the connection is answered too. `last`: answered or refused, and the connection is
 * closed.
 */
export type Outcome = "refused" | "answered" | "last";

/** The parts of its bytes: the second one is sent after an answer. `{…}` is filled in, see {@link filled}. */
export interface Attack {
  parts: readonly string[];
  /** The outcome for methods that may have a body. Others are refused when they have one. */
  outcome: Outcome;
  /** Whether the outcome is the same for methods without a body. */
  bare: boolean;
}

/** `{hidden}` is the hidden request, `{n}` its length, `{n+5}` 5 more, `{hex}` its length as a chunk has it. */
export const filled = (part: string, { method, path, hidden }: Target): string =>
  part.replace(/\{(method|path|hidden|n|hex)(?:\+(\d+))?\}/g, (_, name: string, more = "0") => {
    if (name === "n") return String(BigInt(hidden.length) + BigInt(more));
    return name === "hex" ? hidden.length.toString(16) : String({ method, path, hidden }[name as "path"]);
  });

const host = "Host: localhost\r\n";
const head = (lines: string) => `{method} {path} HTTP/1.1\r\n${host}${lines}\r\n`;
const te = "Transfer-Encoding: chunked\r\n";
const length = "Content-Length: {n}\r\n";
const chunked = "{hex}\r\n{hidden}\r\n0\r\n\r\n";
/** Of a hidden request, whose length has two digits in hexadecimal. */
const lengthOfChunked = "Content-Length: {n+11}\r\n";

/** Header lines and a body. */
type Body = readonly [lines: string, body: string];

const lengthsAndEncodings: Body[] = [
  [`Content-Length: {n+5}\r\n${te}`, "0\r\n\r\n{hidden}"],
  [`${te}Content-Length: {n+5}\r\n`, "0\r\n\r\n{hidden}"],
  [`Content-Length: 0\r\n${te}`, "0\r\n\r\n{hidden}"],
  [`Content-Length: 4\r\n${te}`, chunked],
];

/** Each is also sent with a correct length, for a server that ignores the encoding. */
const hiddenEncodings = [
  "Transfer-Encoding : chunked",
  " Transfer-Encoding: chunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: identity, chunked",
  "Transfer-Encoding: identity",
  "Transfer-Encoding: \x0bchunked",
  "Transfer-Encoding: \0chunked",
  'Transfer-Encoding: "chunked"',
  "Transfer-Encoding:",
  "Transfer-Encoding:\r\n chunked",
  "Transfer-Encoding:\n chunked",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
  "X: y\nTransfer-Encoding: chunked",
  "X: y\rTransfer-Encoding: chunked",
].flatMap((line): Body[] => [
  [`${line}\r\n`, chunked],
  [`${line}\r\n${lengthOfChunked}`, chunked],
]);

const badLengths = [
  ": +{n}",
  ": -{n}",
  ": {n},{n}",
  ": 0x{hex}",
  ": 0{n}",
  ': "{n}"',
  ": {n+18446744073709551616}",
  ":",
  ": {n}\nX: y",
  ": {n}\r\nContent-Length: {n}",
  ": 0\r\nContent-Length: {n}",
  " : {n}",
].map((written): Body => [`Content-Length${written}\r\n`, "{hidden}"]);

/** Headers that `Connection` asks a proxy to remove. */
const removals = [
  "content-length",
  "transfer-encoding",
  "host",
  "authorization",
  "close, transfer-encoding",
  "close\r\nConnection: content-length",
].flatMap((names): Body[] => [
  [`Connection: ${names}\r\n${te}`, chunked],
  [`Connection: ${names}\r\n${length}`, "{hidden}"],
]);

const many = "X: 1\r\n".repeat(1_200);
const extended = (extension: string): Body => [te, `{hex};${extension}\r\n{hidden}\r\n0\r\n\r\n`];
const trailed = (trailer: string): Body => [te, `{hex}\r\n{hidden}\r\n0\r\n${trailer}\r\n\r\n`];

const plainBodies: Body[] = [
  [length, "{hidden}"],
  ["Content-Length:  {n} \r\n", "{hidden}"],
  [te, chunked],
  ["Transfer-Encoding:\tchunked\r\n", chunked],
  ["transfer-encoding: CHUNKED\r\n", chunked],
  [many + te, chunked],
  [many + length, "{hidden}"],
  extended("a=b"),
  trailed("Authorization: Bearer x"),
  trailed("Host: evil.test"),
  trailed("X-Forwarded-For: 6.6.6.6"),
  trailed("Connection: upgrade\r\nUpgrade: h2c"),
];

/** The beginning of a body that is cut off may have been answered. */
const badChunks: Body[] = [
  extended("a".repeat(20_000)),
  extended("a\nb"),
  extended('a="\r\n"'),
  [te, "2;\n{hidden}\r\n0\r\n\r\n"],
  ...["0x", "+", "-", " ", "_", "\t", "FFFFFFFFFFFFFFFF"].map((before): Body => [te, before + chunked]),
  [te, "{hex} \r\n{hidden}\r\n0\r\n\r\n"],
  [te, "{hex}\n{hidden}\r\n0\r\n\r\n"],
  [te, "{hex}\r\n{hidden}\n0\r\n\r\n"],
  [te, "{hex}\r\n{hidden}XX0\r\n\r\n"],
  [te, "\r\n{hidden}\r\n0\r\n\r\n"],
  [te, "1\r\nx\r\n0\n\n{hidden}"],
  trailed("Content-Length: 500"),
  trailed("Transfer-Encoding: chunked"),
  trailed("X: y\nZ: z"),
  trailed("X : y"),
  [`Connection: Upgrade\r\nUpgrade: h2c\r\n${length}`, "{hidden}"],
];

/** Requests without a body. They must be refused, so that the hidden one after them is not read. */
const badHeads = [
  head("X: a\r\n b\r\n"),
  head("X: a\nY: b\r\n"),
  head("X: a\rY: b\r\n"),
  head("").replace(/\r\n$/, "\n"),
  head("X: a\0b\r\n"),
  head("X\0: b\r\n"),
  head("X Y: b\r\n"),
  head("Host: evil.test\r\n"),
  head("").replace(host, "X: y\r\n"),
  head("").replace("localhost", "localhost, evil.test"),
  head("Expect: bananas\r\n"),
  head("").replace("{path}", "http://evil.test{path}"),
  head("").replace("{path}", "http://localhost{path}"),
  head("").replace(" {path}", " x{path}"),
  head("").replace("{path}", "{path}#x"),
  head("").replace("HTTP/1.1", "HTTP/2.0"),
  head("").replace("{method}", "TRACE"),
  `CONNECT localhost:80 HTTP/1.1\r\n${host}\r\n`,
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
];

const upgrades = [
  head("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"),
  head("Connection: Upgrade\r\nUpgrade: websocket\r\n"),
];

const json = "Content-Type: application/json\r\n";
/** The second part comes after the answer. */
const inTwoParts: [Outcome, string, string][] = [
  ["answered", `${head("Content-Length: {n+2}\r\n")}xx`, "{hidden}"],
  ["answered", `${head(te)}2\r\nxx\r\n`, chunked],
  ["last", `${head(te)}2\r\nxx\r\n`, "zz\r\n{hidden}"],
  ["answered", head("Expect: 100-continue\r\nContent-Length: {n}\r\n"), "{hidden}"],
];

const withBody =
  (outcome: Outcome, bare: boolean) =>
  ([lines, body]: Body): Attack => ({
    parts: [head(lines) + body],
    outcome,
    bare,
  });

export const attacks: Attack[] = [
  ...[...lengthsAndEncodings, ...hiddenEncodings, ...badLengths, ...removals].map(withBody("refused", true)),
  ...plainBodies.map(withBody("answered", false)),
  ...badChunks.map(withBody("last", false)),
  withBody("answered", false)([`${json}Content-Encoding: br\r\n${length}`, "{hidden}"]),
  withBody("answered", false)([`${json}Content-Length: {n+200000}\r\n`, `${" ".repeat(200_000)}{hidden}`]),
  {
    parts: [head(`Connection: keep-alive\r\n${te}`).replace("HTTP/1.1", "HTTP/1.0") + chunked],
    outcome: "refused",
    bare: true,
  },
  ...badHeads.map((start): Attack => ({ parts: [`${start}{hidden}`], outcome: "refused", bare: true })),
  ...upgrades.map((start): Attack => ({ parts: [`${start}{hidden}`], outcome: "last", bare: true })),
  ...inTwoParts.map(([outcome, ...parts]): Attack => ({ parts, outcome, bare: false })),
];
