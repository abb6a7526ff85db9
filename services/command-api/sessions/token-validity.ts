import type { Audience } from "@ornament/contracts/events/fields";
import type { SessionEvent } from "@ornament/contracts/events/session";
import { streams } from "@ornament/contracts/events/streams";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import type { VerifiedAccess } from "@ornament/platform/tokens/access-token";
import type { CredentialReader, Credentials } from "./credentials.ts";

/**
 * Whether an access token with a right signature that has not expired is still valid: its account exists with
 * the same role and credential epoch, and its session is open.
 */
export type TokenValidity = (audience: Audience, access: VerifiedAccess) => Promise<boolean>;

interface Needs {
  readonly store: Pick<EventStore, "read">;
  readonly credentials: Pick<CredentialReader, "load">;
}

/** Checks a token against the newest event of its session and against the streams of its account. */
export const tokenValidity =
  ({ store, credentials }: Needs): TokenValidity =>
  async (audience, access) => {
    const [isOpen, current] = await Promise.all([
      isSessionOpen(store, audience, access),
      credentials.load(audience, access.subjectId),
    ]);
    return isOpen && isCurrent(access, current);
  };

async function isSessionOpen(
  store: Needs["store"],
  audience: Audience,
  { sessionId, subjectId }: VerifiedAccess,
): Promise<boolean> {
  const newest = { backwards: true, maxCount: 1 };
  const [last] = (await store.read<SessionEvent>(streams.session(sessionId), newest)).events;
  const isOpen = last?.type === "SessionStarted" || last?.type === "SessionRefreshed";
  return isOpen && last.data.audience === audience && last.data.subjectId === subjectId;
}

/**
 * Whether the token was issued under these credentials. `undefined` credentials are those of a deleted
 * account.
 */
export const isCurrent = (access: VerifiedAccess, credentials: Credentials | undefined): boolean =>
  credentials !== undefined &&
  credentials.role === access.role &&
  (access.credentialEpoch === credentials.epoch || access.credentialEpoch === credentials.changes.length);
