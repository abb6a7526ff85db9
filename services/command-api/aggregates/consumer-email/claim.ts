import type { ConsumerEmailEvent } from "@ornament/contracts/events/consumer-email";
import type { Actor } from "@ornament/contracts/events/metadata";
import { streams } from "@ornament/contracts/events/streams";
import { ConflictError } from "@ornament/platform/eventstore/event-store";
import type { Dependencies } from "../../dependencies.ts";

/** Whom an address belongs to, as its stream says at `revision`. */
export interface Claim {
  readonly key: string;
  readonly holder: number | undefined;
  /** The event that its last claim or release followed from. */
  readonly causationId: string | undefined;
  readonly revision: bigint | "no_stream";
}

/** Who causes a claim or a release, for the event's metadata. */
export interface Cause {
  readonly correlationId: string;
  readonly actor: Actor;
  readonly causationId?: string | undefined;
}

type ClaimDependencies = Pick<Dependencies, "store" | "uuid">;

const holderAfter = (event: ConsumerEmailEvent | undefined) =>
  event?.type === "EmailClaimed" ? event.data.consumerId : undefined;

/** The last event of a claim's stream says all. */
export async function readClaim({ store }: Pick<ClaimDependencies, "store">, key: string): Promise<Claim> {
  const loaded = await store.read<ConsumerEmailEvent>(streams.consumerEmail(key), {
    backwards: true,
    maxCount: 1,
  });
  const [last] = loaded.events;
  const { revision } = loaded;
  return { key, holder: holderAfter(last), causationId: last?.metadata.$causationId, revision };
}

/**
 * Appends to the claim's stream at exactly the revision that was read. `false` when somebody else came first: read
 * again, decide again.
 */
export async function settle(
  { store, uuid }: ClaimDependencies,
  claim: Claim,
  event: ConsumerEmailEvent,
  cause: Cause,
): Promise<boolean> {
  const stream = streams.consumerEmail(claim.key);
  try {
    await store.append(stream, claim.revision, [{ ...event, id: uuid() }], cause);
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}
