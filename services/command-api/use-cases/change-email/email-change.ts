import type { ConsumerEvent } from "@ornament/contracts/events/consumer";
import { causedBy, followUp, type PositionTracker } from "@ornament/platform/commands/context";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Secrets } from "@ornament/platform/tokens/secrets";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { ConsumerRefusals } from "../../aggregates/consumer/commands.ts";
import type { ConsumerState } from "../../aggregates/consumer/state.ts";
import type { Addresses } from "../claim-address/addresses.ts";

type Stored<T extends ConsumerEvent["type"]> = StoredEvent<Extract<ConsumerEvent, { type: T }>>;
type Started = Stored<"ConsumerEmailChangeStarted">;
type Changed = Stored<"ConsumerEmailChanged">;

const isStart = (event: StoredEvent<ConsumerEvent>): event is Started =>
  event.type === "ConsumerEmailChangeStarted";
const isEnd = (event: StoredEvent<ConsumerEvent>): event is Changed | Stored<"ConsumerEmailChangeRefused"> =>
  event.type === "ConsumerEmailChanged" || event.type === "ConsumerEmailChangeRefused";

interface Needs {
  readonly consumers: Aggregates["consumers"];
  readonly addresses: Pick<Addresses, "keyOf" | "claimForChange" | "release">;
  readonly secrets: Pick<Secrets, "ring">;
  readonly randomNonce: () => string;
  readonly clock: () => Date;
}

export interface EmailChanges {
  /**
   * Takes the steps that follow the start of a change of the email address: claim the new address, change or
   * refuse, release the old address. They can be repeated. Does nothing if no change is pending.
   */
  finish(consumerId: number, positions?: PositionTracker): Promise<void>;
  /** Releases the account's previous email address. */
  releasePrevious(changed: Changed): Promise<void>;
  /** The result of the change that started with this event; `undefined` if it has not ended. */
  outcome(started: StoredEvent<ConsumerEvent>): Promise<"changed" | "refused" | undefined>;
}

/**
 * An account that was deleted during the change has released its email addresses, but not one claimed after
 * that.
 */
const whenNotFinished: Record<ConsumerRefusals["FinishEmailChange"], "release"> = {
  consumer_not_found: "release",
};

/**
 * The steps of a change of the email address after its first event. See
 * docs/decisions/0004-steps-over-several-streams.md.
 */
export function emailChanges({ consumers, addresses, secrets, randomNonce, clock }: Needs): EmailChanges {
  const keyOfAddress = (state: ConsumerState) =>
    state.status === "none" || state.email === null ? "" : addresses.keyOf(state.email);

  const end = async (
    started: Started,
    { email, granted }: { email: string; granted: boolean },
    positions: PositionTracker | undefined,
  ) => {
    const { consumerId } = started.data;
    const now = clock();
    const link = { nonce: randomNonce(), now: now.getTime() };
    const command = (state: ConsumerState) =>
      ({ type: "FinishEmailChange", email, granted, previousKey: keyOfAddress(state), ...link }) as const;
    const context = {
      ...followUp(started, "finish-email-change", { now, positions }),
      keyId: secrets.ring("proof").current.id,
    };
    try {
      return (await consumers.handle(consumerId, command, context)).events.find(isEnd);
    } catch (error) {
      if (answerTo(error, whenNotFinished) !== "release") throw error;
      await addresses.release({ key: addresses.keyOf(email), consumerId }, causedBy(started));
      return undefined;
    }
  };

  const releasePrevious = (changed: Changed) => {
    const { previousKey: key, consumerId } = changed.data;
    return addresses.release({ key, consumerId }, causedBy(changed));
  };

  return {
    releasePrevious,

    async finish(consumerId, positions) {
      const { state, events } = await consumers.load(consumerId);
      const started = events.findLast(isStart);
      if (state.status === "none" || !started) return;
      const email = state.pendingEmail?.email;
      if (typeof email !== "string" || state.status === "deleted") return;
      const granted = await addresses.claimForChange({ email, consumerId }, causedBy(started));
      const ended = await end(started, { email, granted }, positions);
      if (ended?.type === "ConsumerEmailChanged") await releasePrevious(ended);
    },

    async outcome(started) {
      const { events } = await consumers.load(started.data.consumerId);
      const ended = events.find((event) => event.revision > started.revision && isEnd(event));
      if (!ended) return undefined;
      return ended.type === "ConsumerEmailChanged" ? "changed" : "refused";
    },
  };
}
