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

export interface Attack {
  name: string;
  /** The outcome for methods that may have a body. Others are refused when they have one. */
  outcome: Outcome;
  /** Whether the outcome is the same for methods without a body. */
  bare?: boolean;
  /** All bytes in one write, or a first part and a second part that is sent after an answer. */
  bytes(target: Target): string | [string, string];
}

const host = "Host: localhost\r\n";
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunked = (text: string) => `${chunk(text)}0\r\n\r\n`;

/** A request with these header lines and these bytes after them. */
const sent = ({ method, path }: Target, lines: string, after: string, version = "1.1") =>
  `${method} ${path} HTTP/${version}\r\n${host}${lines}\r\n${after}`;

const length = (text: string) => `Content-Length: ${text.length}\r\n`;
const te = "Transfer-Encoding: chunked\r\n";

type Lines = (hidden: string) => string;
type After = (hidden: string) => string;

const attack = (name: string, outcome: Outcome, lines: Lines, after: After, bare = false): Attack => ({
  name,
  outcome,
  bare,
  bytes: (target) => sent(target, lines(target.hidden), after(target.hidden)),
});

const bothLengths: Attack[] = [
  ["a length, then an encoding (CL.TE)", (hidden: string) => `${length(`0\r\n\r\n${hidden}`)}${te}`],
  ["an encoding, then a length (CL.TE)", (hidden: string) => `${te}${length(`0\r\n\r\n${hidden}`)}`],
  ["a length of nothing, and an encoding (0.CL)", () => `Content-Length: 0\r\n${te}`],
].map(([name, lines]) =>
  attack(name as string, "refused", lines as Lines, (hidden) => `0\r\n\r\n${hidden}`, true),
);

const tooShort = attack(
  "a length that ends in the middle of a chunk (TE.CL)",
  "refused",
  (hidden) => `Content-Length: ${hidden.length.toString(16).length + 2}\r\n${te}`,
  chunked,
  true,
);

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
];

const encodings: Attack[] = hiddenEncodings.flatMap((line) => [
  attack(`${JSON.stringify(line)} alone (TE.TE)`, "refused", () => `${line}\r\n`, chunked, true),
  attack(
    `${JSON.stringify(line)} and a length (TE.TE)`,
    "refused",
    (hidden) => `${line}\r\n${length(chunked(hidden))}`,
    chunked,
    true,
  ),
]);

const plainEncodings: Attack[] = ["Transfer-Encoding:\tchunked", "transfer-encoding: CHUNKED"].map((line) =>
  attack(JSON.stringify(line), "answered", () => `${line}\r\n`, chunked),
);

const old: Attack = {
  name: "an encoding in HTTP/1.0",
  outcome: "refused",
  bare: true,
  bytes: (target) => sent(target, `Connection: keep-alive\r\n${te}`, chunked(target.hidden), "1.0"),
};

const lengths: Attack[] = [
  (n: number) => `+${n}`,
  (n: number) => `-${n}`,
  (n: number) => `${n},${n}`,
  (n: number) => `0x${n.toString(16)}`,
  (n: number) => `0${n}`,
  (n: number) => `"${n}"`,
  (n: number) => String(2n ** 64n + BigInt(n)),
  () => "",
  (n: number) => `${n}\nX: y`,
  (n: number) => `${n}\r\nContent-Length: ${n}`,
  (n: number) => `0\r\nContent-Length: ${n}`,
].map((written) =>
  attack(
    `a length of ${JSON.stringify(written(5))}`,
    "refused",
    (hidden) => `Content-Length: ${written(hidden.length)}\r\n`,
    (hidden) => hidden,
    true,
  ),
);

const plainLengths: Attack[] = [
  attack("a body with its length (CL.0)", "answered", length, (hidden) => hidden),
  attack(
    "a length between spaces",
    "answered",
    (hidden) => `Content-Length:  ${hidden.length} \r\n`,
    (hidden) => hidden,
  ),
  attack("a chunked body (TE.0)", "answered", () => te, chunked),
  attack(
    "a length before a colon with a space",
    "refused",
    (hidden) => `Content-Length : ${hidden.length}\r\n`,
    (hidden) => hidden,
    true,
  ),
];

/** Headers that `Connection` asks a proxy to remove. */
const takenAway = [
  "content-length",
  "transfer-encoding",
  "host",
  "authorization",
  "close, transfer-encoding",
  "close\r\nConnection: content-length",
];

const removals: Attack[] = takenAway.flatMap((names) => [
  attack(
    `Connection: ${JSON.stringify(names)}, chunked`,
    "refused",
    () => `Connection: ${names}\r\n${te}`,
    chunked,
    true,
  ),
  attack(
    `Connection: ${JSON.stringify(names)}, with a length`,
    "refused",
    (hidden) => `Connection: ${names}\r\n${length(hidden)}`,
    (hidden) => hidden,
    true,
  ),
]);

const many = "X: 1\r\n".repeat(1_200);

const late: Attack[] = [
  attack("an encoding after 1,200 headers", "answered", () => `${many}${te}`, chunked),
  attack(
    "a length after 1,200 headers",
    "answered",
    (hidden) => many + length(hidden),
    (hidden) => hidden,
  ),
];

/** Attacks on the end of a body. */
export const lengthAttacks: Attack[] = [
  ...bothLengths,
  tooShort,
  ...encodings,
  ...plainEncodings,
  old,
  ...lengths,
  ...plainLengths,
  ...removals,
  ...late,
];
