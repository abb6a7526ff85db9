import type { IncomingHttpHeaders } from "node:http";

/**
 * The header with the position of the latest revocation (a sign-out, a changed role or password, a deleted
 * account). command-api answers it to the gateway as `RevokedAt`. The gateway passes one position on to the
 * services, and nothing to callers.
 */
export const revokedAtHeader = "x-revoked-at";

/** Commit positions not before the latest revocation: of any person, and of an admin. */
export interface RevokedAt {
  readonly ofAnyone: bigint;
  readonly ofAdmins: bigint;
  /**
   * The time at which command-api last read the end of the event store, in milliseconds since 1970. All
   * earlier revocations are included.
   */
  readonly since: number;
}

export const revokedAtText = ({ ofAnyone, ofAdmins, since }: RevokedAt): string =>
  `${ofAnyone} ${ofAdmins} ${since}`;

/** The answer of command-api. An older build answers the first position only. */
export function readRevokedAt(text: string): RevokedAt | undefined {
  const [, anyone, admins, since] = /^(\d{1,19})(?: (\d{1,19}) (\d{1,15}))?$/.exec(text) ?? [];
  if (anyone === undefined) return undefined;
  return { ofAnyone: BigInt(anyone), ofAdmins: BigInt(admins ?? anyone), since: Number(since ?? 0) };
}

/** The position from the gateway; `undefined` without one. */
export function positionOfRevocation(headers: IncomingHttpHeaders): bigint | undefined {
  const header = headers[revokedAtHeader];
  return typeof header === "string" && /^\d{1,19}$/.test(header) ? BigInt(header) : undefined;
}
