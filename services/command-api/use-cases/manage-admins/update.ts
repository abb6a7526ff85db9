import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand } from "@ornament/platform/commands/handle-command";
import type { Principal } from "@ornament/platform/http/principal";
import { type AdminCommand, type AdminState, adminDecider } from "../../aggregates/admin/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { isRecorded } from "../../http/request-context.ts";
import { loadAdmin } from "../admin-accounts/account.ts";

interface Changes {
  adminId: number;
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Empty or absent: it stays. */
  password?: string | undefined;
  caller: Principal & { kind: "admin" };
}

/** Changes names and password. A password of one's own keeps the session it was changed in (design §9). */
export async function updateOwnStream(
  dependencies: Dependencies,
  context: CommandContext,
  { adminId, firstName, lastName, password, caller }: Changes,
): Promise<void> {
  const { store, hasher } = dependencies;
  const account = await loadAdmin(store, adminId, context.positions);
  if (!account) throw new Refusal("admin_not_found");
  const { entry } = account;
  const needsHash = password && !isRecorded(account, context);
  const keptSessionId = caller.id === adminId ? caller.access.sessionId : null;
  const set = needsHash
    ? { hash: await hasher.hash(password, { known: true, name: `admin ${caller.id}` }), keptSessionId }
    : undefined;
  await handleCommand({
    store,
    decider: adminDecider,
    stream: streams.admin(adminId),
    command: (state: AdminState): AdminCommand => ({
      type: "UpdateAdmin",
      adminId,
      current: state.names ?? entry,
      firstName,
      lastName,
      password: set,
    }),
    context,
  });
}
