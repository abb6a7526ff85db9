import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { AdminRole } from "@ornament/contracts/values/roles";
import type { Decider } from "@ornament/platform/commands/decider";
import { unreachable } from "@ornament/platform/commands/unreachable";

/** The names and the password are from the creation of the account. Later ones are in the admin's stream. */
export interface DirectoryEntry {
  readonly adminId: number;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: AdminRole;
  readonly passwordHash?: string | null | undefined;
  readonly deactivated?: boolean | undefined;
}

export interface AdminDirectory {
  readonly admins: ReadonlyMap<number, DirectoryEntry>;
  /** Ids of all admins, including deleted ones. */
  readonly usedIds: ReadonlySet<number>;
  /** Ids of the deleted admins whose personal data are erased. */
  readonly erasedIds: ReadonlySet<number>;
}

interface NewAdmin {
  adminId: number;
  email: string;
  firstName: string;
  lastName: string;
  role: AdminRole;
  /** `undefined` for an admin who is invited to set a password. */
  passwordHash: string | undefined;
}

/** A command is refused unless `by`, the admin who sends it, is an IT Admin when it is decided. */
export type AdminDirectoryCommand =
  | { type: "CreateFirstAdmin"; adminId: number; email: string; passwordHash: string }
  | ({ type: "CreateAdmin"; by: number } & NewAdmin)
  | {
      /** An absent field stays as it is. */
      type: "ChangeAdmin";
      by: number;
      adminId: number;
      email?: string | undefined;
      role?: AdminRole | undefined;
    }
  | { type: "DeactivateAdmin" | "ReactivateAdmin"; by: number; adminId: number; reason: string }
  | { type: "DeleteAdmin"; by: number; adminId: number }
  /** The operator lets an IT Admin in again, at the server's console. No admin sends it. */
  | { type: "RecoverAdmin"; adminId: number; email: string }
  /** Deletes an admin whose erased data an older backup has brought back, even the last IT Admin. */
  | { type: "DeleteErasedAdmin"; adminId: number }
  /** The key of a deleted admin has been erased. */
  | { type: "RecordErasure"; adminId: number };

export const adminDirectoryDecider: Decider<AdminDirectory, AdminDirectoryCommand, AdminDirectoryEvent> = {
  initialState: () => ({ admins: new Map(), usedIds: new Set(), erasedIds: new Set() }),
  decide(command, directory) {
    switch (command.type) {
      case "CreateFirstAdmin":
        return needsFirstAdmin(directory) ? [created({ ...noNames, ...command, role: "ADMIN" })] : [];
      case "CreateAdmin":
        requireItAdmin(directory, command.by);
        requireFreeEmail(directory, command.email);
        if (directory.usedIds.has(command.adminId)) throw new Refusal("conflict");
        return [created(command)];
      case "ChangeAdmin":
        requireItAdmin(directory, command.by);
        return change(command, directory);
      case "DeactivateAdmin":
      case "ReactivateAdmin":
        requireItAdmin(directory, command.by);
        return changeStatus(command, directory);
      case "DeleteAdmin":
        requireItAdmin(directory, command.by);
        return remove(command, directory);
      case "RecoverAdmin":
        return recover(command, directory);
      case "DeleteErasedAdmin": {
        const admin = directory.admins.get(command.adminId);
        return admin ? [deleted(admin)] : [];
      }
      case "RecordErasure":
        return recordErasure(command, directory);
      default:
        return unreachable(command);
    }
  },
  evolve(directory, event) {
    const { adminId } = event.data;
    const admins = new Map(directory.admins);
    switch (event.type) {
      case "AdminAccountCreated":
        return {
          ...directory,
          admins: admins.set(adminId, { ...event.data }),
          usedIds: new Set(directory.usedIds).add(adminId),
        };
      case "AdminEmailChanged":
        return { ...directory, admins: replaced(admins, adminId, { email: event.data.email }) };
      case "AdminRoleChanged":
        return { ...directory, admins: replaced(admins, adminId, { role: event.data.role }) };
      case "AdminDeactivated":
      case "AdminReactivated": {
        const deactivated = event.type === "AdminDeactivated";
        return { ...directory, admins: replaced(admins, adminId, { deactivated }) };
      }
      case "AdminAccountDeleted":
        admins.delete(adminId);
        return { ...directory, admins };
      case "AdminDataErased":
        return { ...directory, erasedIds: new Set(directory.erasedIds).add(adminId) };
      default:
        return unreachable(event);
    }
  },
};

/** The admin with the normalised email address, or `undefined`. */
export const adminByEmail = ({ admins }: AdminDirectory, email: string): DirectoryEntry | undefined =>
  [...admins.values()].find((admin) => admin.email === email);

const noNames = { firstName: "", lastName: "" };

const created = ({ passwordHash, ...admin }: NewAdmin): AdminDirectoryEvent => {
  const { adminId, email, firstName, lastName, role } = admin;
  const password = passwordHash === undefined ? {} : { passwordHash };
  return { type: "AdminAccountCreated", data: { adminId, email, firstName, lastName, role, ...password } };
};

