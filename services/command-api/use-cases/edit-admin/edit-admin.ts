import type { AdminRole } from "@ornament/contracts/domain/roles";
import { Refusal } from "@ornament/contracts/errors";
import type { AdminEvent } from "@ornament/contracts/events/admin";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Principal } from "@ornament/platform/http/principal";
import type { PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import type { AdminCommand } from "../../aggregates/admin/decider.ts";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { AdminAccount, AdminAccounts } from "../admin-accounts/admin-accounts.ts";
import { ChangedMeanwhile, type Explained, refuseIfChanged } from "../stale-edits/changed-meanwhile.ts";
import { changesInDirectory, changesOfNames, type ReadAt } from "./changes-of-admin.ts";

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

interface Needs {
  readonly admins: Pick<Aggregates["admins"], "handle">;
  readonly adminDirectory: Pick<Aggregates["adminDirectory"], "handle">;
  readonly adminAccounts: Pick<AdminAccounts, "load">;
  readonly hasher: Pick<PasswordHasher, "hash">;
  readonly explained: Explained;
}

export type EditAdmin = (context: CommandContext, edit: Edit) => Promise<void>;

const partlySaved =
  "{by} changed the name at the same moment. Your change of email or role was saved, that of the name was not. Check the change, then save again.";

/**
 * Changes the email address, role, names and password of an admin. The directory decides first, then the
 * admin's stream. An admin who changes their own password keeps the session in which it was changed. Throws
 * `admin_not_found`, `changed_meanwhile` and the refusals of the directory. See
 * docs/decisions/0027-edits-carry-the-version-they-read.md
 */
export function editAdmin(needs: Needs): EditAdmin {
  const { admins, adminAccounts, hasher, explained } = needs;

  const writeOwn = async (context: CommandContext, edit: Edit, account: AdminAccount, decidedAt?: bigint) => {
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
  };

  const edited = async (context: CommandContext, edit: Edit) => {
    const account = await adminAccounts.load(edit.adminId, context.positions);
    if (!account) throw new Refusal("admin_not_found");
    // The admin's stream is written last. If it has this command's events, the directory is done.
    if (account.holds(context.commandId)) return await writeOwn(context, edit, account);
    const read = readAt(context, edit);
    // Both streams are checked before either is written, so that no part of a stale edit is saved.
    if (!account.directoryHolds(context.commandId)) {
      refuseIfChanged([
        ...changesInDirectory(read, account.directoryEvents),
        ...changesOfNames(read, account.ownEvents, account.entry),
      ]);
    }
    await writeOwn(context, edit, account, await writeDirectory(needs, context, edit));
  };

  // Edits of an admin run one after another, because no append can check both streams.
  const inTurn = oneAtATime();
  return (context, edit) =>
    explained(edit.caller.id, () => inTurn(String(edit.adminId), () => edited(context, edit)));
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
  { adminDirectory }: Pick<Needs, "adminDirectory">,
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

/**
 * The names of the edit. When the directory has this command's event (at `decidedAt`), the command has
 * happened: a name that somebody changed after that stays as it is.
 */
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
