import { expect, test } from "@jest/globals";
import { explainFailure } from "./explain-failure.ts";

const store = { address: "es.test:2113", account: "ornament" };
const notConnected = (last: string) =>
  `14 UNAVAILABLE: No connection established. Last error: ${last}. Resolution note: `;

// Errors of @eventstore/db-client 6.2.1 with grpc-js 1.14.7, on Node 20 unless the name says otherwise.

/** Failures that may pass by themselves. */
const passing: [name: string, message: string, expected: string][] = [
  [
    "a missing host",
    "14 UNAVAILABLE: Name resolution failed for target dns:nowhere.invalid:2113",
    "can't be reached (Name resolution failed)",
  ],
  [
    "a socket of a product that has ended",
    notConnected("Error: connect ENOENT /tmp/ornament-a/events.sock"),
    "can't be reached (connect ENOENT); start it",
  ],
  [
    "a wrong port",
    notConnected("Error: connect ECONNREFUSED 127.0.0.1:1"),
    "can't be reached (ECONNREFUSED)",
  ],
  [
    "a server that never answers",
    "4 DEADLINE_EXCEEDED: Deadline exceeded after 4.002s,Waiting for LB pick",
    "gives no answer",
  ],
  ["a host behind a firewall", notConnected("Error: connect ETIMEDOUT 10.0.0.1:2113"), "gives no answer"],
  [
    "a host in an unreachable network",
    notConnected("Error: connect ENETUNREACH 10.0.0.1:2113 - Local (0.0.0.0:0)"),
    "can't be reached (ENETUNREACH)",
  ],
  [
    "a web server over HTTP/2",
    "12 UNIMPLEMENTED: Received HTTP status code 404",
    "does not answer as an event store (HTTP status code 404)",
  ],
  [
    "a proxy that requires its own sign-in",
    "16 UNAUTHENTICATED: Received HTTP status code 401",
    "does not answer as an event store (HTTP status code 401)",
  ],
  [
    "a web server over HTTP/1",
    notConnected("Protocol error (2026-11-22T12:24:30.239Z)"),
    "does not answer as an event store (Protocol error)",
  ],
  [
    "a server that ends connections immediately",
    notConnected("read ECONNRESET (2026-11-22T12:24:30.216Z)"),
    "does not answer as an event store (ECONNRESET)",
  ],
  [
    "a client without TLS and a server with TLS",
    notConnected("Failed to connect (2026-11-22T12:24:30.283Z)"),
    "host, port and tls in EVENTSTORE_URL",
  ],
  [
    "a TLS handshake that is broken off",
    notConnected("Error: Client network socket disconnected before secure TLS connection was established"),
    "does not answer as an event store (disconnected before secure TLS)",
  ],
  ["a cluster without a leader", "Failed to discover after 10 attempts.", "whether a cluster has a leader"],
  [
    "a node that elects a leader",
    "Could not recognize Server Is Not Ready",
    "whether a cluster has a leader",
  ],
  [
    "an unknown error",
    "13 INTERNAL: something else\n    at a line of code",
    "does not answer (13 INTERNAL: something else)",
  ],
];

/** Failures that need a person. */
const final: [name: string, message: string, expected: string][] = [
  [
    "a client with TLS and a server without TLS",
    notConnected(
      "Error: 80ACC137B07F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/openssl/ssl/record/ssl3_record.c:350:\n",
    ),
    "does not use TLS; add tls=false",
  ],
  [
    "a client with TLS and a server without TLS, on Node 22",
    notConnected(
      "Error: C0FC0A0D0A7F0000:error:0A0000C6:SSL routines:tls_get_more_records:packet length too long:../deps/openssl/openssl/ssl/record/methods/tls_common.c:662:\n",
    ),
    "does not use TLS; add tls=false",
  ],
  [
    "a certificate of an unknown authority",
    notConnected("Error: unable to verify the first certificate"),
    "or tlsCAFile and the host in EVENTSTORE_URL",
  ],
  [
    "a certificate of an unknown authority, on Node 24",
    notConnected(
      "Error: unable to verify the first certificate; if the root CA is installed locally, try running Node.js with --use-system-ca",
    ),
    "(unable to verify the first certificate)",
  ],
  [
    "a self-signed certificate",
    notConnected("Error: self-signed certificate in certificate chain"),
    "or tlsCAFile and the host in EVENTSTORE_URL",
  ],
  [
    "a certificate for another host",
    notConnected(
      "Error: Hostname/IP does not match certificate's altnames: Host: a. is not in the cert's altnames: DNS:b",
    ),
    "has a certificate that is not accepted (does not match certificate's altnames)",
  ],
  ["an expired certificate", notConnected("Error: certificate has expired"), "(certificate has expired)"],
  [
    "a wrong password",
    "16 UNAUTHENTICATED: Unauthenticated",
    'refuses the account "ornament": its password is wrong, or there is no such account',
  ],
];

test.each([
  ...passing.map((row) => [...row, false] as const),
  ...final.map((row) => [...row, true] as const),
])(
  "the failure '%s' is explained in one line that contains the address",
  (_name, message, expected, isFinal) => {
    const explained = explainFailure(new Error(message), store);
    expect(explained.text).toContain(expected);
    expect(explained.text).toMatch(/^The event store at es\.test:2113 [^\n]+\.$/);
    expect(explained.isFinal).toBe(isFinal);
  },
);

test("a failure to reach the event store is explained by its innermost cause", () => {
  const error = new Error("unavailable", { cause: new Error(notConnected("connect ECONNREFUSED")) });
  expect(explainFailure(error, store).text).toContain("ECONNREFUSED");
});

test("the explanation says that the event store requires an account if the address names none", () => {
  const error = new Error("16 UNAUTHENTICATED: Unauthenticated");
  expect(explainFailure(error, { ...store, account: undefined }).text).toContain("requires an account");
});
