import type { CommandContext } from "@ornament/platform/commands/context";
import type { PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import {
  type AdminDirectory,
  type AdminDirectoryCommand,
  adminDirectoryDecider,
} from "../../aggregates/admin-directory/decider.ts";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { newAdminId } from "./new-admin-id.ts";

type NewAdmin = Omit<AdminDirectoryCommand & { type: "CreateAdmin" }, "type" | "adminId" | "passwordHash">;

interface Needs {
  readonly adminDirectory: Aggregates["adminDirectory"];
  readonly hasher: Pick<PasswordHasher, "hash">;
  readonly clock: () => Date;
  readonly randomInteger: (below: number) => number;
}

export type CreateAdminAccount = (
  context: CommandContext,
  admin: NewAdmin,
  password: string | undefined,
) => Promise<number>;

/**
 * Creates an admin with a password, or without one for an admin who is then invited. The account, its email
 * address and its password are one event, so that a crash leaves all of them or none. Returns the id of the
 * account that this command creates or has created before.
 */
export function createAdminAccount(needs: Needs): CreateAdminAccount {
  const { adminDirectory, hasher } = needs;
  return async (context, admin, password) => {
    const command = (directory: AdminDirectory, passwordHash?: string): AdminDirectoryCommand => ({
      type: "CreateAdmin",
      ...admin,
      adminId: newAdminId(needs, directory),
      passwordHash,
    });
    const directory = await adminDirectory.load("main");
    const repeated = directory.holds(context.commandId);
    // Refusals come before the hash, which is expensive.
    if (!repeated) adminDirectoryDecider.decide(command(directory.state), directory.state);
    const asker = { known: true, name: `admin ${admin.by}` };
    const passwordHash = password && !repeated ? await hasher.hash(password, asker) : undefined;
    const { events } = await adminDirectory.handle(
      "main",
      (current) => command(current, passwordHash),
      context,
    );
    const [created] = events;
    if (!created) throw new Error("An admin was created without an event");
    return created.data.adminId;
  };
}
