import type { IncomingHttpHeaders } from "node:http";
import { readRevokedAt, revokedAtHeader } from "@ornament/platform/http/revoked-at";
import { accessTokenSeconds } from "@ornament/platform/tokens/access-token";

/** The lifetime of an access token, and some time for clocks that differ. */
const rememberedMilliseconds = (accessTokenSeconds + 120) * 1000;

const none = { ofAnyone: 0n, ofAdmins: 0n };

/**
 * Tells all services about revocations in one command-api. A command-api to which the revocation is not
 * delivered yet checks a command against the event store. query-api, which only admins read, answers when it
 * includes the latest revocation of an admin. Without this, a service that lags would accept a revoked token.
 * The positions are dropped when the tokens of that time have expired, and when a command-api has read the
 * end of the event store later: after a restore from a backup the event store may be shorter.
 */
export class LatestRevocation {
  readonly #now: () => number;
  #at = none;
  #notedAt = 0;

  /** @param now Unix time in milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Notes the header of an answer of command-api. */
  note(text: string): void {
    const found = readRevokedAt(text);
    if (!found) return;
    const known = found.since > this.#notedAt ? none : this.#remembered;
    const ofAnyone = later(known.ofAnyone, found.ofAnyone);
    const ofAdmins = later(known.ofAdmins, found.ofAdmins);
    if (ofAnyone === known.ofAnyone && ofAdmins === known.ofAdmins) return;
    this.#at = { ofAnyone, ofAdmins };
    this.#notedAt = this.#now();
  }

  /** The headers of a command with the position that command-api has to respect. */
  toldToCommands = (headers: IncomingHttpHeaders) => withPosition(headers, this.#remembered.ofAnyone);

  /** The headers of a read with the position that query-api has to wait for. */
  toldToReads = (headers: IncomingHttpHeaders) => withPosition(headers, this.#remembered.ofAdmins);

  get #remembered() {
    return this.#now() < this.#notedAt + rememberedMilliseconds ? this.#at : none;
  }
}

/** Sets the header, which a caller can't set. */
function withPosition(headers: IncomingHttpHeaders, position: bigint): IncomingHttpHeaders {
  const { [revokedAtHeader]: _given, ...others } = headers;
  return position === 0n ? others : { ...others, [revokedAtHeader]: position.toString() };
}

const later = (a: bigint, b: bigint) => (a > b ? a : b);
