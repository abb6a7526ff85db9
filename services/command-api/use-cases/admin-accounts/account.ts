import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
import type { AdminEvent } from "@ornament/contracts/events/admin";
import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import { streams } from "@ornament/contracts/events/streams";
import {
  type LoadedState,
  loadState,
  type PositionTracker,
} from "@ornament/platform/commands/handle-command";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { type AdminNames, type AdminState, adminDecider } from "../../aggregates/admin/decider.ts";
import {
  type AdminDirectory,
  adminByEmail,
  adminDirectoryDecider,
  type DirectoryEntry,
} from "../../aggregates/admin-directory/decider.ts";
import { adminCredentials, type Credentials } from "../../sessions/credentials.ts";

/** An admin in full: the directory's entry with the state of its own stream. */
export interface AdminAccount {
  readonly entry: DirectoryEntry;
  readonly own: AdminState;
  readonly names: AdminNames;
  readonly credentials: Credentials;
  /** Whether the own stream holds events of the command. */
  readonly holds: (commandId: string) => boolean;
}

/** Nobody's id: an unknown address costs the same reads as a known one. */
const nobody = 0;

/** The admin of that id; `undefined` for one the directory does not name. */
export async function loadAdmin(
  store: EventStore,
  adminId: number,
  positions?: PositionTracker,
): Promise<AdminAccount | undefined> {
  const [directory, own] = await Promise.all([
    loadState(store, streams.adminDirectory, adminDirectoryDecider),
    loadState(store, streams.admin(adminId), adminDecider),
  ]);
  positions?.note(directory.position);
  positions?.note(own.position);
  return combine(adminId, directory, own);
}

/** The admin with the (normalised) address, or `undefined`. */
export async function findAdmin(store: EventStore, email: string): Promise<AdminAccount | undefined> {
  const directory = await loadState(store, streams.adminDirectory, adminDirectoryDecider);
  const adminId = adminByEmail(directory.state, email)?.adminId ?? nobody;
  const own = await loadState(store, streams.admin(adminId), adminDecider);
  return combine(adminId, directory, own);
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
  const passwordHash = state.passwordHash ?? entry.passwordHash;
  const own = { ...state, passwordHash, link: outdated ? undefined : state.link };
  return { entry, own, names: own.names ?? entry, credentials, holds };
}

/** A link that was mailed to an earlier address says nothing about who reads the one that holds now. */
function isLinkOutdated(
  adminId: number,
  directory: readonly StoredEvent<AdminDirectoryEvent>[],
  events: readonly StoredEvent<AdminEvent>[],
): boolean {
  const mailed = events.findLast(({ type }) => type === "AdminPasswordResetRequested");
  const moved = directory.findLast(
    ({ type, data }) => type === "AdminEmailChanged" && data.adminId === adminId,
  );
  return mailed !== undefined && moved !== undefined && comparePositions(mailed.position, moved.position) < 0;
}
