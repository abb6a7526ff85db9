import type { SignedInAdmin } from "@ornament/contracts/admins/api";
import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import type { AdminEvent } from "@ornament/contracts/admins/events";
import type { PositionTracker } from "@ornament/platform/commands/context";
import type { LoadedState } from "@ornament/platform/commands/load-state";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import type { Parts } from "../compose-parts.ts";
import { adminCredentials, type Credentials } from "../sessions/credentials.ts";
import type { AdminNames, AdminState } from "./decider.ts";
import { type AdminDirectory, adminByEmail, type DirectoryEntry } from "./directory-decider.ts";

/** An admin: the directory's entry and the state of the admin's own stream. */
export interface AdminAccount {
  readonly entry: DirectoryEntry;
  readonly own: AdminState;
  readonly names: AdminNames;
  readonly credentials: Credentials;
  readonly directoryEvents: readonly StoredEvent<AdminDirectoryEvent>[];
  readonly ownEvents: readonly StoredEvent<AdminEvent>[];
  /** Whether the admin's stream holds events of the command. */
  readonly holds: (commandId: string) => boolean;
  /** Whether the directory's stream holds events of the command. */
  readonly directoryHolds: (commandId: string) => boolean;
}

type Reading = Pick<Parts, "admins" | "adminDirectory">;

/** An id that no admin has. It makes an unknown email address need the same reads as a known one. */
const nobody = 0;

/** The admin with this id; `undefined` for one that is not in the directory. */
export async function loadAdmin(
  { admins, adminDirectory }: Reading,
  adminId: number,
  positions?: PositionTracker,
): Promise<AdminAccount | undefined> {
  const [directory, own] = await Promise.all([adminDirectory.load("main"), admins.load(adminId)]);
  positions?.note(directory.position);
  positions?.note(own.position);
  return combine(adminId, directory, own);
}

/** The admin with the normalised email address, or `undefined`. */
export async function findAdmin(
  { admins, adminDirectory }: Reading,
  email: string,
): Promise<AdminAccount | undefined> {
  const directory = await adminDirectory.load("main");
  const adminId = adminByEmail(directory.state, email)?.adminId ?? nobody;
  return combine(adminId, directory, await admins.load(adminId));
}

export const signedInAdmin = ({ entry, names }: AdminAccount): SignedInAdmin => ({
  id: entry.adminId,
  email: entry.email ?? "",
  first_name: names.firstName ?? "",
  last_name: names.lastName ?? "",
  role: entry.role,
  isActivated: true,
});

function combine(
  adminId: number,
  directory: LoadedState<AdminDirectory, AdminDirectoryEvent>,
  { state, events, holds }: LoadedState<AdminState, AdminEvent>,
): AdminAccount | undefined {
  const entry = directory.state.admins.get(adminId);
  const credentials = adminCredentials(adminId, directory.events, events);
  if (!entry || !credentials) return undefined;
  const outdated = isLinkOutdated(adminId, directory.events, events);
  const passwordHash = state.passwordHash ?? (state.recovered ? undefined : entry.passwordHash);
  const own = { ...state, passwordHash, link: outdated ? undefined : state.link };
  return {
    entry,
    own,
    names: own.names ?? entry,
    credentials,
    directoryEvents: directory.events,
    ownEvents: events,
    holds,
    directoryHolds: directory.holds,
  };
}

/** A link for an earlier email address does not prove that its owner reads the present one. */
function isLinkOutdated(
  adminId: number,
  directory: readonly StoredEvent<AdminDirectoryEvent>[],
  events: readonly StoredEvent<AdminEvent>[],
): boolean {
  const linked = events.findLast(
    ({ type }) => type === "AdminPasswordResetRequested" || type === "AdminRecovered",
  );
  const moved = directory.findLast(
    ({ type, data }) => type === "AdminEmailChanged" && data.adminId === adminId,
  );
  return linked !== undefined && moved !== undefined && comparePositions(linked.position, moved.position) < 0;
}
