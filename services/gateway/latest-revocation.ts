import type { IncomingHttpHeaders } from "node:http";
import { revokedAtHeader } from "@ornament/platform/http/revoked-at";

const readAfterHeader = "x-read-after";

/**
 * Carries revocations from command-api to query-api: what command-api has revoked by the time of an answer counts for
 * every read that comes in after it, whoever sends it, for the read then waits for the projection to be there. Read models
 * that lag would otherwise go on letting a token in.
 */
export class LatestRevocation {
  #commit = 0n;

  /** Takes the position out of an answer of command-api. */
  take({ [revokedAtHeader]: told, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
    const commit = positionOf(told);
    if (commit > this.#commit) this.#commit = commit;
    return headers;
  }

  /** Has a read of query-api wait for it. */
  awaitedBy(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    if (positionOf(headers[readAfterHeader]) >= this.#commit) return headers;
    return { ...headers, [readAfterHeader]: this.#commit.toString() };
  }
}

const positionOf = (header: string | string[] | undefined): bigint =>
  typeof header === "string" && /^\d{1,19}$/.test(header) ? BigInt(header) : 0n;
