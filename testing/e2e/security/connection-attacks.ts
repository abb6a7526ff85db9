import type { Attack } from "./smuggling-attacks.ts";

const head = (method: string, path: string, lines: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;
const json = "Content-Type: application/json\r\n";

/** Attacks that send the second part of a request after its answer. */
export const connectionAttacks: Attack[] = [
  {
    name: "an answer while the body is still coming",
    outcome: "answered",
    bytes: ({ method, path, hidden }) => [
      `${head(method, path, `Content-Length: ${hidden.length + 2}\r\n`)}xx`,
      hidden,
    ],
  },
  {
    name: "an answer while the chunks are still coming",
    outcome: "answered",
    bytes: ({ method, path, hidden }) => [
      `${head(method, path, "Transfer-Encoding: chunked\r\n")}2\r\nxx\r\n`,
      `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    ],
  },
  {
    name: "an answer while a chunk that never ends is still coming",
    outcome: "last",
    bytes: ({ method, path, hidden }) => [
      `${head(method, path, "Transfer-Encoding: chunked\r\n")}2\r\nxx\r\n`,
      `zz\r\n${hidden}`,
    ],
  },
  {
    name: "a body beyond the limit",
    outcome: "answered",
    bytes: ({ method, path, hidden }) =>
      `${head(method, path, `${json}Content-Length: ${hidden.length + 200_000}\r\n`)}${" ".repeat(200_000)}${hidden}`,
  },
  {
    name: "a body that is said to be compressed",
    outcome: "answered",
    bytes: ({ method, path, hidden }) =>
      `${head(method, path, `${json}Content-Encoding: br\r\nContent-Length: ${hidden.length}\r\n`)}${hidden}`,
  },
  {
    name: "a body that comes only when it is asked for",
    outcome: "answered",
    bytes: ({ method, path, hidden }) => [
      head(method, path, `Expect: 100-continue\r\nContent-Length: ${hidden.length}\r\n`),
      hidden,
    ],
  },
];
