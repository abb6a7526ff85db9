import type { adminAccountRoutes } from "@ornament/contracts/admins/api";
import { Refusal } from "@ornament/contracts/routes/errors";
import { composeAccountId } from "@ornament/contracts/values/account-id";
import { type CommandContext, followUp } from "@ornament/platform/commands/context";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Handler, HandlersFor } from "@ornament/platform/http/route-request";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import type { Parts } from "../compose-parts.ts";
import { callingAdmin } from "../http/caller.ts";
import { signInAgain } from "../sessions/decider.ts";
import { endSession, reissueAccessToken } from "../sessions/sign-in-sessions.ts";
import { loadAdmin, signedInAdmin } from "./admin-accounts.ts";
import {
  type AdminDirectory,
  type AdminDirectoryCommand,
  adminDirectoryDecider,
} from "./directory-decider.ts";
import { editAdmin } from "./edit-admin.ts";

type Routes = Pick<
  typeof adminAccountRoutes,
  "createAdmin" | "updateAdmin" | "updateAdminStatus" | "signOutAdmin" | "deleteAdmin"
>;

/** Admin accounts, for IT Admins: create, edit, deactivate, sign out, delete. */
export function manageAdminHandlers(parts: Parts): HandlersFor<Routes> {
  const { admins, adminDirectory, contexts } = parts;
  // A command that is sent twice at the same time hashes its password once.
  const inTurn = oneAtATime();
  return {
    async createAdmin(request) {
      const { password, ...names } = request.body;
      const context = contexts.of(request);
      const by = callingAdmin(request.caller).id;
      const adminId = await inTurn(context.commandId, () =>
        createAdminAccount(parts, context, { ...names, by }, password),
      );
      if (!password) await invite(parts, adminId, context);
      return { success: true, message: "Account successfully created.", id: adminId };
    },

    async updateAdmin(request) {
      const { id: adminId, email, role, ...changes } = request.body;
      const caller = callingAdmin(request.caller);
      const edit = { adminId, inDirectory: { email, role }, ...changes, caller };
      await editAdmin(parts, contexts.of(request), edit);
      return { success: true, message: "Account successfully updated." };
    },

    async updateAdminStatus(request) {
      const { id: adminId, status, reason } = request.body;
      const by = callingAdmin(request.caller).id;
      const type = status ? "ReactivateAdmin" : "DeactivateAdmin";
      await adminDirectory.handle("main", { type, by, adminId, reason }, contexts.of(request));
      return { success: true, message: `The account is ${status ? "active again" : "deactivated"}.` };
    },

    async signOutAdmin(request) {
      const { id: adminId, reason } = request.body;
      const context = contexts.of(request);
      if (!(await loadAdmin(parts, adminId))) throw new Refusal("admin_not_found");
      await admins.handle(adminId, { type: "SignOutEverywhere", adminId, reason }, context);
      return { success: true, message: "All sessions of this admin have ended." };
    },

    async deleteAdmin(request, reply) {
      const adminId = request.params.id;
      const caller = callingAdmin(request.caller);
      const context = contexts.of(request);
      const { state: before } = await adminDirectory.load("main");
      await adminDirectory.handle("main", { type: "DeleteAdmin", by: caller.id, adminId }, context);
      if (adminId === caller.id) {
        await endSession(parts, request, caller.access.sessionId, context);
        parts.refreshCookies.clear(reply, "admin");
        parts.knownBrowsers.forget(request, reply, "admin", before.admins.get(adminId)?.email ?? null);
      }
      return { success: true, message: "Account successfully deleted." };
    },
  };
}

/** `PUT api/admin/update`. Answers an access token that is valid with the new password. */
export const adminUpdateSelf =
  (parts: Parts): Handler<typeof adminAccountRoutes.adminUpdateSelf> =>
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

type NewAdmin = Omit<AdminDirectoryCommand & { type: "CreateAdmin" }, "type" | "adminId" | "passwordHash">;

/**
 * Creates an admin with a password, or without one for an admin who is then invited. The account, its email
 * address and its password are one event, so that a crash leaves all of them or none. Returns the id of the
 * account that this command creates or has created before.
 */
async function createAdminAccount(
  parts: Parts,
  context: CommandContext,
  admin: NewAdmin,
  password: string | undefined,
): Promise<number> {
  const { adminDirectory, hasher } = parts;
  const command = (directory: AdminDirectory, passwordHash?: string): AdminDirectoryCommand => ({
    type: "CreateAdmin",
    ...admin,
    adminId: newAdminId(parts, directory),
    passwordHash,
  });
  const directory = await adminDirectory.load("main");
  const repeated = directory.holds(context.commandId);
  // Refusals come before the hash, which is expensive.
  if (!repeated) adminDirectoryDecider.decide(command(directory.state), directory.state);
  const asker = { known: true, name: `admin ${admin.by}` };
  const passwordHash = password && !repeated ? await hasher.hash(password, asker) : undefined;
  const { events } = await adminDirectory.handle("main", (now) => command(now, passwordHash), context);
  const [created] = events;
  if (!created) throw new Error("An admin was created without an event");
  return created.data.adminId;
}

const tries = 5;

/** A random id that no admin has or had. If all tries give used ids, the directory refuses the command. */
export function newAdminId(
  { clock, randomInteger }: Parts,
  { usedIds }: Pick<AdminDirectory, "usedIds">,
): number {
  const ids = Array.from({ length: tries }, () => composeAccountId(clock(), randomInteger(4096)));
  return ids.find((adminId) => !usedIds.has(adminId)) ?? Number(ids[0]);
}

/**
 * Asks for the mail with a link to set the first password. Does nothing if the link was requested already.
 */
async function invite({ admins, randomNonce }: Parts, adminId: number, context: CommandContext) {
  const link = { nonce: randomNonce(), reason: "invitation", at: context.now.getTime() } as const;
  await admins.handle(adminId, { type: "RequestPasswordLink", adminId, ...link }, context);
}

/** Invites an admin who was created without a password, if the request stopped before the invitation. */
export async function completeCreation(
  parts: Parts,
  created: StoredEvent<{ type: "AdminAccountCreated"; data: { adminId: number } }>,
): Promise<void> {
  const { adminId } = created.data;
  const account = await loadAdmin(parts, adminId);
  if (!account || account.own.passwordHash !== undefined) return;
  const keyId = parts.secrets.ring("proof").current.id;
  await invite(parts, adminId, { ...followUp(created, "invite", { now: parts.clock() }), keyId });
}
