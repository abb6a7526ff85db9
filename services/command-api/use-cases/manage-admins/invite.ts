import { type CommandContext, followUp } from "@ornament/platform/commands/context";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { AdminAccounts } from "../admin-accounts/admin-accounts.ts";

interface Needs {
  readonly admins: Pick<Aggregates["admins"], "handle">;
  readonly randomNonce: () => string;
}

/**
 * Asks for the mail with a link to set the first password. Does nothing if the link was requested already.
 */
export type Invite = (adminId: number, context: CommandContext) => Promise<unknown>;

export const invite =
  ({ admins, randomNonce }: Needs): Invite =>
  (adminId, context) => {
    const link = { nonce: randomNonce(), reason: "invitation", at: context.now.getTime() } as const;
    return admins.handle(adminId, { type: "RequestPasswordLink", adminId, ...link }, context);
  };

interface CompletionNeeds {
  readonly adminAccounts: Pick<AdminAccounts, "load">;
  readonly invite: Invite;
  readonly secrets: Pick<Secrets, "ring">;
  readonly clock: () => Date;
}

export type CompleteCreation = (
  created: StoredEvent<{ type: "AdminAccountCreated"; data: { adminId: number } }>,
) => Promise<void>;

/** Invites an admin who was created without a password, if the request stopped before the invitation. */
export const completeCreation =
  ({ adminAccounts, invite, secrets, clock }: CompletionNeeds): CompleteCreation =>
  async (created) => {
    const { adminId } = created.data;
    const account = await adminAccounts.load(adminId);
    if (!account || account.own.passwordHash !== undefined) return;
    const keyId = secrets.ring("proof").current.id;
    await invite(adminId, { ...followUp(created, "invite", { now: clock() }), keyId });
  };
