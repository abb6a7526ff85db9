import type { Audience } from "@ornament/contracts/events/fields";
import type { VerifiedAccess } from "@ornament/platform/tokens/access-token";
import type { Aggregates } from "../aggregates/aggregates.ts";
import type { CredentialReader, Credentials } from "./credentials.ts";
import type { Revocations } from "./revocations.ts";

/**
 * Whether an access token with a right signature that has not expired is still valid: its account exists with
 * the same role and credential epoch, and its session is open. `revokedAt` is the position of a revocation
 * that the request must respect.
 */
export type TokenValidity = (
  audience: Audience,
  access: VerifiedAccess,
  revokedAt: bigint | undefined,
) => Promise<boolean>;

interface Needs {
  readonly revocations: Revocations;
  readonly credentials: Pick<CredentialReader, "load">;
  readonly sessions: Pick<Aggregates["sessions"], "load">;
}

/**
 * Checks tokens. Most are valid without a read, because this process follows the revocations. The event store
 * is read for a token from before that, once after each change of its account's credentials, and while a
 * revocation is not delivered yet.
 */
export function tokenValidity({ revocations, credentials, sessions }: Needs): TokenValidity {
  return async (audience, access, revokedAt) => {
    if (revocations.isEnded(access.sessionId)) return false;
    const unproven = revocations.unproven(audience, access, revokedAt);
    if (!unproven) return true;
    const [{ state }, current] = await Promise.all([
      sessions.load(access.sessionId),
      credentials.load(audience, access.subjectId),
    ]);
    const isOpen =
      state.status === "open" && state.audience === audience && state.subjectId === access.subjectId;
    if (!isOpen || !isCurrent(access, current)) return false;
    unproven.foundValid(current?.position);
    return true;
  };
}

/**
 * Whether the token was issued under these credentials. `undefined` credentials are those of a deleted
 * account.
 */
export const isCurrent = (access: VerifiedAccess, credentials: Credentials | undefined): boolean =>
  credentials !== undefined &&
  credentials.role === access.role &&
  (access.credentialEpoch === credentials.epoch || access.credentialEpoch === credentials.changes.length);
