import type { adminSessionRoutes } from "@ornament/contracts/api/admin-session";
import { Refusal } from "@ornament/contracts/errors";
import type { Handler } from "@ornament/platform/http/route-request";
import { signInAgain } from "../../aggregates/session/decider.ts";
import type { Parts } from "../../compose-parts.ts";
import { callingAdmin } from "../../http/caller.ts";
import { reissueAccessToken } from "../../sessions/sign-in-sessions.ts";
import { loadAdmin, signedInAdmin } from "../admin-accounts/admin-accounts.ts";
import { editAdmin } from "../edit-admin/edit-admin.ts";

/**
 * `PUT api/admin/update`: changes the caller's names and password. Answers an access token that is valid with
 * the new password.
 */
export const adminUpdateSelf =
  (parts: Parts): Handler<typeof adminSessionRoutes.adminUpdateSelf> =>
  async (request) => {
    const caller = callingAdmin(request.caller);
    const { id, ...changes } = request.body;
    if (id !== caller.id) throw new Refusal("forbidden");
    const edit = { adminId: id, inDirectory: undefined, ...changes, caller };
    await editAdmin(parts, parts.contexts.of(request), edit);
    const account = await loadAdmin(parts, id, request.positions);
    if (!account) throw signInAgain("admin");
    const { sessionId } = caller.access;
    const accessToken = await reissueAccessToken(parts, sessionId, account.credentials);
    return { accessToken, admin: signedInAdmin(account) };
  };
