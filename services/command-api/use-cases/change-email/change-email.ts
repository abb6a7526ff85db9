import type { consumerRoutes } from "@ornament/contracts/api/consumers";
import { Refusal } from "@ornament/contracts/errors";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { changesSince } from "@ornament/platform/commands/changes-since";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Handler } from "@ornament/platform/http/route-request";
import type { ConsumerCommand } from "../../aggregates/consumer/commands.ts";
import { liveAccount } from "../../aggregates/consumer/decider.ts";
import type { ConsumerState } from "../../aggregates/consumer/state.ts";
import type { Parts } from "../../compose-parts.ts";
import { callingAdmin } from "../../http/caller.ts";
import { type FieldChange, refuseIfChanged } from "../stale-edits/changed-meanwhile.ts";

/**
 * `PUT api/admin/update-user-email`: changes a consumer's email address. Throws `consumer_not_found`,
 * `email_taken`, `changed_meanwhile`.
 */
export const updateConsumerEmail =
  ({
    consumers,
    emailChanges,
    explained,
    contexts,
  }: Parts): Handler<typeof consumerRoutes.updateConsumerEmail> =>
  async (request) => {
    const { id, email, version } = request.body;
    const found = liveAccount((await consumers.load(id)).state);
    if (found.pendingEmail) await emailChanges.finish(id, request.positions);
    const context = contexts.of(request);
    const command = (
      state: ConsumerState,
      events: readonly StoredEvent<ConsumerEvent>[],
    ): ConsumerCommand => {
      refuseIfChanged(changesOfEmail(state, changesSince(events, version, context.commandId)));
      return { type: "StartEmailChange", email };
    };
    const { events } = await explained(callingAdmin(request.caller).id, () =>
      consumers.handle(id, command, context),
    );
    const [started] = events;
    if (started) {
      await emailChanges.finish(id, request.positions);
      if ((await emailChanges.outcome(started)) !== "changed") throw new Refusal("email_taken");
    }
    return { success: true, message: "The email was changed." };
  };

/** A change that has started counts as well, as long as it may still succeed. */
function changesOfEmail(state: ConsumerState, later: readonly StoredEvent<ConsumerEvent>[]): FieldChange[] {
  const pending = state.status !== "none" && state.pendingEmail !== undefined;
  const started = pending ? later.findLast(({ type }) => type === "ConsumerEmailChangeStarted") : undefined;
  return later.flatMap((event) =>
    event.type === "ConsumerEmailChanged" ||
    (event.type === "ConsumerEmailChangeStarted" && event === started)
      ? [{ path: "email", now: event.data.email ?? "", actor: event.metadata.actor }]
      : [],
  );
}
