import type { adminSessionRoutes } from "@ornament/contracts/api/admin-session";
import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { HumanCheck } from "@ornament/platform/human-check/human-check";
import { signInAgain } from "../../aggregates/session/decider.ts";
import type { KnownBrowsers } from "../../sessions/known-browsers.ts";
import type { SignInSessions } from "../../sessions/sign-in-sessions.ts";
import { type AdminAccounts, signedInAdmin } from "../admin-accounts/admin-accounts.ts";
import type { SignInGuard } from "../sign-in-guard/sign-in-guard.ts";

type Routes = Pick<typeof adminSessionRoutes, "adminLogin" | "adminLogout" | "adminRefresh">;

interface Needs {
  readonly humanCheck: HumanCheck;
  readonly adminAccounts: AdminAccounts;
  readonly knownBrowsers: Pick<KnownBrowsers, "remember">;
  readonly signInGuard: Pick<SignInGuard, "confirm">;
  readonly signInSessions: Pick<SignInSessions, "open" | "refresh" | "end">;
}

/** Sign-in, refresh and sign-out of admins. */
export function adminSignInHandlers(needs: Needs): HandlersFor<Routes> {
  const { humanCheck, adminAccounts, knownBrowsers, signInGuard, signInSessions } = needs;

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
