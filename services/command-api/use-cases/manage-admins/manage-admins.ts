import type { adminAccountRoutes } from "@ornament/contracts/api/admin-accounts";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import type { Parts } from "../../compose-parts.ts";
import { callingAdmin } from "../../http/caller.ts";

type Routes = Pick<typeof adminAccountRoutes, "createAdmin" | "updateAdmin" | "deleteAdmin">;

/** Admin accounts, for IT Admins: create, edit, delete. */
export function manageAdminHandlers(parts: Parts): HandlersFor<Routes> {
  const { adminDirectory, createAdminAccount, editAdmin, invite, contexts } = parts;
  // A command that is sent twice at the same time hashes its password once.
  const inTurn = oneAtATime();
  return {
    async createAdmin(request) {
      const { password, ...names } = request.body;
      const context = contexts.of(request);
      const by = callingAdmin(request.caller).id;
      const adminId = await inTurn(context.commandId, () =>
        createAdminAccount(context, { ...names, by }, password),
      );
      if (!password) await invite(adminId, context);
      return { success: true, message: "Account successfully created.", id: adminId };
    },

    async updateAdmin(request) {
      const { id: adminId, email, role, ...changes } = request.body;
      const caller = callingAdmin(request.caller);
      await editAdmin(contexts.of(request), { adminId, inDirectory: { email, role }, ...changes, caller });
      return { success: true, message: "Account successfully updated." };
    },

    async deleteAdmin(request, reply) {
      const adminId = request.params.id;
      const caller = callingAdmin(request.caller);
      const context = contexts.of(request);
      const { state: before } = await adminDirectory.load("main");
      await adminDirectory.handle("main", { type: "DeleteAdmin", by: caller.id, adminId }, context);
      if (adminId === caller.id) {
        await parts.signInSessions.endById(request, caller.access.sessionId, context);
        parts.signInSessions.clearCookie(reply, "admin");
        const email = before.admins.get(adminId)?.email ?? null;
        parts.knownBrowsers.forget(request, reply, { audience: "admin", email });
      }
      return { success: true, message: "Account successfully deleted." };
    },
  };
}
