import type { SignedInAdmin } from "@ornament/contracts/api/admin-session";
import type { AdminEvent } from "@ornament/contracts/events/admin";
import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import { streams } from "@ornament/contracts/events/streams";
import type { PositionTracker } from "@ornament/platform/commands/handle-command";
import type { EventStore, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { comparePositions } from "@ornament/platform/eventstore/position";
import { adminByEmail, adminDirectoryDecider, type DirectoryEntry } from "../admin-directory/decider.ts";
import { adminCredentials, type Credentials } from "../session/credentials.ts";
import { type AdminNames, type AdminState, adminDecider } from "./decider.ts";

/** An admin in full: the directory's entry with the state of its own stream. */
export interface AdminAccount {
  readonly entry: DirectoryEntry;
  readonly own: AdminState;
  readonly names: AdminNames;
  readonly credentials: Credentials;
  /** Of the own stream. */
  readonly events: readonly StoredEvent<AdminEvent>[];
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
    store.read<AdminDirectoryEvent>(streams.adminDirectory),
    store.read<AdminEvent>(streams.admin(adminId)),
  ]);
  positions?.note(directory.lastPosition);
  positions?.note(own.lastPosition);
  return combine(adminId, directory.events, own.events);
}

/** The admin with the (normalised) address, or `undefined`. */
export async function findAdmin(store: EventStore, email: string): Promise<AdminAccount | undefined> {
  const directory = await store.read<AdminDirectoryEvent>(streams.adminDirectory);
  const adminId = adminByEmail(directoryOf(directory.events), email)?.adminId ?? nobody;
  const own = await store.read<AdminEvent>(streams.admin(adminId));
  return combine(adminId, directory.events, own.events);
}

export const signedInAdmin = ({ entry, names }: AdminAccount): SignedInAdmin => ({
  id: entry.adminId,
  email: entry.email ?? "",
  first_name: names.firstName ?? "",
  last_name: names.lastName ?? "",
  role: entry.role,
  isActivated: true,
});

const directoryOf = (events: readonly AdminDirectoryEvent[]) =>
  events.reduce(adminDirectoryDecider.evolve, adminDirectoryDecider.initialState());

function combine(
  adminId: number,
  directory: readonly StoredEvent<AdminDirectoryEvent>[],
  events: readonly StoredEvent<AdminEvent>[],
): AdminAccount | undefined {
  const entry = directoryOf(directory).admins.get(adminId);
  const credentials = adminCredentials(adminId, directory, events);
  if (!entry || !credentials) return undefined;
  const state = events.reduce<AdminState>(adminDecider.evolve, adminDecider.initialState());
  const own = isLinkOutdated(adminId, directory, events) ? { ...state, link: undefined } : state;
  return { entry, own, names: own.names ?? entry, credentials, events };
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
