import { Refusal } from "@ornament/contracts/errors";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { Principal } from "@ornament/platform/http/principal";
import type { PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { AdminAccounts } from "../admin-accounts/admin-accounts.ts";

interface Changes {
  adminId: number;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** If empty or absent, the password stays. */
  password?: string | undefined;
  caller: Principal & { kind: "admin" };
}

interface Needs {
  readonly admins: Pick<Aggregates["admins"], "handle">;
  readonly adminAccounts: Pick<AdminAccounts, "load">;
  readonly hasher: Pick<PasswordHasher, "hash">;
}

export type UpdateAdminAccount = (context: CommandContext, changes: Changes) => Promise<void>;

/**
 * Changes names and password. An admin who changes their own password keeps the session it was changed in. Throws
 * `admin_not_found`.
 */
export const updateAdminAccount =
  ({ admins, adminAccounts, hasher }: Needs): UpdateAdminAccount =>
  async (context, { adminId, firstName, lastName, password, caller }) => {
    const account = await adminAccounts.load(adminId, context.positions);
    if (!account) throw new Refusal("admin_not_found");
    const needsHash = password && !account.holds(context.commandId);
    const keptSessionId = caller.id === adminId ? caller.access.sessionId : null;
    const asker = { known: true, name: `admin ${caller.id}` };
    const set = needsHash ? { hash: await hasher.hash(password, asker), keptSessionId } : undefined;
    await admins.handle(
      adminId,
      (state) => ({
        type: "UpdateAdmin",
        adminId,
        current: state.names ?? account.entry,
        firstName,
        lastName,
        password: set,
      }),
      context,
    );
  };
