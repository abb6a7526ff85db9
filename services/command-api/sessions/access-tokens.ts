import type { Audience } from "@ornament/contracts/events/fields";
import { streams } from "@ornament/contracts/events/streams";
import type { SessionEvent } from "@ornament/contracts/sessions/events";
import { createAccessTokens, type VerifiedAccess } from "@ornament/platform/tokens/access-token";
import type { Parts } from "../compose-parts.ts";
import type { Dependencies } from "../dependencies.ts";
import { type Credentials, loadCredentials } from "./credentials.ts";

export function accessTokens({ secrets, clock }: Pick<Dependencies, "secrets" | "clock">) {
  const tokens = {
    admin: createAccessTokens("admin", secrets.ring("adminToken")),
    consumer: createAccessTokens("consumer", secrets.ring("consumerToken")),
  };
  return {
    /** The claims of a token; `undefined` for one that is forged or has expired. */
    verify: (audience: Audience, token: string): VerifiedAccess | undefined =>
      tokens[audience].verify(token, clock()),
    /** A new token for an open session, under the credentials that were read. */
    issue(sessionId: string, credentials: Credentials): string {
      const { audience, subjectId, role, epoch, position } = credentials;
      const claims = { sessionId, subjectId, role, credentialEpoch: epoch, position: position?.commit };
      return tokens[audience].sign(claims, clock());
    },
  };
}

/**
 * Whether an access token with a right signature that has not expired is still valid: its account exists with
 * the same role and credential epoch, and its session is open.
 */
export async function isStillValid(
  parts: Parts,
  audience: Audience,
  access: VerifiedAccess,
): Promise<boolean> {
  const newest = { backwards: true, maxCount: 1 };
  const [session, current] = await Promise.all([
    parts.sharing(`session ${access.sessionId}`, () =>
      parts.store.read<SessionEvent>(streams.session(access.sessionId), newest),
    ),
    loadCredentials(parts, audience, access.subjectId),
  ]);
  const [last] = session.events;
  const isOpen = last?.type === "SessionStarted" || last?.type === "SessionRefreshed";
  const isOwn = isOpen && last.data.audience === audience && last.data.subjectId === access.subjectId;
  return isOwn && isCurrent(access, current);
}

/** Whether the token was issued under these credentials; `undefined` are those of a deleted account. */
export const isCurrent = (access: VerifiedAccess, credentials: Credentials | undefined): boolean =>
  credentials !== undefined &&
  credentials.role === access.role &&
  (access.credentialEpoch === credentials.epoch || access.credentialEpoch === credentials.changes.length);
