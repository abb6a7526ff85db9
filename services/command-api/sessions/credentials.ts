import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import type { AdminEvent } from "@ornament/contracts/admins/events";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import type { Audience } from "@ornament/contracts/events/fields";
import { beginsCredentialEpoch } from "@ornament/contracts/sign-in/credential-epoch";
import type { AdminRole } from "@ornament/contracts/values/roles";
import { unreachable } from "@ornament/platform/commands/unreachable";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { laterPosition, type Position } from "@ornament/platform/eventstore/position";
import type { Parts } from "../compose-parts.ts";
import type { SessionValidity } from "./decider.ts";

/** The sessions that stay valid after a change: all, one by its id, or none. */
type Kept = "all" | { sessionId: string } | "none";

/** The state that decides whether an account's sessions and tokens are still valid. */
export interface Credentials {
  readonly audience: Audience;
  readonly subjectId: number;
  readonly role: AdminRole | "consumer";
  /** One for each event that began a credential epoch. */
  readonly changes: readonly Kept[];
  /** The credential epoch: the id of the event that began it; `null` before the first. */
  readonly epoch: string | null;
  /** The position of the last event that was read for them. */
  readonly position: Position | undefined;
}

/** Whether a session of that epoch is valid. `undefined` credentials are those of a deleted account. */
export function sessionValidity(
  credentials: Credentials | undefined,
  session: { sessionId: string; epoch: number },
): SessionValidity {
  if (!credentials) return "deleted";
  const kept = credentials.changes
    .slice(session.epoch)
    .every((change) => change === "all" || (change !== "none" && change.sessionId === session.sessionId));
  return kept ? "valid" : "credentials";
}

/** An admin's credentials; `undefined` for an admin who is not in the directory. */
export function adminCredentials(
  adminId: number,
  directory: readonly StoredEvent<AdminDirectoryEvent>[],
  own: readonly StoredEvent<AdminEvent>[],
): Credentials | undefined {
  const entries = directory.filter((event) => event.data.adminId === adminId);
  const role = entries.reduce<AdminRole | undefined>(roleAfter, undefined);
  if (role === undefined) return undefined;
  const changing = [...entries, ...own]
    .filter((event) => beginsCredentialEpoch(event.type))
    .sort((a, b) => (a.position.commit < b.position.commit ? -1 : 1));
  return {
    audience: "admin",
    subjectId: adminId,
    role,
    changes: changing.map((event) => keptByAdminEvent(adminId, event)),
    epoch: changing.at(-1)?.id ?? null,
    position: laterPosition(directory.at(-1)?.position, own.at(-1)?.position),
  };
}

function roleAfter(role: AdminRole | undefined, event: AdminDirectoryEvent): AdminRole | undefined {
  switch (event.type) {
    case "AdminAccountCreated":
    case "AdminRoleChanged":
      return event.data.role;
    case "AdminEmailChanged":
    case "AdminDeactivated":
    case "AdminReactivated":
      return role;
    case "AdminAccountDeleted":
    case "AdminDataErased":
      return undefined;
    default:
      return unreachable(event);
  }
}

/** An admin who changes their own role keeps all their sessions. */
function keptByAdminEvent(adminId: number, event: StoredEvent<AdminDirectoryEvent | AdminEvent>): Kept {
  const { actor } = event.metadata;
  if (event.type === "AdminRoleChanged")
    return actor.kind === "admin" && actor.id === adminId ? "all" : "none";
  if (event.type !== "AdminPasswordSet" || event.data.keptSessionId === null) return "none";
  return { sessionId: event.data.keptSessionId };
}

/** A consumer's credentials by its stream; `undefined` without an account, and for a deleted one. */
export function consumerCredentials(
  consumerId: number,
  own: readonly StoredEvent<ConsumerEvent>[],
): Credentials | undefined {
  if (own.length === 0 || own.some((event) => event.type === "ConsumerAccountDeleted")) return undefined;
  const changing = own.filter((event) => beginsCredentialEpoch(event.type));
  return {
    audience: "consumer",
    subjectId: consumerId,
    role: "consumer",
    changes: changing.map(() => "none"),
    epoch: changing.at(-1)?.id ?? null,
    position: own.at(-1)?.position,
  };
}

/**
 * The credentials now; `undefined` without a live account. Events of the command `without` don't count. Nearly
 * every request asks, so requests at the same time share the reads.
 */
export async function loadCredentials(
  { consumers, adminDirectory, admins, sharing }: Parts,
  audience: Audience,
  subjectId: number,
  without?: string,
): Promise<Credentials | undefined> {
  const counts = ({ metadata }: StoredEvent) => without === undefined || metadata.commandId !== without;
  if (audience === "consumer") {
    const { events } = await sharing(`consumer ${subjectId}`, () => consumers.load(subjectId));
    return consumerCredentials(subjectId, events.filter(counts));
  }
  const [directory, own] = await Promise.all([
    sharing("directory", () => adminDirectory.load("main")),
    sharing(`admin ${subjectId}`, () => admins.load(subjectId)),
  ]);
  return adminCredentials(subjectId, directory.events.filter(counts), own.events.filter(counts));
}
