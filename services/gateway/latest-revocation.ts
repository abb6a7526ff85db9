import type { IncomingHttpHeaders } from "node:http";
import { readRevokedAt, revokedAtHeader } from "@ornament/platform/http/revoked-at";
import { accessTokenSeconds } from "@ornament/platform/tokens/access-token";

/** The lifetime of an access token, and some time for clocks that differ. */
const rememberedMilliseconds = (accessTokenSeconds + 120) * 1000;

/**
 * Tells query-api, which only admins read, about the latest revocation of an admin in any command-api. It
 * answers when its read models include that revocation. Without this, it would accept a revoked token while it
 * lags. The position is dropped when the tokens of that time have expired, and when a command-api has read the
 * end of the event store later: after a restore from a backup the event store may be shorter.
 */
export class LatestRevocation {
  readonly #now: () => number;
  #at = 0n;
  #notedAt = 0;

  /** @param now Unix time in milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  note(text: string): void {
    const found = readRevokedAt(text);
    if (!found) return;
    const known = found.since > this.#notedAt ? 0n : this.#remembered;
    if (found.position <= known) return;
    this.#at = found.position;
    this.#notedAt = this.#now();
  }

  /** The headers of a read with the position that query-api has to wait for, which a caller can't set. */
  toldToReads(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    const { [revokedAtHeader]: _given, ...others } = headers;
    const position = this.#remembered;
    return position === 0n ? others : { ...others, [revokedAtHeader]: position.toString() };
  }

  get #remembered() {
    return this.#now() < this.#notedAt + rememberedMilliseconds ? this.#at : 0n;
  }
}
