import type { ConsumerEmailEvent } from "@ornament/contracts/events/consumer-email";
import type { Actor } from "@ornament/contracts/events/metadata";
import { streams } from "@ornament/contracts/events/streams";
import type { EventStore, RequestOrigin } from "@ornament/platform/eventstore/event-store";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";

/** The account that an email address belongs to, as the address's stream says at `revision`. */
export interface Claim {
  readonly key: string;
  readonly holder: number | undefined;
  /** The event that caused the last claim or release. */
  readonly causationId: string | undefined;
  readonly revision: bigint | "no_stream";
}

/** The actor and the cause of a claim or a release, for the event's metadata. */
export interface Cause extends RequestOrigin {
  readonly actor: Actor;
  readonly causationId?: string | undefined;
  readonly sessionId?: string | undefined;
}

export interface Claims {
  read(key: string): Promise<Claim>;
  /**
   * Appends to the claim's stream at exactly the revision that was read. Returns `false` if another writer
   * was first.
   */
  settle(claim: Claim, event: ConsumerEmailEvent, cause: Cause): Promise<boolean>;
}

const holderAfter = (event: ConsumerEmailEvent | undefined) =>
  event?.type === "EmailClaimed" ? event.data.consumerId : undefined;

/**
 * The accounts that email addresses belong to. The caller reads a claim, then the accounts, and then appends.
 */
export const claims = (store: Pick<EventStore, "read" | "append">, uuid: () => string): Claims => ({
  async read(key) {
    // Only the last event counts.
    const newest = { backwards: true, maxCount: 1 };
    const { events, revision } = await store.read<ConsumerEmailEvent>(streams.consumerEmail(key), newest);
    const [last] = events;
    return { key, holder: holderAfter(last), causationId: last?.metadata.$causationId, revision };
  },
  async settle({ key, revision }, event, cause) {
    try {
      await store.append(streams.consumerEmail(key), revision, [{ ...event, id: uuid() }], cause);
      return true;
    } catch (error) {
      if (error instanceof ConflictError) return false;
      throw error;
    }
  },
});
