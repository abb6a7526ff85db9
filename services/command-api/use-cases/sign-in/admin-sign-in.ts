import type { adminSessionRoutes } from "@ornament/contracts/api/admin-session";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { signInAgain } from "../../aggregates/session/decider.ts";
import type { Parts } from "../../compose-parts.ts";
import { signedInAdmin } from "../admin-accounts/admin-accounts.ts";

type Routes = Pick<typeof adminSessionRoutes, "adminLogin" | "adminLogout" | "adminRefresh">;

/** Sign-in, refresh and sign-out of admins. */
export function adminSignInHandlers(parts: Parts): HandlersFor<Routes> {
  const { humanCheck, adminAccounts, knownBrowsers, signInGuard, signInSessions } = parts;

  const find = async (email: string) => {
    const account = await adminAccounts.find(email);
    return account && { account, subjectId: account.entry.adminId, passwordHash: account.own.passwordHash };
  };

  return {
    async adminLogin(request, reply) {
      const { email, password, verifyCaptcha } = request.body;
      const action = humanCheckActions.adminLogin;
      await humanCheck.confirm({ token: verifyCaptcha, action, ip: request.ip });
      const attempt = { audience: "admin", email, password, find: () => find(email) } as const;
      const { account } = await signInGuard.confirm(request, attempt);
      const { accessToken, sessionId } = await signInSessions.open(request, reply, account.credentials);
      knownBrowsers.remember(request, reply, { audience: "admin", email, origin: sessionId });
      return { accessToken, admin: signedInAdmin(account) };
    },

    async adminLogout(request, reply) {
      await signInSessions.end(request, reply, "admin");
      return { success: true, message: "You are signed out." };
    },

    async adminRefresh(request, reply) {
      const { accessToken, subjectId, sessionId } = await signInSessions.refresh(request, reply, "admin");
      const account = await adminAccounts.load(subjectId, request.positions);
      if (!account) throw signInAgain("admin");
      const admin = signedInAdmin(account);
      knownBrowsers.remember(request, reply, { audience: "admin", email: admin.email, origin: sessionId });
      return { accessToken, admin };
    },
  };
}
