import type { Audience } from "../events/fields.ts";
import type { ReadModel, Stored } from "../projections/read-model.ts";
import type { AdminRole } from "../values/roles.ts";

/** The time for which an ended session is remembered. It is longer than the lifetime of an access token. */
export const endedSessionsMilliseconds = 20 * 60_000;

export const accessId = (audience: Audience, subjectId: number) => `${audience}-${subjectId}`;

/** The current rights of an admin or a consumer. After a deletion the document stays, with `removed`. */
export interface AccessDocument extends Stored {
  /** `accessId(audience, subjectId)`. */
  _id: string;
  /** `null` for an admin who is not in the directory (yet). No token of that admin is valid. */
  role: AdminRole | "consumer" | null;
  removed: boolean;
  /**
   * The credential epoch: the id of the latest of the `credentialEvents`; `null` before the first. See
   * docs/decisions/0010-sign-in-sessions.md
   */
  epoch: string | null;
  epochs: number;
  /** Sessions that ended within `endedSessionsMilliseconds` before the latest event. */
  endedSessions: { id: string; at: Date }[];
}

/** Whether an access token is still valid: its account, role, credential epoch and session. */
export function isTokenGood(
  access: Pick<AccessDocument, "role" | "removed" | "epoch" | "epochs" | "endedSessions">,
  token: { sessionId: string; role: string; credentialEpoch: string | number | null },
): boolean {
  if (access.removed || access.role !== token.role) return false;
  if (access.endedSessions.some(({ id }) => id === token.sessionId)) return false;
  return token.credentialEpoch === access.epoch || token.credentialEpoch === access.epochs;
}

export const accessReadModel = {
  name: "access",
  version: 5,
  collections: { main: { deletes: false, indexes: [] } },
} as const satisfies ReadModel;
