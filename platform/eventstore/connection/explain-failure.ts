import { reasonOf } from "../../logging/outage-log.ts";
import { readShownAddress } from "./address.ts";

export interface Explanation {
  /** The problem and its remedy, in one line that names the URL. */
  readonly text: string;
  /** Waiting does not help: the URL, the store account or the certificates have to change. */
  readonly isFinal: boolean;
}

/** A failure with an explanation of the code that threw it. */
export class ExplainedFailure extends Error {
  readonly explanation: Explanation;

  constructor(explanation: Explanation) {
    super(explanation.text);
    this.name = "ExplainedFailure";
    this.explanation = explanation;
  }
}

/** The parts of the store's URL that may be shown. */
export interface ShownStore {
  /** The URL without name and password. */
  readonly address: string;
  readonly tls: boolean;
  readonly account?: string | undefined;
}

type Rule = [pattern: RegExp, problem: (store: ShownStore, found: string) => string, isFinal?: "final"];

const untrusted =
  /unable to verify the first certificate|unable to get (?:local )?issuer certificate|self[- ]signed certificate/i;

/** Error texts of grpc-js 1.14 and of Node's TLS and DNS. Node's wording differs between versions. */
const rules: readonly Rule[] = [
  [
    untrusted,
    (_, found) =>
      `has a certificate that is not trusted (${found}); set tlsCAFile in EVENTSTORE_URL to the certificate file of its authority`,
    "final",
  ],
  [
    /does not match certificate's altnames/i,
    () => "has a certificate for other hosts; use a host name in EVENTSTORE_URL that is in the certificate",
    "final",
  ],
  [
    /certificate (?:has expired|is not yet valid)/i,
    (_, found) =>
      `has a certificate that is not valid (${found}); renew it, or correct the clock of this machine`,
    "final",
  ],
  [
    /wrong version number|packet length too long|unknown protocol|http request/i,
    () => "does not use TLS; add tls=false to EVENTSTORE_URL, or enable TLS at the server",
    "final",
  ],
  [
    /alert (?:number|handshake|bad certificate|certificate required|unknown ca|protocol version)/i,
    (_, found) =>
      `refuses the client's TLS (${found}); correct userCertFile and userKeyFile in EVENTSTORE_URL`,
  ],
  [
    /UNAUTHENTICATED(?!.*HTTP status)/,
    ({ account }) =>
      account === undefined
        ? "requires an account; put name:password@ before the host in EVENTSTORE_URL"
        : `refuses the account "${account}": its password is wrong, or there is no such account; correct them in EVENTSTORE_URL`,
    "final",
  ],
  [
    /Name resolution failed|ENOTFOUND|EAI_AGAIN/i,
    () => "can't be found, because its name can't be resolved; check the host in EVENTSTORE_URL and the DNS",
  ],
  [
    /ECONNREFUSED/,
    () => "refuses connections (ECONNREFUSED); start it, or correct its port in EVENTSTORE_URL",
  ],
  [
    /connect (?:ENOENT|EACCES)/,
    (_, found) => `can't be reached at its socket (${found}); start the product, as the user who runs this`,
  ],
  [
    /EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/,
    (_, found) => `can't be reached (${found}); check the host in EVENTSTORE_URL and the network`,
  ],
  [
    /HTTP status code (\d+)/i,
    (_, found) =>
      `is not an event store, or is behind a proxy: another HTTP server answers (${found}); correct host and port in EVENTSTORE_URL`,
  ],
  [
    /Protocol error/i,
    () => "does not speak the event store's protocol (HTTP/2); correct host and port in EVENTSTORE_URL",
  ],
  [
    /disconnected before secure TLS|Failed to connect|ECONNRESET|socket hang up|EPIPE/i,
    () =>
      "accepts a connection and ends it immediately; check its log, and host, port and tls in EVENTSTORE_URL",
  ],
  [
    /DEADLINE_EXCEEDED|Deadline exceeded|No answer within|ETIMEDOUT|timed out/i,
    () => "gives no answer; check host and port in EVENTSTORE_URL, the network, and whether the server hangs",
  ],
  [
    /Failed to discover/i,
    () => "is a cluster of which no node can be used; check its nodes and whether one of them is the leader",
  ],
  [
    /Not ?Ready|not leader/i,
    () => "is not ready yet, or has no leader at the moment; check its nodes if this does not change",
  ],
];

/** Explains a failure to reach the event store. An unknown failure gives the first line of its message. */
export function explainFailure(error: unknown, store: ShownStore): Explanation {
  if (error instanceof ExplainedFailure) return error.explanation;
  if (error instanceof Error && error.cause instanceof ExplainedFailure) return error.cause.explanation;
  const text = everyMessage(error);
  for (const [pattern, problem, isFinal] of rules) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    return { text: sentence(store, problem(store, found.trim())), isFinal: isFinal !== undefined };
  }
  return { text: sentence(store, `does not answer (${reasonOf(error).trim()})`), isFinal: false };
}

/** A function that explains failures to reach the store. Throws `BadStoreAddress` for an invalid URL. */
export function explainer(connectionString: string): (error: unknown) => string {
  const store = readShownAddress(connectionString);
  return (error) => explainFailure(error, store).text;
}

/** The explanation for tls=false in the URL of a server with TLS. */
export const speaksTlsOnly = (store: ShownStore): Explanation => ({
  text: sentence(store, "uses TLS; remove tls=false from EVENTSTORE_URL"),
  isFinal: true,
});

const sentence = ({ address }: ShownStore, problem: string) => `The event store at ${address} ${problem}.`;

/** The messages of an error and its causes; the innermost first, because it is the most specific. */
function everyMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause === undefined ? "" : everyMessage(error.cause);
  return `${inner}\n${error.message}`;
}
