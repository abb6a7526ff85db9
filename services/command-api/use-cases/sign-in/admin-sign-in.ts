import type { adminSessionRoutes } from "@ornament/contracts/api/admin-session";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { signInAgain } from "../../aggregates/session/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { endSession, openSession, refreshSession } from "../../sessions/sessions.ts";
import { findAdmin, loadAdmin, signedInAdmin } from "../admin-accounts/account.ts";
import { guardSignIn } from "../sign-in-guard/guard.ts";
import { rememberBrowser } from "../sign-in-guard/known-browser.ts";

type Routes = Pick<typeof adminSessionRoutes, "adminLogin" | "adminLogout" | "adminRefresh">;

/** Sign-in, refresh and sign-out of admins (spec §2 Admin login, design §9). */
export const adminSessionHandlers = (dependencies: Dependencies): HandlersFor<Routes> => ({
  async adminLogin(request, reply) {
    const { email, password, verifyCaptcha } = request.body;
    await dependencies.humanCheck.confirm({
      token: verifyCaptcha,
      action: humanCheckActions.adminLogin,
      ip: request.ip,
    });
    const { account } = await guardSignIn(dependencies, request, {
      audience: "admin",
      email,
      password,
      find: async () => {
        const found = await findAdmin(dependencies.store, email);
        return (
          found && {
            account: found,
            subjectId: found.entry.adminId,
            passwordHash: found.own.passwordHash,
          }
        );
      },
    });
    const { accessToken } = await openSession(dependencies, request, reply, account.credentials);
    rememberBrowser(dependencies, request, reply, { audience: "admin", email });
    return { accessToken, admin: signedInAdmin(account) };
  },

  async adminLogout(request, reply) {
    await endSession(dependencies, request, reply, "admin");
    return { success: true, message: "You are signed out." };
  },

  async adminRefresh(request, reply) {
    const { accessToken, subjectId } = await refreshSession(dependencies, request, reply, "admin");
    const account = await loadAdmin(dependencies.store, subjectId, request.positions);
    if (!account) throw signInAgain("admin");
    const admin = signedInAdmin(account);
    rememberBrowser(dependencies, request, reply, { audience: "admin", email: admin.email });
    return { accessToken, admin };
  },
});
