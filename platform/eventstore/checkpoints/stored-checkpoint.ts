import { streams } from "@ornament/contracts/events/streams";
import type { CheckpointEvent } from "@ornament/contracts/log-proof/events";
import type { Logger } from "../../logging/logger.ts";
import type { EventStore, Loaded, Start } from "../event-store.ts";
import { comparePositions, isPossiblePosition, type Position } from "../position.ts";
import { ConflictError } from "../store-errors.ts";
import { checkPosition, missingPositionText, type StoredPosition } from "./position-check.ts";

export type StoredCheckpoint = ReturnType<typeof storedCheckpoint>;

/**
 * The checkpoint of a subscription with side effects, stored as an event in `checkpoint-{name}`.
 * @param patienceMilliseconds the time for which a position beyond the end is checked again; 10 s by default
 */
export function storedCheckpoint(options: {
  store: EventStore;
  logger: Logger;
  name: string;
  patienceMilliseconds?: number | undefined;
}) {
  const { store, logger, name, patienceMilliseconds } = options;
  const stream = streams.checkpoint(name);
  const read = () => store.read<CheckpointEvent>(stream, { backwards: true, maxCount: 1 });
  return {
    /**
     * The position to continue after: `latest`, which this process has reached, or else the stored one. A
     * position that is missing in this event store is skipped, with a line in the program log. Without a
     * position the subscription starts at the beginning, and the caller must not repeat side effects.
     */
    async load(options: { latest?: StoredPosition | undefined; signal?: AbortSignal } = {}): Promise<Start> {
      const { latest, signal } = options;
      const found = async (place: CheckpointPosition | undefined, next: string) => {
        if (!place) return undefined;
        const check = await checkPosition(store, place, { patienceMilliseconds, signal });
        if (check.kind === "found") return place.position;
        if (check.how === "gone" && (await hasExpired(store, place))) return place.position;
        // An expired event is harmless and can't be told from an event of another event store.
        const level = check.how === "gone" ? "info" : "warn";
        const what = `${missingPositionText(place, check)}. It continues from ${next}; what was already done is not repeated`;
        logger[level]({ checkpoint: name }, `The checkpoint of ${name} is not in the event store: ${what}`);
        return undefined;
      };
      const reached = await found(latest, "what is stored");
      return reached ?? (await found(placeOf(await read()), "the start")) ?? "start";
    },
    /**
     * A later position of another replica is kept. A position without an event is not stored: the checkpoint has
     * the event's id, so that it can be checked.
     */
    async store(position: Position, correlationId: string): Promise<void> {
      const loaded = await read();
      const place = placeOf(loaded);
      const isFurther = place && comparePositions(place.position, position) >= 0;
      if (isFurther && (await isThere(store, place))) return;
      const eventId = await store.eventIdAt(position);
      if (eventId === undefined) return;
      const data = { commit: position.commit.toString(), prepare: position.prepare.toString(), eventId };
      try {
        const cause = { correlationId, actor: { kind: "system" } } as const;
        await store.append(stream, loaded.revision, [{ type: "CheckpointStored", data }], cause);
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
      }
    },
  };
}

interface CheckpointPosition extends StoredPosition {
  readonly storedAt?: Position;
}

/** The newest stored position. 2^64 − 1 is ignored: some servers sent it before the first event. */
function placeOf({ events: [newest] }: Loaded<CheckpointEvent>): CheckpointPosition | undefined {
  if (!newest) return undefined;
  const { commit, prepare, eventId } = newest.data;
  const position = { commit: BigInt(commit), prepare: BigInt(prepare) };
  return isPossiblePosition(position) ? { position, eventId, storedAt: newest.position } : undefined;
}

/**
 * Whether the missing event was scavenged: then the checkpoint event is after it in the same event store, and
 * reading continues from the position.
 */
async function hasExpired(store: EventStore, { position, storedAt }: CheckpointPosition): Promise<boolean> {
  if (!storedAt || comparePositions(position, storedAt) >= 0) return false;
  try {
    for await (const _ of store.readAll({ from: position, maxCount: 1 })) break;
    return true;
  } catch {
    return false;
  }
}

const isThere = async (store: EventStore, place: StoredPosition) =>
  (await checkPosition(store, place, { patienceMilliseconds: 0 })).kind === "found";
