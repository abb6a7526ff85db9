import type { AdminRole } from "../domain/roles.ts";
import type { Audience } from "../events/fields.ts";
import type { ReadModel, Stored } from "./read-model.ts";

/** How long an ended session is remembered, from the end on: longer than an access token lives. */
export const endedSessionsMilliseconds = 20 * 60_000;

export const accessId = (audience: Audience, subjectId: number) => `${audience}-${subjectId}`;

/** What a principal may do now. Documents are kept after a deletion, with `removed`. */
export interface AccessDocument extends Stored {
  /** `accessId(audience, subjectId)`. */
  _id: string;
  /** `null` for an admin that the directory does not name (yet): no token of it is good. */
  role: AdminRole | "consumer" | null;
  /** The account was deleted. */
  removed: boolean;
  /** The credential epoch: how many events of `credentialEvents` there were (design §9). */
  epoch: number;
  /** Sessions that ended within `endedSessionsMilliseconds` before the latest event. */
  endedSessions: { id: string; at: Date }[];
}

/**
 * Whether an access token is good for the principal as it stands (design §9). The role counts, too: a token that was
 * made for another role is refused.
 */
export function isTokenGood(
  access: Pick<AccessDocument, "role" | "removed" | "epoch" | "endedSessions">,
  token: { sessionId: string; role: string; credentialEpoch: number },
): boolean {
  if (access.removed || access.role !== token.role) return false;
  if (access.endedSessions.some(({ id }) => id === token.sessionId)) return false;
  return token.credentialEpoch === access.epoch;
}

export const accessReadModel = {
  name: "access",
  version: 1,
  collections: { main: { deletes: false, indexes: [] } },
} as const satisfies ReadModel;
