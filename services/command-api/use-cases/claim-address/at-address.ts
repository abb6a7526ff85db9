import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand } from "@ornament/platform/commands/handle-command";
import type { ConsumerCommand } from "../../aggregates/consumer/commands.ts";
import { consumerDecider, liveAccount } from "../../aggregates/consumer/decider.ts";
import type { ConsumerAccount } from "../../aggregates/consumer/state.ts";
import type { Dependencies } from "../../dependencies.ts";
import { accountOfAddress } from "./addresses.ts";

/** Decides a command on the account that has the address. Throws `consumer_not_found` where there is none. */
export async function commandAtAddress(
  dependencies: Dependencies,
  email: string,
  asked: {
    command: (account: ConsumerAccount) => ConsumerCommand;
    context: (consumerId: number) => CommandContext;
  },
): Promise<void> {
  const consumerId = await accountOfAddress(dependencies, email);
  if (consumerId === undefined) throw new Refusal("consumer_not_found");
  await handleCommand({
    store: dependencies.store,
    decider: consumerDecider,
    stream: streams.consumer(consumerId),
    command: (state): ConsumerCommand => {
      const account = liveAccount(state);
      // A claim may outlive the account's use of the address by a moment.
      if (account.email !== email) throw new Refusal("consumer_not_found");
      return asked.command(account);
    },
    context: asked.context(consumerId),
  });
}
