import type { consumerSessionRoutes } from "@ornament/contracts/api/consumer-session";
import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand, loadState } from "@ornament/platform/commands/handle-command";
import type { Handler } from "@ornament/platform/http/route-request";
import { consumerDecider, liveAccount } from "../../aggregates/consumer/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { callingConsumer } from "../../http/consumer-caller.ts";
import { commandContext } from "../../http/request-context.ts";
import { clearRefreshCookie } from "../../sessions/refresh-token.ts";
import { endSessionById } from "../../sessions/sessions.ts";
import { finishEmailChange, outcomeOfChange } from "../change-email/email-change.ts";
import { finishDeletion } from "../delete-account/deletion.ts";
import { forgetBrowser } from "../sign-in-guard/known-browser.ts";

/** `PUT api/admin/update-user-email`: at once. Throws `consumer_not_found`, `email_taken`. */
export const updateConsumerEmail =
  (dependencies: Dependencies): Handler<typeof consumerRoutes.updateConsumerEmail> =>
  async (request) => {
    const { id, email } = request.body;
    const { store } = dependencies;
    const stream = streams.consumer(id);
    const found = liveAccount((await loadState(store, stream, consumerDecider)).state);
    if (found.pendingEmail) await finishEmailChange(dependencies, id, request.positions);
    const { events } = await handleCommand({
      store,
      decider: consumerDecider,
      stream,
      command: { type: "StartEmailChange", email },
      context: commandContext(dependencies, request),
    });
    const [started] = events;
    if (started) {
      await finishEmailChange(dependencies, id, request.positions);
      if ((await outcomeOfChange(dependencies, started)) !== "changed") throw new Refusal("email_taken");
    }
    return { success: true, message: "The email was changed." };
  };

/** `PUT api/admin/update-user-marketing-email`. Throws `consumer_not_found`. */
export const updateConsumerMarketing =
  (dependencies: Dependencies): Handler<typeof consumerRoutes.updateConsumerMarketing> =>
  async (request) => {
    const { id, marketingEmail } = request.body;
    await setMarketing(dependencies, id, marketingEmail, commandContext(dependencies, request));
    return { success: true, message: "The subscription was changed." };
  };

/** `PUT api/user/update-marketing-email`. */
export const updateOwnMarketing =
  (dependencies: Dependencies): Handler<typeof consumerSessionRoutes.updateOwnMarketing> =>
  async (request) => {
    const { marketingEmail } = request.body;
    const context = commandContext(dependencies, request);
    await setMarketing(dependencies, callingConsumer(request.caller), marketingEmail, context);
    return { success: true, message: "Your choice was saved." };
  };

const setMarketing = (
  { store }: Pick<Dependencies, "store">,
  consumerId: number,
  marketingEmail: boolean,
  context: CommandContext,
) =>
  handleCommand({
    store,
    decider: consumerDecider,
    stream: streams.consumer(consumerId),
    command: { type: "SetMarketing", marketingEmail },
    context,
  });

/** `DELETE api/user/delete/{id}`: the caller's own account. Anybody else's is `consumer_not_found`, as one that isn't there. */
export const deleteConsumer =
  (dependencies: Dependencies): Handler<typeof consumerSessionRoutes.deleteConsumer> =>
  async (request, reply) => {
    const consumerId = callingConsumer(request.caller);
    if (request.params.id !== consumerId) throw new Refusal("consumer_not_found");
    const context = commandContext(dependencies, request);
    await handleCommand({
      store: dependencies.store,
      decider: consumerDecider,
      stream: streams.consumer(consumerId),
      command: { type: "DeleteAccount" },
      context,
    });
    await finishDeletion(dependencies, consumerId, request.positions);
    if (request.caller.kind === "consumer") {
      await endSessionById(dependencies, request, request.caller.access.sessionId, context);
    }
    clearRefreshCookie(dependencies, reply, "consumer");
    forgetBrowser(dependencies, reply, "consumer");
    return { success: true, message: "Your account was deleted." };
  };
