import type { adminSessionRoutes } from "@ornament/contracts/api/admin-session";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { signInAgain } from "../../aggregates/session/decider.ts";
import type { Parts } from "../../compose-parts.ts";
import { confirmHuman } from "../../http/request-limits.ts";
import { openSession, refreshSession, signOut } from "../../sessions/sign-in-sessions.ts";
import { findAdmin, loadAdmin, signedInAdmin } from "../admin-accounts/admin-accounts.ts";

type Routes = Pick<typeof adminSessionRoutes, "adminLogin" | "adminLogout" | "adminRefresh">;

/** Sign-in, refresh and sign-out of admins. */
export function adminSignInHandlers(parts: Parts): HandlersFor<Routes> {
  const { knownBrowsers } = parts;

  const find = async (email: string) => {
    const account = await findAdmin(parts, email);
    return account && { account, subjectId: account.entry.adminId, passwordHash: account.own.passwordHash };
  };

  return {
    async adminLogin(request, reply) {
      const { email, password } = request.body;
      await confirmHuman(parts, "adminLogin", request);
      const attempt = { audience: "admin", email, password, find: () => find(email) } as const;
      const { account } = await parts.signInGuard.confirm(request, attempt);
      const { accessToken, sessionId } = await openSession(parts, request, reply, account.credentials);
      knownBrowsers.remember(request, reply, { audience: "admin", email, origin: sessionId });
      return { accessToken, admin: signedInAdmin(account) };
    },

    async adminLogout(request, reply) {
      await signOut(parts, request, reply, "admin");
      return { success: true, message: "You are signed out." };
    },

    async adminRefresh(request, reply) {
      const { accessToken, subjectId, sessionId } = await refreshSession(parts, request, reply, "admin");
      const account = await loadAdmin(parts, subjectId, request.positions);
      if (!account) throw signInAgain("admin");
      const admin = signedInAdmin(account);
      knownBrowsers.remember(request, reply, { audience: "admin", email: admin.email, origin: sessionId });
      return { accessToken, admin };
    },
  };
}