function change(
  command: AdminDirectoryCommand & { type: "ChangeAdmin" },
  directory: AdminDirectory,
): AdminDirectoryEvent[] {
  const { adminId } = command;
  const current = requireAdmin(directory, adminId);
  const { email = current.email, role = current.role } = command;
  const events: AdminDirectoryEvent[] = [];
  if (email !== current.email && email !== null) {
    if (command.by === adminId) throw new Refusal("own_email_fixed");
    requireFreeEmail(directory, email);
    events.push({ type: "AdminEmailChanged", data: { adminId, email } });
  }
  if (role !== current.role) {
    if (current.role === "ADMIN") requireAnotherItAdmin(directory, adminId);
    events.push({ type: "AdminRoleChanged", data: { adminId, email, role } });
  }
  return events;
}

/** A deactivated admin keeps the email address, the password and the role. */
function changeStatus(
  { type, adminId, reason }: AdminDirectoryCommand & { type: "DeactivateAdmin" | "ReactivateAdmin" },
  directory: AdminDirectory,
): AdminDirectoryEvent[] {
  const { email, role, deactivated = false } = requireAdmin(directory, adminId);
  const deactivates = type === "DeactivateAdmin";
  if (deactivates === deactivated) return [];
  if (deactivates && role === "ADMIN") requireAnotherItAdmin(directory, adminId);
  return [{ type: deactivates ? "AdminDeactivated" : "AdminReactivated", data: { adminId, email, reason } }];
}

function remove(
  { adminId }: AdminDirectoryCommand & { type: "DeleteAdmin" },
  directory: AdminDirectory,
): AdminDirectoryEvent[] {
  if (isDeleted(directory, adminId)) return [];
  const admin = requireAdmin(directory, adminId);
  if (admin.role === "ADMIN") requireAnotherItAdmin(directory, adminId);
  return [deleted(admin)];
}

/** Only IT Admins: an IT Admin helps the others in the back office. */
function recover(
  { adminId, email }: AdminDirectoryCommand & { type: "RecoverAdmin" },
  directory: AdminDirectory,
): AdminDirectoryEvent[] {
  const current = requireAdmin(directory, adminId);
  if (current.role !== "ADMIN") throw new Refusal("forbidden");
  const events: AdminDirectoryEvent[] = [];
  if (email !== current.email) {
    requireFreeEmail(directory, email);
    events.push({ type: "AdminEmailChanged", data: { adminId, email } });
  }
  const reason = "Let in again by the operator";
  if (current.deactivated) events.push({ type: "AdminReactivated", data: { adminId, email, reason } });
  return events;
}

const deleted = ({ adminId, email }: DirectoryEntry): AdminDirectoryEvent => ({
  type: "AdminAccountDeleted",
  data: { adminId, email },
});

/** Whether there is no IT Admin: before the first start, or after an erasure that a restore has repeated. */
export const needsFirstAdmin = ({ admins }: AdminDirectory): boolean =>
  [...admins.values()].every(({ role }) => role !== "ADMIN");

function recordErasure(
  { adminId }: AdminDirectoryCommand & { type: "RecordErasure" },
  directory: AdminDirectory,
): AdminDirectoryEvent[] {
  if (directory.erasedIds.has(adminId)) return [];
  if (!isDeleted(directory, adminId)) throw new Refusal("admin_not_found");
  return [{ type: "AdminDataErased", data: { adminId } }];
}

/** Whether the admin existed and was deleted. */
export const isDeleted = ({ admins, usedIds }: AdminDirectory, adminId: number) =>
  !admins.has(adminId) && usedIds.has(adminId);

function requireAdmin({ admins }: AdminDirectory, adminId: number): DirectoryEntry {
  const admin = admins.get(adminId);
  if (!admin) throw new Refusal("admin_not_found");
  return admin;
}

function requireItAdmin({ admins }: AdminDirectory, by: number): void {
  const admin = admins.get(by);
  if (!admin || admin.deactivated) throw new Refusal("admin_error", { errors: ["admin_error"] });
  if (admin.role !== "ADMIN") throw new Refusal("forbidden");
}

function requireAnotherItAdmin({ admins }: AdminDirectory, adminId: number): void {
  const isActive = ({ role, deactivated }: DirectoryEntry) => role === "ADMIN" && !deactivated;
  const others = [...admins.values()].filter((admin) => isActive(admin) && admin.adminId !== adminId);
  if (others.length === 0) throw new Refusal("last_it_admin");
}

function requireFreeEmail(directory: AdminDirectory, email: string): void {
  if (adminByEmail(directory, email))
    throw new Refusal("email_taken", {
      errors: [{ path: "email", message: "An account with this email already exists." }],
    });
}

function replaced(
  admins: Map<number, DirectoryEntry>,
  adminId: number,
  changes: Partial<DirectoryEntry>,
): Map<number, DirectoryEntry> {
  const admin = admins.get(adminId);
  return admin ? admins.set(adminId, { ...admin, ...changes }) : admins;
}
