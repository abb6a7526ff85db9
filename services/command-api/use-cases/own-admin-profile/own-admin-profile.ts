import type { adminSessionRoutes } from "@ornament/contracts/api/admin-session";
import { Refusal } from "@ornament/contracts/errors";
import type { Handler } from "@ornament/platform/http/route-request";
import { signInAgain } from "../../aggregates/session/decider.ts";
import { callingAdmin } from "../../http/caller.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { SignInSessions } from "../../sessions/sign-in-sessions.ts";
import { type AdminAccounts, signedInAdmin } from "../admin-accounts/admin-accounts.ts";
import type { EditAdmin } from "../edit-admin/edit-admin.ts";

interface Needs {
  readonly adminAccounts: Pick<AdminAccounts, "load">;
  readonly editAdmin: EditAdmin;
  readonly signInSessions: Pick<SignInSessions, "reissueAccessToken">;
  readonly contexts: Pick<RequestContexts, "of">;
}

/**
 * `PUT api/admin/update`: changes the caller's names and password. Answers an access token that is valid with
 * the new password.
 */
export const adminUpdateSelf =
  (needs: Needs): Handler<typeof adminSessionRoutes.adminUpdateSelf> =>
  async (request) => {
    const caller = callingAdmin(request.caller);
    const { id, ...changes } = request.body;
    if (id !== caller.id) throw new Refusal("forbidden");
    const edit = { adminId: id, inDirectory: undefined, ...changes, caller };
    await needs.editAdmin(needs.contexts.of(request), edit);
    const account = await needs.adminAccounts.load(id, request.positions);
    if (!account) throw signInAgain("admin");
    const { sessionId } = caller.access;
    const accessToken = await needs.signInSessions.reissueAccessToken(sessionId, account.credentials);
    return { accessToken, admin: signedInAdmin(account) };
  };
