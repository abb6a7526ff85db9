import type { CheckpointEvent } from "@ornament/contracts/events/checkpoint";
import { streams } from "@ornament/contracts/events/streams";
import type { Logger } from "../../logging/logger.ts";
import type { EventStore, Loaded, Start } from "../event-store.ts";
import { comparePositions, isPossiblePosition, type Position } from "../position.ts";
import { ConflictError } from "../store-errors.ts";
import { checkPosition, missingPositionText, type StoredPosition } from "./position-check.ts";

/** The checkpoint of a subscription with side effects, stored in the log itself, in `checkpoint-{name}`. */
export interface StoredCheckpoint {
  /**
   * Where to continue: after `latest`, the position this process has reached, or else after the stored one. A position that is
   * not in this log is skipped, with a line in the service's log. If none is left, it is the start: the caller must not
   * repeat side effects that it finds done.
   */
  load(options?: { latest?: StoredPosition | undefined; signal?: AbortSignal | undefined }): Promise<Start>;
  /**
   * Stores a later position. A later one of another replica is kept. Nothing is stored if there is no event at the position:
   * a checkpoint contains the id of its event, so that it can be checked whether it belongs to the log.
   */
  store(position: Position, correlationId: string): Promise<void>;
}

/** @param patienceMilliseconds how long a position beyond the end of the log is checked again; 10 s by default */
export function storedCheckpoint(options: {
  store: EventStore;
  logger: Logger;
  name: string;
  patienceMilliseconds?: number | undefined;
}): StoredCheckpoint {
  const { store, logger, name, patienceMilliseconds } = options;
  const stream = streams.checkpoint(name);
  const read = () => store.read<CheckpointEvent>(stream, { backwards: true, maxCount: 1 });
  return {
    async load({ latest, signal } = {}) {
      const found = async (place: CheckpointPosition | undefined, next: string) => {
        if (!place) return undefined;
        const check = await checkPosition(store, place, { patienceMilliseconds, signal });
        if (check.kind === "found") return place.position;
        if (check.how === "gone" && (await hasExpired(store, place))) return place.position;
        // An expired event is nothing to worry about, and can't be told from an event of another log.
        const level = check.how === "gone" ? "info" : "warn";
        const what = `${missingPositionText(place, check)}. It continues from ${next}; what was already done is not repeated`;
        logger[level]({ checkpoint: name }, `The checkpoint of ${name} is not in the log: ${what}`);
        return undefined;
      };
      return (
        (await found(latest, "what is stored")) ??
        (await found(placeOf(await read()), "the start")) ??
        "start"
      );
    },
    async store(position, correlationId) {
      const loaded = await read();
      const place = placeOf(loaded);
      const isFurther = place && comparePositions(place.position, position) >= 0;
      if (isFurther && (await isThere(store, place))) return;
      const eventId = await store.eventIdAt(position);
      if (eventId === undefined) return;
      const data = { commit: position.commit.toString(), prepare: position.prepare.toString(), eventId };
      try {
        await store.append(stream, loaded.revision, [{ type: "CheckpointStored", data }], {
          correlationId,
          actor: { kind: "system" },
        });
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
      }
    },
  };
}

/** With the position of the checkpoint event itself. */
interface CheckpointPosition extends StoredPosition {
  readonly storedAt?: Position;
}

/** The newest stored position. 2^64 − 1, which some servers sent for "nothing seen yet", is ignored. */
function placeOf({ events: [newest] }: Loaded<CheckpointEvent>): CheckpointPosition | undefined {
  if (!newest) return undefined;
  const { commit, prepare, eventId } = newest.data;
  const position = { commit: BigInt(commit), prepare: BigInt(prepare) };
  return isPossiblePosition(position) ? { position, eventId, storedAt: newest.position } : undefined;
}

/**
 * Whether an event that is gone was scavenged. Then the checkpoint event is after it in the same log, and the log can be read
 * from the position.
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
