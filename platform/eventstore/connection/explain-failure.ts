import { reasonOf } from "../../logging/outage-log.ts";
import { shownAddress } from "../../logging/shown-address.ts";
import { readStoreAddress } from "./address.ts";

export interface Explanation {
  /** What is wrong and what to do, in one line that names the address. */
  readonly text: string;
  /** Waiting can't help: the address, the account or the certificates have to be changed. */
  readonly isFinal: boolean;
}

/** A failure that was explained where more was known of it. */
export class ExplainedFailure extends Error {
  readonly explanation: Explanation;

  constructor(explanation: Explanation) {
    super(explanation.text);
    this.name = "ExplainedFailure";
    this.explanation = explanation;
  }
}

/** Where the store is said to be, as far as it may be shown. */
export interface ShownStore {
  /** Without name and password. */
  readonly address: string;
  readonly tls: boolean;
  readonly account?: string | undefined;
}

type Rule = [pattern: RegExp, problem: (store: ShownStore, found: string) => string, isFinal?: "final"];

const untrusted =
  /unable to verify the first certificate|unable to get (?:local )?issuer certificate|self[- ]signed certificate/i;

/** By the texts of grpc-js 1.14 and of Node's TLS and DNS. Node's wording differs between versions. */
const rules: readonly Rule[] = [
  [
    untrusted,
    (_, found) =>
      `shows a certificate that is not trusted (${found}); name the file of its authority with tlsCAFile in EVENTSTORE_URL`,
    "final",
  ],
  [
    /does not match certificate's altnames/i,
    () => "shows a certificate that is made for other hosts; name a host in EVENTSTORE_URL that is in it",
    "final",
  ],
  [
    /certificate (?:has expired|is not yet valid)/i,
    (_, found) =>
      `shows a certificate that is not valid (${found}); renew it, or set the clock of this machine`,
    "final",
  ],
  [
    /wrong version number|packet length too long|unknown protocol|http request/i,
    () => "does not speak TLS; add tls=false to EVENTSTORE_URL, or switch TLS on at the server",
    "final",
  ],
  [
    /alert (?:number|handshake|bad certificate|certificate required|unknown ca|protocol version)/i,
    (_, found) =>
      `refuses this side's TLS (${found}); set userCertFile and userKeyFile in EVENTSTORE_URL right`,
  ],
  [
    /UNAUTHENTICATED(?!.*HTTP status)/,
    ({ account }) =>
      account === undefined
        ? "lets nobody in without an account; put name:password@ before the host in EVENTSTORE_URL"
        : `refuses the account "${account}": its password is wrong, or there is no such account; set them right in EVENTSTORE_URL`,
    "final",
  ],
  [
    /Name resolution failed|ENOTFOUND|EAI_AGAIN/i,
    () =>
      "can't be found, for its name leads to no address; look at the host in EVENTSTORE_URL and at the DNS",
  ],
  [
    /ECONNREFUSED/,
    () => "takes no connections (ECONNREFUSED); start it, or set its port right in EVENTSTORE_URL",
  ],
  [
    /EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/,
    (_, found) => `can't be reached (${found}); look at the host in EVENTSTORE_URL and at the network`,
  ],
  [
    /HTTP status code (\d+)/i,
    (_, found) =>
      `is no event store, or a proxy before one: another HTTP server answers (${found}); set host and port right in EVENTSTORE_URL`,
  ],
  [
    /Protocol error/i,
    () => "does not speak the event store's protocol (HTTP/2); set host and port right in EVENTSTORE_URL",
  ],
  [
    /disconnected before secure TLS|Failed to connect|ECONNRESET|socket hang up|EPIPE/i,
    () =>
      "takes a connection and ends it at once; look at its log, and at host, port and tls in EVENTSTORE_URL",
  ],
  [
    /DEADLINE_EXCEEDED|Deadline exceeded|No answer within|ETIMEDOUT|timed out/i,
    () => "gives no answer; look at host and port in EVENTSTORE_URL, at the network, and whether it hangs",
  ],
  [
    /Failed to discover/i,
    () => "is a cluster of which no node can be used; look at its nodes and whether one of them leads",
  ],
  [
    /Not ?Ready|not leader/i,
    () => "is not ready yet, or has no leader for now; look at its nodes if that stays",
  ],
];

/** What is to be said of a failure to reach the event store. A failure that is not known is told by its first line. */
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

/** Explains failures to reach the store at an address that can be read. */
export function explainer(connectionString: string): (error: unknown) => string {
  const store = { ...readStoreAddress(connectionString), address: shownAddress(connectionString) };
  return (error) => explainFailure(error, store).text;
}

/** Where the address has no TLS and the server speaks it, found by asking. */
export const speaksTlsOnly = (store: ShownStore): Explanation => ({
  text: sentence(store, "speaks TLS; take tls=false out of EVENTSTORE_URL"),
  isFinal: true,
});

const sentence = ({ address }: ShownStore, problem: string) => `The event store at ${address} ${problem}.`;

/** The innermost cause says most, but its text may be what is known of the outermost. */
function everyMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause === undefined ? "" : everyMessage(error.cause);
  return `${inner}\n${error.message}`;
}
