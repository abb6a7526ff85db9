import { Refusal } from "@ornament/contracts/errors";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { ConsumerCommand } from "../../aggregates/consumer/commands.ts";
import { liveAccount } from "../../aggregates/consumer/decider.ts";
import type { ConsumerAccount } from "../../aggregates/consumer/state.ts";
import type { Addresses } from "./addresses.ts";

export type CommandAtAddress = (
  email: string,
  asked: {
    command: (account: ConsumerAccount) => ConsumerCommand;
    context: (consumerId: number) => CommandContext;
  },
) => Promise<void>;

/**
 * The largest number of event store calls: the claim is read, the account with its snapshot and its key, and
 * an event is appended.
 */
export const storeCallsAtAddress = { reads: 4, appends: 1 };

interface Needs {
  readonly addresses: Pick<Addresses, "accountOf">;
  readonly consumers: Pick<Aggregates["consumers"], "handle">;
}

/**
 * Handles a command of the account that has the email address. Throws `consumer_not_found` if there is none.
 */
export const commandAtAddress =
  ({ addresses, consumers }: Needs): CommandAtAddress =>
  async (email, { command, context }) => {
    const consumerId = await addresses.accountOf(email);
    if (consumerId === undefined) throw new Refusal("consumer_not_found");
    const decide = (state: Parameters<typeof liveAccount>[0]): ConsumerCommand => {
      const account = liveAccount(state);
      // The claim of an email address may stay for a moment after the account has changed it.
      if (account.email !== email) throw new Refusal("consumer_not_found");
      return command(account);
    };
    await consumers.handle(consumerId, decide, context(consumerId));
  };
