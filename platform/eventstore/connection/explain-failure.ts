import { reasonOf } from "../../logging/outage-log.ts";
import { readShownAddress } from "./address.ts";

export interface ShownStore {
  /** Without name and password. */
  readonly address: string;
  readonly account?: string | undefined;
}

type Rule = [pattern: RegExp, problem: (store: ShownStore, found: string) => string, isFinal?: "final"];

/** Error texts of grpc-js 1.14 and of Node's TLS and DNS. Node's wording differs between versions. */
const rules: readonly Rule[] = [
  [
    /unable to verify the first certificate|unable to get (?:local )?issuer certificate|self[- ]signed certificate|does not match certificate's altnames|certificate (?:has expired|is not yet valid)/i,
    (_, found) =>
      `has a certificate that is not accepted (${found}); correct it, or tlsCAFile and the host in EVENTSTORE_URL`,
    "final",
  ],
  [
    /wrong version number|packet length too long|unknown protocol|http request/i,
    () => "does not use TLS; add tls=false to EVENTSTORE_URL, or enable TLS at the server",
    "final",
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
    /Name resolution failed|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|connect (?:ENOENT|EACCES)|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/i,
    (_, found) => `can't be reached (${found}); start it, or correct its host and port in EVENTSTORE_URL`,
  ],
  [
    /HTTP status code \d+|Protocol error|disconnected before secure TLS|alert \w+|Failed to connect|ECONNRESET|socket hang up|EPIPE/i,
    (_, found) =>
      `does not answer as an event store (${found}); correct host, port and tls in EVENTSTORE_URL, or see its log`,
  ],
  [
    /DEADLINE_EXCEEDED|Deadline exceeded|No answer within|ETIMEDOUT|timed out|Failed to discover|Not ?Ready|not leader/i,
    (_, found) =>
      `gives no answer (${found}); check whether it hangs, whether a cluster has a leader, and EVENTSTORE_URL`,
  ],
];

/**
 * A failure to reach the event store: the problem and its remedy, in one line that names the URL. An unknown one
 * gives the first line of its message. If it is final, waiting does not help: the URL, the store account or the
 * certificates have to change.
 */
export function explainFailure(error: unknown, store: ShownStore): { text: string; isFinal: boolean } {
  const text = everyMessage(error);
  for (const [pattern, problem, isFinal] of rules) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    return { text: sentence(store, problem(store, found.trim())), isFinal: isFinal !== undefined };
  }
  return { text: sentence(store, `does not answer (${reasonOf(error).trim()})`), isFinal: false };
}

/** Throws for an invalid URL. */
export function explainer(connectionString: string): (error: unknown) => string {
  const store = readShownAddress(connectionString);
  return (error) => explainFailure(error, store).text;
}

const sentence = ({ address }: ShownStore, problem: string) => `The event store at ${address} ${problem}.`;

/** The innermost first, because it is the most specific. */
function everyMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause === undefined ? "" : everyMessage(error.cause);
  return `${inner}\n${error.message}`;
}
