import type { consumerRoutes } from "@ornament/contracts/consumers/api";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { Refusal } from "@ornament/contracts/routes/errors";
import { changesSince } from "@ornament/platform/commands/changes-since";
import { causedBy, followUp, type PositionTracker } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { explained, type FieldChange, refuseIfChanged } from "../http/changed-meanwhile.ts";
import { claimForChange, emailKeyOf, releaseEmail } from "./claim-emails.ts";
import type { ConsumerCommand, ConsumerRefusals } from "./commands.ts";
import { liveAccount } from "./decider.ts";
import type { ConsumerState } from "./state.ts";

/** `PUT api/admin/update-user-email`. Throws `consumer_not_found`, `email_taken`, `changed_meanwhile`. */
export const updateConsumerEmail =
  (parts: Parts): Handler<typeof consumerRoutes.updateConsumerEmail> =>
  async (request) => {
    const { consumers } = parts;
    const { id, email, version } = request.body;
    const found = liveAccount((await consumers.load(id)).state);
    if (found.pendingEmail) await finishEmailChange(parts, id, request.positions);
    const context = parts.contexts.of(request);
    const command = (
      state: ConsumerState,
      events: readonly StoredEvent<ConsumerEvent>[],
    ): ConsumerCommand => {
      refuseIfChanged(changesOfEmail(state, changesSince(events, version, context.commandId)));
      return { type: "StartEmailChange", email };
    };
    const { events } = await explained(parts, request.caller, () => consumers.handle(id, command, context));
    const [started] = events;
    if (started) {
      await finishEmailChange(parts, id, request.positions);
      if (!(await isChanged(parts, started))) throw new Refusal("email_taken");
    }
    return { success: true, message: "The email was changed." };
  };

/** A change that has started counts as well, as long as it may still succeed. */
function changesOfEmail(state: ConsumerState, later: readonly StoredEvent<ConsumerEvent>[]): FieldChange[] {
  const pending = state.status !== "none" && state.pendingEmail !== undefined;
  const started = pending ? later.findLast(isStart) : undefined;
  return later.flatMap((event) =>
    event.type === "ConsumerEmailChanged" ||
    (event.type === "ConsumerEmailChangeStarted" && event === started)
      ? [{ path: "email", now: event.data.email ?? "", actor: event.metadata.actor }]
      : [],
  );
}

type Stored<T extends ConsumerEvent["type"]> = StoredEvent<Extract<ConsumerEvent, { type: T }>>;
type Started = Stored<"ConsumerEmailChangeStarted">;
type Changed = Stored<"ConsumerEmailChanged">;

const isStart = (event: StoredEvent<ConsumerEvent>): event is Started =>
  event.type === "ConsumerEmailChangeStarted";
const isEnd = (event: StoredEvent<ConsumerEvent>): event is Changed | Stored<"ConsumerEmailChangeRefused"> =>
  event.type === "ConsumerEmailChanged" || event.type === "ConsumerEmailChangeRefused";

/** Whether the change that started with this event has ended with the new address. */
async function isChanged({ consumers }: Parts, started: StoredEvent<ConsumerEvent>): Promise<boolean> {
  const { events } = await consumers.load(started.data.consumerId);
  const ended = events.find((event) => event.revision > started.revision && isEnd(event));
  return ended?.type === "ConsumerEmailChanged";
}

/**
 * Takes the steps that follow the start of a change of the email address: claim the new address, change or
 * refuse, release the old address. They can be repeated. Does nothing if no change is pending. See
 * docs/decisions/0004-steps-over-several-streams.md.
 */
export async function finishEmailChange(
  parts: Parts,
  consumerId: number,
  positions?: PositionTracker,
): Promise<void> {
  const { state, events } = await parts.consumers.load(consumerId);
  const started = events.findLast(isStart);
  if (state.status === "none" || !started) return;
  const email = state.pendingEmail?.email;
  if (typeof email !== "string" || state.status === "deleted") return;
  const granted = await claimForChange(parts, { email, consumerId }, causedBy(started));
  const ended = await end(parts, started, { email, granted }, positions);
  if (ended?.type === "ConsumerEmailChanged") await releasePrevious(parts, ended);
}

/** Releases the account's previous email address. */
export const releasePrevious = (parts: Parts, changed: Changed): Promise<void> => {
  const { previousKey: key, consumerId } = changed.data;
  return releaseEmail(parts, { key, consumerId }, causedBy(changed));
};

/** An account deleted during the change has released its addresses, but not one claimed after that. */
const whenNotFinished: Record<ConsumerRefusals["FinishEmailChange"], "release"> = {
  consumer_not_found: "release",
};

async function end(
  parts: Parts,
  started: Started,
  { email, granted }: { email: string; granted: boolean },
  positions: PositionTracker | undefined,
) {
  const { consumerId } = started.data;
  const now = parts.clock();
  const link = { nonce: parts.randomNonce(), now: now.getTime() };
  const previousKey = (state: ConsumerState) =>
    state.status === "none" || state.email === null ? "" : emailKeyOf(parts, state.email);
  const command = (state: ConsumerState) =>
    ({ type: "FinishEmailChange", email, granted, previousKey: previousKey(state), ...link }) as const;
  const keyId = parts.secrets.ring("proof").current.id;
  const context = { ...followUp(started, "finish-email-change", { now, positions }), keyId };
  try {
    return (await parts.consumers.handle(consumerId, command, context)).events.find(isEnd);
  } catch (error) {
    if (answerTo(error, whenNotFinished) !== "release") throw error;
    const held = { key: emailKeyOf(parts, email), consumerId };
    await releaseEmail(parts, held, causedBy(started));
    return undefined;
  }
}
