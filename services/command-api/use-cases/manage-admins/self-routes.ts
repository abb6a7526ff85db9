import type { adminSessionRoutes } from "@ornament/contracts/api/admin-session";
import { Refusal } from "@ornament/contracts/errors";
import type { Handler } from "@ornament/platform/http/route-request";
import { signInAgain } from "../../aggregates/session/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { requireSignedInAdmin } from "../../http/admin-caller.ts";
import { commandContext } from "../../http/request-context.ts";
import { reissueAccessToken } from "../../sessions/sessions.ts";
import { loadAdmin, signedInAdmin } from "../admin-accounts/account.ts";
import { updateOwnStream } from "./update.ts";

/** `PUT api/admin/update`: one's own names and password (spec §2 Own profile). Answers a token under the new password. */
export const adminSelfHandlers = (
  dependencies: Dependencies,
): { adminUpdateSelf: Handler<typeof adminSessionRoutes.adminUpdateSelf> } => ({
  async adminUpdateSelf(request) {
    const caller = requireSignedInAdmin(request.caller);
    const { id, ...changes } = request.body;
    if (id !== caller.id) throw new Refusal("forbidden");
    const context = commandContext(dependencies, request);
    await updateOwnStream(dependencies, context, { adminId: id, ...changes, caller });
    const account = await loadAdmin(dependencies.store, id, request.positions);
    if (!account) throw signInAgain("admin");
    const { credentials } = account;
    const accessToken = await reissueAccessToken(dependencies, caller.access.sessionId, credentials);
    return { accessToken, admin: signedInAdmin(account) };
  },
});
