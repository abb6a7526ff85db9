import type { adminAccountRoutes } from "@ornament/contracts/api/admin-accounts";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { callingAdmin } from "../../http/caller.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { KnownBrowsers } from "../../sessions/known-browsers.ts";
import type { SignInSessions } from "../../sessions/sign-in-sessions.ts";
import type { EditAdmin } from "../edit-admin/edit-admin.ts";
import type { CreateAdminAccount } from "./create-account.ts";
import type { Invite } from "./invite.ts";

type Routes = Pick<typeof adminAccountRoutes, "createAdmin" | "updateAdmin" | "deleteAdmin">;

interface Needs {
  readonly adminDirectory: Pick<Aggregates["adminDirectory"], "handle" | "load">;
  readonly createAdminAccount: CreateAdminAccount;
  readonly editAdmin: EditAdmin;
  readonly invite: Invite;
  readonly signInSessions: Pick<SignInSessions, "endById" | "clearCookie">;
  readonly knownBrowsers: Pick<KnownBrowsers, "forget">;
  readonly contexts: Pick<RequestContexts, "of">;
}

/** Admin accounts, for IT Admins: create, edit, delete. */
export function manageAdminHandlers(needs: Needs): HandlersFor<Routes> {
  const { adminDirectory, createAdminAccount, editAdmin, invite, contexts } = needs;
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
        await needs.signInSessions.endById(request, caller.access.sessionId, context);
        needs.signInSessions.clearCookie(reply, "admin");
        const email = before.admins.get(adminId)?.email ?? null;
        needs.knownBrowsers.forget(request, reply, { audience: "admin", email });
      }
      return { success: true, message: "Account successfully deleted." };
    },
  };
}
