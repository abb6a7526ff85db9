import type { ConsumerEmailEvent } from "@ornament/contracts/consumers/email-events";
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

/** Reads a claim. The caller then reads the accounts, and then settles it. */
export async function readClaim(store: Pick<EventStore, "read">, key: string): Promise<Claim> {
  // Only the last event counts.
  const newest = { backwards: true, maxCount: 1 };
  const { events, revision } = await store.read<ConsumerEmailEvent>(streams.consumerEmail(key), newest);
  const [last] = events;
  const holder = last?.type === "EmailClaimed" ? last.data.consumerId : undefined;
  return { key, holder, causationId: last?.metadata.$causationId, revision };
}

/** Appends at exactly the revision that was read. Returns `false` if another writer was first. */
export async function settleClaim(
  store: Pick<EventStore, "append">,
  { key, revision }: Claim,
  event: ConsumerEmailEvent & { id: string },
  cause: Cause,
): Promise<boolean> {
  try {
    await store.append(streams.consumerEmail(key), revision, [event], cause);
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}
