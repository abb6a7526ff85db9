import type { adminSessionRoutes } from "@ornament/contracts/api/admin-session";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand } from "@ornament/platform/commands/handle-command";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { adminDecider } from "../../aggregates/admin/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { commandContext, isRecorded } from "../../http/request-context.ts";
import { withinMailLimit } from "../../http/request-limits/mail-limit.ts";
import { quietly } from "../../http/uniform-response.ts";
import { findAdmin, loadAdmin } from "../admin-accounts/account.ts";
import { liftSignInLock } from "../sign-in-guard/guard.ts";
import { checkPasswordToken } from "./password-link.ts";

type Routes = Pick<typeof adminSessionRoutes, "adminForgotPassword" | "adminResetPassword">;

const linkSent = "If there is an account with this email, we have sent a link to set a new password.";

/** The forgotten password of an admin (spec §4 Admin password reset). */
export const adminPasswordHandlers = (dependencies: Dependencies): HandlersFor<Routes> => ({
  async adminForgotPassword(request) {
    await withinMailLimit(dependencies, request, { human: false }, () =>
      quietly(async () => {
        const account = await findAdmin(dependencies.store, request.body.email);
        if (!account) return;
        const { adminId } = account.entry;
        const { positions: _unseen, ...context } = commandContext(dependencies, request);
        await handleCommand({
          store: dependencies.store,
          decider: adminDecider,
          stream: streams.admin(adminId),
          command: {
            type: "RequestPasswordLink",
            adminId,
            nonce: dependencies.randomNonce(),
            reason: "forgotten",
            at: context.now.getTime(),
          },
          context,
        });
      }),
    );
    return { success: true, message: linkSent };
  },

  async adminResetPassword(request) {
    const { store, secrets, hasher } = dependencies;
    const adminId = readId(request.params.id);
    const account = await loadAdmin(store, adminId);
    if (!account) throw new Refusal("reset_link_invalid");
    const at = dependencies.clock().getTime();
    const asked = commandContext(dependencies, request);
    const repeated = isRecorded(account, asked);
    const nonce = repeated ? "" : checkPasswordToken(secrets, account, request.params.token, at);
    const { email, role } = account.entry;
    const { state, events } = await handleCommand({
      store,
      decider: adminDecider,
      stream: streams.admin(adminId),
      command: {
        type: "ResetPassword",
        adminId,
        nonce,
        passwordHash: repeated
          ? ""
          : await hasher.hash(request.body.password, { known: true, name: `admin ${adminId}` }),
        at,
      },
      // Whoever holds the link acts for its admin.
      context: { ...asked, actor: { kind: "admin", id: adminId, role } },
    });
    const inForce = events.some(
      (event) => event.type === "AdminPasswordReset" && event.data.passwordHash === state.passwordHash,
    );
    if (inForce && email !== null)
      await liftSignInLock(dependencies, {
        audience: "admin",
        email,
        subjectId: adminId,
        correlationId: request.correlationId,
      });
    return { success: true, message: "Your new password is saved. Please sign in." };
  },
});

function readId(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new Refusal("reset_link_invalid");
  return id;
}
