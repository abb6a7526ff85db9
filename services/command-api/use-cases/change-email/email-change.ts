import { Refusal } from "@ornament/contracts/errors";
import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand, loadState, type PositionTracker } from "@ornament/platform/commands/handle-command";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import type { ConsumerState } from "../../aggregates/consumer/state.ts";
import type { Dependencies } from "../../dependencies.ts";
import { causedBy, followUp } from "../../follow-up.ts";
import { claimForChange, releaseAddress } from "../claim-address/addresses.ts";
import { emailKey } from "../claim-address/email-key.ts";

type Stored<T extends ConsumerEvent["type"]> = StoredEvent<Extract<ConsumerEvent, { type: T }>>;

const isStart = (event: StoredEvent<ConsumerEvent>): event is Stored<"ConsumerEmailChangeStarted"> =>
  event.type === "ConsumerEmailChangeStarted";
const isEnd = (
  event: StoredEvent<ConsumerEvent>,
): event is Stored<"ConsumerEmailChanged"> | Stored<"ConsumerEmailChangeRefused"> =>
  event.type === "ConsumerEmailChanged" || event.type === "ConsumerEmailChangeRefused";

/**
 * Takes the steps that follow a started email change: claim the address, change or refuse, release the old address
 * (design §3). Each may be repeated, by anybody; where nothing is pending, nothing happens.
 */
export async function finishEmailChange(
  dependencies: Dependencies,
  consumerId: number,
  positions?: PositionTracker,
): Promise<void> {
  const stream = streams.consumer(consumerId);
  const { state, events } = await loadState(dependencies.store, stream, consumerDecider);
  const started = events.findLast(isStart);
  if (state.status === "none" || !started) return;
  const email = state.pendingEmail?.email;
  if (typeof email !== "string" || state.status === "deleted") return;
  const granted = await claimForChange(dependencies, { email, consumerId }, causedBy(started));
  const ended = await end(dependencies, { started, email, granted, positions });
  if (ended?.type === "ConsumerEmailChanged") await releasePrevious(dependencies, ended);
}

/** Releases the address that an account had before. */
export const releasePrevious = (dependencies: Dependencies, changed: Stored<"ConsumerEmailChanged">) =>
  releaseAddress(
    dependencies,
    { key: changed.data.previousKey, consumerId: changed.data.consumerId },
    causedBy(changed),
  );

interface Ending {
  started: Stored<"ConsumerEmailChangeStarted">;
  email: string;
  granted: boolean;
  positions: PositionTracker | undefined;
}

async function end(dependencies: Dependencies, { started, email, granted, positions }: Ending) {
  const { consumerId } = started.data;
  try {
    const handled = await handleCommand({
      store: dependencies.store,
      decider: consumerDecider,
      stream: streams.consumer(consumerId),
      command: (state) => ({
        type: "FinishEmailChange" as const,
        email,
        granted,
        previousKey: keyOfAddress(dependencies, state),
      }),
      context: followUp(started, "finish-email-change", dependencies.clock(), positions),
      causationId: started.id,
    });
    return handled.events.find(isEnd);
  } catch (error) {
    const deleted = error instanceof Refusal && error.code === "consumer_not_found";
    if (!deleted) throw error;
    // The account was deleted meanwhile and released what it had; what was claimed since is released here.
    await releaseAddress(dependencies, { key: emailKey(dependencies, email), consumerId }, causedBy(started));
    return undefined;
  }
}

const keyOfAddress = (dependencies: Dependencies, state: ConsumerState) =>
  state.status === "none" || state.email === null ? "" : emailKey(dependencies, state.email);

/** How the change that began with `started` has ended, `undefined` while it has not. */
export async function outcomeOfChange(
  { store }: Pick<Dependencies, "store">,
  started: StoredEvent<ConsumerEvent>,
): Promise<"changed" | "refused" | undefined> {
  const { events } = await loadState(store, started.stream, consumerDecider);
  const ended = events.find((event) => event.revision > started.revision && isEnd(event));
  if (!ended) return undefined;
  return ended.type === "ConsumerEmailChanged" ? "changed" : "refused";
}
