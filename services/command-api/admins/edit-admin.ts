import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import type { AdminEvent } from "@ornament/contracts/admins/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import { type AdminRole, roleLabels } from "@ornament/contracts/values/roles";
import { changesSince } from "@ornament/platform/commands/changes-since";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Principal } from "@ornament/platform/http/principal";
import type { Parts } from "../compose-parts.ts";
import { ChangedMeanwhile, explained, type FieldChange, refuseIfChanged } from "../http/changed-meanwhile.ts";
import { type AdminAccount, loadAdmin } from "./admin-accounts.ts";
import type { AdminCommand, AdminNames } from "./decider.ts";

/** An absent field stays as it is. */
interface Edit {
  adminId: number;
  /** `undefined` for an edit of an admin's own profile, which has neither email address nor role. */
  inDirectory: { email: string | undefined; role: AdminRole | undefined } | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** If empty or absent, the password stays. */
  password?: string | undefined;
  /** The version that was read. Without it, changes by others are not checked. */
  version?: string | undefined;
  caller: Principal & { kind: "admin" };
}

const partlySaved =
  "{by} changed the name at the same moment. Your change of email or role was saved, that of the name was not. Check the change, then save again.";

/**
 * Changes the email address, role, names and password of an admin. The directory decides first, then the
 * admin's stream. An admin who changes their own password keeps the session in which it was changed. Throws
 * `admin_not_found`, `changed_meanwhile` and the refusals of the directory. See
 * docs/decisions/0027-edits-carry-the-version-they-read.md
 */
export function editAdmin(parts: Parts, context: CommandContext, edit: Edit): Promise<void> {
  return explained(parts, edit.caller, () =>
    parts.adminEdits(String(edit.adminId), () => edited(parts, context, edit)),
  );
}

async function edited(parts: Parts, context: CommandContext, edit: Edit): Promise<void> {
  const account = await loadAdmin(parts, edit.adminId, context.positions);
  if (!account) throw new Refusal("admin_not_found");
  // The admin's stream is written last. If it has this command's events, the directory is done.
  if (account.holds(context.commandId)) return await writeOwn(parts, context, edit, account);
  const read = readAt(context, edit);
  // Both streams are checked before either is written, so that no part of a stale edit is saved.
  if (!account.directoryHolds(context.commandId)) {
    refuseIfChanged([
      ...changesInDirectory(read, account.directoryEvents),
      ...changesOfNames(read, account.ownEvents, account.entry),
    ]);
  }
  await writeOwn(parts, context, edit, account, await writeDirectory(parts, context, edit));
}

async function writeOwn(
  { admins, hasher }: Parts,
  context: CommandContext,
  edit: Edit,
  account: AdminAccount,
  decidedAt?: bigint,
): Promise<void> {
  const { adminId, firstName, lastName, password, caller } = edit;
  const keptSessionId = caller.id === adminId ? caller.access.sessionId : null;
  const asker = { known: true, name: `admin ${caller.id}` };
  const needsHash = password && !account.holds(context.commandId);
  const set = needsHash ? { hash: await hasher.hash(password, asker), keptSessionId } : undefined;
  await admins.handle(
    adminId,
    (state, events): AdminCommand => ({
      type: "UpdateAdmin",
      adminId,
      current: state.names ?? account.entry,
      ...namesToWrite({ firstName, lastName }, { ...readAt(context, edit), decidedAt }, events, account),
      password: set,
    }),
    context,
  );
}

const readAt = ({ commandId }: CommandContext, { adminId, version }: Edit): ReadAt => ({
  adminId,
  version,
  commandId,
});

/**
 * Returns the position of this command's event in the directory; `undefined` if there was nothing to change.
 */
async function writeDirectory(
  { adminDirectory }: Parts,
  context: CommandContext,
  edit: Edit,
): Promise<bigint | undefined> {
  const { adminId, inDirectory, caller } = edit;
  if (!inDirectory) return undefined;
  const { events } = await adminDirectory.handle(
    "main",
    (_directory, known) => {
      refuseIfChanged(changesInDirectory(readAt(context, edit), known));
      return { type: "ChangeAdmin", by: caller.id, adminId, ...inDirectory };
    },
    context,
  );
  return events.at(-1)?.position.commit;
}

/** The names of the edit. After `decidedAt`, the directory's event, a name that somebody changed stays. */
function namesToWrite(
  names: { firstName: string | undefined; lastName: string | undefined },
  { version, commandId, decidedAt }: ReadAt & { decidedAt: bigint | undefined },
  events: readonly StoredEvent<AdminEvent>[],
  { entry }: AdminAccount,
) {
  if (decidedAt === undefined) {
    refuseIfChanged(changesOfNames({ version, commandId }, events, entry));
    return names;
  }
  if (names.firstName === undefined && names.lastName === undefined) return names;
  const changesAfter = (position: string | undefined) =>
    changesOfNames({ version: position, commandId }, events, entry);
  const before = changesAfter(version).filter(({ position }) => position < decidedAt);
  if (before.length > 0) throw new ChangedMeanwhile(before, partlySaved);
  const newer = new Set(changesAfter(String(decidedAt)).map(({ path }) => path));
  return {
    firstName: newer.has("firstName") ? undefined : names.firstName,
    lastName: newer.has("lastName") ? undefined : names.lastName,
  };
}

/** The version that the edit carries, and the edit's command, whose events do not count as changes. */
interface ReadAt {
  readonly adminId: number;
  readonly version: string | undefined;
  readonly commandId: string;
}

/** The changes of email address and role. */
const changesInDirectory = (
  { adminId, version, commandId }: ReadAt,
  events: readonly StoredEvent<AdminDirectoryEvent>[],
): FieldChange[] =>
  changesSince(events, version, commandId).flatMap((event) => {
    if (event.data.adminId !== adminId) return [];
    const { actor } = event.metadata;
    if (event.type === "AdminEmailChanged") return [{ path: "email", now: event.data.email ?? "", actor }];
    if (event.type === "AdminRoleChanged") return [{ path: "role", now: roleLabels[event.data.role], actor }];
    return [];
  });

/** The changes of the names. `first`: the names before the first of these events. */
function changesOfNames(
  { version, commandId }: Omit<ReadAt, "adminId">,
  events: readonly StoredEvent<AdminEvent>[],
  first: AdminNames,
): (FieldChange & { position: bigint })[] {
  const later = new Set(changesSince(events, version, commandId));
  let before = first;
  return events.flatMap((event) => {
    if (event.type !== "AdminProfileUpdated") return [];
    const previous = before;
    before = event.data;
    if (!later.has(event)) return [];
    const { metadata, position, data } = event;
    return (["firstName", "lastName"] as const)
      .filter((path) => (data[path] ?? "") !== (previous[path] ?? ""))
      .map((path) => ({ path, now: data[path] ?? "", actor: metadata.actor, position: position.commit }));
  });
}
