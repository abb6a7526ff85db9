import type { adminAccountRoutes } from "@ornament/contracts/admins/api";
import { streams } from "@ornament/contracts/events/streams";
import { readAdminPasswordToken, signaturePurposes } from "@ornament/contracts/mails/links";
import { Refusal } from "@ornament/contracts/routes/errors";
import { originOf } from "@ornament/platform/commands/context";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import { linkToken, type ServerKey, sameSecret } from "@ornament/platform/tokens/keyed-hash";
import type { Parts } from "../compose-parts.ts";
import { withinMailLimit } from "../http/request-limits.ts";
import { type AdminAccount, findAdmin, loadAdmin } from "./admin-accounts.ts";
import { type PasswordLink, requireLink } from "./decider.ts";

type Routes = Pick<typeof adminAccountRoutes, "adminForgotPassword" | "adminResetPassword">;

const linkSent =
  "If there is an account with this email, a link to set a new password is on its way. We send at most three an hour.";

/** The directory is read, and the admin with a snapshot. */
const readsOfAdmin = 3;
/** The admin is read once more for the decision, and a request is appended. */
const storeCalls = { reads: readsOfAdmin + 2, appends: 1 };

/** An admin's forgotten password: mails a link, and sets the new password with it. */
export function resetAdminPasswordHandlers(parts: Parts): HandlersFor<Routes> {
  const { admins, hasher, contexts, randomNonce, clock } = parts;
  return {
    async adminForgotPassword(request) {
      await withinMailLimit(parts, { ip: request.ip, human: false }, () =>
        parts.uniformAnswers.withoutRefusals(storeCalls, async () => {
          const account = await findAdmin(parts, request.body.email);
          if (!account || account.entry.deactivated) return;
          const { adminId } = account.entry;
          // The position of the account's stream must not be answered.
          const context = { ...contexts.of(request), positions: undefined };
          const link = { nonce: randomNonce(), reason: "forgotten", at: context.now.getTime() } as const;
          await admins.handle(adminId, { type: "RequestPasswordLink", adminId, ...link }, context);
        }),
      );
      return { success: true, message: linkSent };
    },

    async adminResetPassword(request, reply) {
      const adminId = readId(request.params.id);
      const at = clock().getTime();
      const asked = contexts.of(request);
      const calls = { reads: readsOfAdmin, appends: 0 };
      const { account, nonce } = await parts.uniformAnswers.inUniformTime(calls, async () => {
        const found = await loadAdmin(parts, adminId);
        if (!found || found.entry.deactivated) throw new Refusal("reset_link_invalid");
        if (found.holds(asked.commandId)) return { account: found, nonce: "" };
        return { account: found, nonce: checkPasswordToken(parts, found, request.params.token, at) };
      });
      const { email, role } = account.entry;
      const asker = { known: true, name: `admin ${adminId}` };
      const passwordHash = nonce === "" ? "" : await hasher.hash(request.body.password, asker);
      const { state, events } = await admins.handle(
        adminId,
        { type: "ResetPassword", adminId, nonce, passwordHash, at },
        // The link proves that its holder is the admin.
        { ...asked, actor: { kind: "admin", id: adminId, role } },
      );
      const isCurrent = events.some(
        (event) => event.type === "AdminPasswordReset" && event.data.passwordHash === state.passwordHash,
      );
      if (isCurrent && email !== null) {
        const origin = originOf(request);
        await parts.signInGuard.removeLock({ audience: "admin", email, subjectId: adminId, origin });
        parts.knownBrowsers.remember(request, reply, { audience: "admin", email, origin: asked.commandId });
      }
      return { success: true, message: "Your new password is saved. Please sign in." };
    },
  };
}

function readId(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw new Refusal("reset_link_invalid");
  return id;
}

/** The secret part of an admin's password link, as it is in the mail. */
export const passwordLinkSignature = (key: ServerKey, adminId: number, link: PasswordLink) =>
  linkToken(key, signaturePurposes.adminPasswordLink, streams.admin(adminId), link.nonce, link.expiresAt);

/** The nonce of a token that is valid for the account now. Throws `reset_link_invalid` for any other. */
function checkPasswordToken({ secrets }: Parts, account: AdminAccount, token: string, at: number): string {
  const given = readAdminPasswordToken(token);
  if (!given) throw new Refusal("reset_link_invalid");
  const link = requireLink(account.own, given.nonce, at);
  const { current, previous } = secrets.ring("proof");
  const isValid = [current, previous]
    .filter((key) => key !== undefined)
    .map((key) => sameSecret(given.signature, passwordLinkSignature(key, account.entry.adminId, link)))
    .includes(true);
  if (!isValid) throw new Refusal("reset_link_invalid");
  return given.nonce;
}
