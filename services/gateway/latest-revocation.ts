import type { IncomingHttpHeaders } from "node:http";
import { revokedAtHeader } from "@ornament/platform/http/revoked-at";
import { accessTokenSeconds } from "@ornament/platform/tokens/access-token";

const readAfterHeader = "x-read-after";

/** The life of an access token, and some time for clocks that differ. */
const rememberedMilliseconds = (accessTokenSeconds + 120) * 1000;

/**
 * Tells all services about revocations in one command-api. An answer of command-api carries the position of the latest revocation. Every
 * later read waits until the projection has reached it, and every later command is checked against the log by a command-api that does not
 * know the revocation yet. Without this, a read model or another command-api that lags would accept a revoked token.
 * The position is forgotten when the tokens of that time have expired: after a restore from an older backup the event store may
 * never reach it.
 */
export class LatestRevocation {
  readonly #now: () => number;
  #commit = 0n;
  #until = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The position that an answer of command-api carries. */
  note(position: string): void {
    const commit = positionOf(position);
    if (commit <= this.#remembered) return;
    this.#commit = commit;
    this.#until = this.#now() + rememberedMilliseconds;
  }

  /** Adds the position to the headers of a read, so that query-api waits for it. */
  awaitedBy(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    const commit = this.#remembered;
    if (positionOf(headers[readAfterHeader]) >= commit) return headers;
    return { ...headers, [readAfterHeader]: commit.toString() };
  }

  /** Adds the position to the headers of a command. A caller can't set it. */
  toldTo(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    const { [revokedAtHeader]: _given, ...others } = headers;
    const commit = this.#remembered;
    return commit === 0n ? others : { ...others, [revokedAtHeader]: commit.toString() };
  }

  get #remembered(): bigint {
    return this.#now() < this.#until ? this.#commit : 0n;
  }
}

const positionOf = (header: string | string[] | undefined): bigint =>
  typeof header === "string" && /^\d{1,19}$/.test(header) ? BigInt(header) : 0n;
