import type { IncomingHttpHeaders } from "node:http";
import { revokedAtHeader } from "@ornament/platform/http/revoked-at";
import { accessTokenSeconds } from "@ornament/platform/tokens/access-token";

const readAfterHeader = "x-read-after";

/** As long as an access token can live, and some more for clocks that differ. */
const rememberedMilliseconds = (accessTokenSeconds + 120) * 1000;

/**
 * Carries revocations from command-api to query-api: what command-api has revoked by the time of an answer counts for
 * every read that comes in after it, whoever sends it, for the read then waits for the projection to be there. Read models
 * that lag would otherwise go on letting a token in. Once the tokens of that time have expired it is forgotten: an event
 * store that was restored from an older backup may never come to that position again.
 */
export class LatestRevocation {
  readonly #now: () => number;
  #commit = 0n;
  #until = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes the position out of an answer of command-api. */
  take({ [revokedAtHeader]: told, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
    const commit = positionOf(told);
    if (commit > this.#remembered) {
      this.#commit = commit;
      this.#until = this.#now() + rememberedMilliseconds;
    }
    return headers;
  }

  /** Has a read of query-api wait for it. */
  awaitedBy(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    const commit = this.#remembered;
    if (positionOf(headers[readAfterHeader]) >= commit) return headers;
    return { ...headers, [readAfterHeader]: commit.toString() };
  }

  get #remembered(): bigint {
    return this.#now() < this.#until ? this.#commit : 0n;
  }
}

const positionOf = (header: string | string[] | undefined): bigint =>
  typeof header === "string" && /^\d{1,19}$/.test(header) ? BigInt(header) : 0n;
