import type { IncomingHttpHeaders } from "node:http";

/**
 * The header with the position of the latest revocation (a sign-out, a changed role or password, a deleted
 * account). command-api answers it to the gateway as `RevokedAt`. The gateway passes one position on to the
 * services, and nothing to callers.
 */
export const revokedAtHeader = "x-revoked-at";

/** A commit position not before the latest revocation of an admin. */
export interface RevokedAt {
  readonly position: bigint;
  /**
   * When command-api last read the end of the event store, in milliseconds since 1970. All earlier revocations
   * are included.
   */
  readonly since: number;
}

/** Gateways of earlier builds read two positions, of which the first was that of any person's revocation. */
export const revokedAtText = ({ position, since }: RevokedAt): string => `${position} ${position} ${since}`;

/** The answer of command-api. A build before 1.2.0 answers the first position only. */
export function readRevokedAt(text: string): RevokedAt | undefined {
  const [, anyone, admins, since] = /^(\d{1,19})(?: (\d{1,19}) (\d{1,15}))?$/.exec(text) ?? [];
  if (anyone === undefined) return undefined;
  return { position: BigInt(admins ?? anyone), since: Number(since ?? 0) };
}

/** The position from the gateway. */
export function positionOfRevocation(headers: IncomingHttpHeaders): bigint | undefined {
  const header = headers[revokedAtHeader];
  return typeof header === "string" && /^\d{1,19}$/.test(header) ? BigInt(header) : undefined;
}
