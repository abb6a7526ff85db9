import { composeAccountId } from "@ornament/contracts/domain/account-id";
import { Refusal } from "@ornament/contracts/errors";
import type { AdminEvent } from "@ornament/contracts/events/admin";
import { streams } from "@ornament/contracts/events/streams";
import type { CommandContext } from "@ornament/platform/commands/handle-command";
import { ConflictError } from "@ornament/platform/eventstore/event-store";
import type { Dependencies } from "../dependencies.ts";

const draws = 5;

type Needs = Pick<Dependencies, "store" | "clock" | "randomInteger">;

/**
 * Draws an admin id and appends the first password to its stream. Nobody reaches it until the directory names the id, so
 * that an account never exists without the password it was created with.
 */
export async function prepareAdmin(
  dependencies: Needs,
  passwordHash: string,
  { commandId: _notYet, bodyHash: _either, ...context }: CommandContext,
): Promise<number> {
  for (let draw = 0; draw < draws; draw += 1) {
    const adminId = drawAdminId(dependencies);
    const event: AdminEvent = {
      type: "AdminPasswordSet",
      data: { adminId, passwordHash, keptSessionId: null },
    };
    try {
      await dependencies.store.append(streams.admin(adminId), "no_stream", [event], context);
      return adminId;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
  throw new Refusal("conflict");
}

/** Removes the password of an account that did not come to be. */
export const discardPrepared = ({ store }: Pick<Needs, "store">, adminId: number): Promise<void> =>
  store.deleteStream(streams.admin(adminId), 0n);

export const drawAdminId = ({ clock, randomInteger }: Pick<Needs, "clock" | "randomInteger">) =>
  composeAccountId(clock(), randomInteger(4096));
