import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand } from "@ornament/platform/commands/handle-command";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { adminDecider } from "../../aggregates/admin/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { followUp } from "../../follow-up.ts";
import { loadAdmin } from "../admin-accounts/account.ts";

type Needs = Pick<Dependencies, "store" | "randomNonce">;

/** Asks for the mail with a link to set the first password (design §12). Once: nothing happens where it was asked for before. */
export const invite = (
  { store, randomNonce }: Needs,
  adminId: number,
  context: CommandContext,
  causationId?: string,
) =>
  handleCommand({
    store,
    decider: adminDecider,
    stream: streams.admin(adminId),
    command: {
      type: "RequestPasswordLink",
      adminId,
      nonce: randomNonce(),
      reason: "invitation",
      at: context.now.getTime(),
    },
    context,
    causationId,
  });

/** Invites an admin who was created without a password, and whose request broke off before it did. */
export async function completeCreation(
  dependencies: Needs & Pick<Dependencies, "clock" | "secrets">,
  created: StoredEvent<{ type: "AdminAccountCreated"; data: { adminId: number } }>,
): Promise<void> {
  const { adminId } = created.data;
  const account = await loadAdmin(dependencies.store, adminId);
  if (!account || account.own.passwordHash !== undefined) return;
  const keyId = dependencies.secrets.ring("proof").current.id;
  const context = { ...followUp(created, "invite", dependencies.clock()), keyId };
  await invite(dependencies, adminId, context, created.id);
}
