import type { adminAccountRoutes } from "@ornament/contracts/api/admin-accounts";
import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import { oneAtATime } from "@ornament/platform/commands/one-at-a-time";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { adminDecider } from "../../aggregates/admin/decider.ts";
import {
  type AdminDirectoryCommand,
  adminDirectoryDecider,
} from "../../aggregates/admin-directory/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { requireSignedInAdmin } from "../../http/admin-caller.ts";
import { commandContext, isRecorded } from "../../http/request-context.ts";
import { clearRefreshCookie } from "../../sessions/refresh-token.ts";
import { endSessionById } from "../../sessions/sessions.ts";
import { forgetBrowser } from "../sign-in-guard/known-browser.ts";
import { createAdminAccount } from "./creation.ts";
import { invite } from "./invitation.ts";
import { updateOwnStream } from "./update.ts";

type Routes = Pick<typeof adminAccountRoutes, "createAdmin" | "updateAdmin" | "deleteAdmin">;

/** Admin accounts, for IT Admins (spec §2 Create account, Edit admin account). */
export const adminAccountHandlers = (dependencies: Dependencies): HandlersFor<Routes> => ({
  createAdmin: createAdmin(dependencies),

  async updateAdmin(request) {
    const { id: adminId, email, role, ...changes } = request.body;
    const caller = requireSignedInAdmin(request.caller);
    const context = commandContext(dependencies, request);
    const own = await loadState(dependencies.store, streams.admin(adminId), adminDecider);
    // The own stream comes last: with this command's events in it there is nothing left to do.
    if (!isRecorded(own, context))
      await direct(dependencies, context, { type: "ChangeAdmin", by: caller.id, adminId, email, role });
    await updateOwnStream(dependencies, context, { adminId, ...changes, caller });
    return { success: true, message: "Account successfully updated." };
  },

  async deleteAdmin(request, reply) {
    const adminId = request.params.id;
    const caller = requireSignedInAdmin(request.caller);
    const context = commandContext(dependencies, request);
    await direct(dependencies, context, { type: "DeleteAdmin", by: caller.id, adminId });
    if (adminId === caller.id) {
      await endSessionById(dependencies, request, caller.access.sessionId, context);
      clearRefreshCookie(dependencies, reply, "admin");
      forgetBrowser(dependencies, reply, "admin");
    }
    await dependencies.store.erasePerson("admin", adminId);
    return { success: true, message: "Account successfully deleted." };
  },
});

function createAdmin(dependencies: Dependencies): HandlersFor<Routes>["createAdmin"] {
  // A command that is sent twice at once hashes its password once.
  const inTurn = oneAtATime();
  return async (request) => {
    const { password, ...names } = request.body;
    const context = commandContext(dependencies, request);
    const by = requireSignedInAdmin(request.caller).id;
    const adminId = await inTurn(context.commandId, () =>
      createAdminAccount(dependencies, context, { ...names, by }, password),
    );
    if (!password) await invite(dependencies, adminId, context);
    return { success: true, message: "Account successfully created.", id: adminId };
  };
}

const direct = (
  { store }: Pick<Dependencies, "store">,
  context: CommandContext,
  command: AdminDirectoryCommand,
) =>
  handleCommand({
    store,
    decider: adminDirectoryDecider,
    stream: streams.adminDirectory,
    command,
    context,
  });
