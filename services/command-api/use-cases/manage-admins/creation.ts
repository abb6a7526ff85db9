import { composeAccountId } from "@ornament/contracts/domain/account-id";
import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import {
  type AdminDirectory,
  type AdminDirectoryCommand,
  adminDirectoryDecider,
} from "../../aggregates/admin-directory/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { isRecorded } from "../../http/request-context.ts";

type NewAdmin = Omit<AdminDirectoryCommand & { type: "CreateAdmin" }, "type" | "adminId" | "passwordHash">;

/**
 * Creates an admin with a password, or without one for an admin who is then invited. One append to the directory holds
 * the account, its address and its password, so that a crash leaves all of them or none. Answers the id: of the account
 * that this command creates, or has created before.
 */
export async function createAdminAccount(
  dependencies: Dependencies,
  context: CommandContext,
  admin: NewAdmin,
  password: string | undefined,
): Promise<number> {
  const { store, hasher } = dependencies;
  const stream = streams.adminDirectory;
  const command = (directory: AdminDirectory, passwordHash?: string) =>
    ({
      type: "CreateAdmin",
      ...admin,
      adminId: drawAdminId(dependencies, directory),
      passwordHash,
    }) as const;
  const directory = await loadState(store, stream, adminDirectoryDecider);
  const repeated = isRecorded(directory, context);
  // What can be refused is refused before the costly hash.
  if (!repeated) adminDirectoryDecider.decide(command(directory.state), directory.state);
  const passwordHash =
    password && !repeated
      ? await hasher.hash(password, { known: true, name: `admin ${admin.by}` })
      : undefined;
  const handled = await handleCommand({
    store,
    decider: adminDirectoryDecider,
    stream,
    command: (current: AdminDirectory): AdminDirectoryCommand => command(current, passwordHash),
    context,
  });
  const [created] = handled.events;
  if (!created) throw new Error("An admin was created without an event");
  return created.data.adminId;
}

const draws = 5;

/** An id that nobody has had, as far as so many draws find one; the directory refuses any other. */
export function drawAdminId(
  { clock, randomInteger }: Pick<Dependencies, "clock" | "randomInteger">,
  { usedIds }: Pick<AdminDirectory, "usedIds">,
): number {
  const drawn = Array.from({ length: draws }, () => composeAccountId(clock(), randomInteger(4096)));
  return drawn.find((adminId) => !usedIds.has(adminId)) ?? Number(drawn[0]);
}
