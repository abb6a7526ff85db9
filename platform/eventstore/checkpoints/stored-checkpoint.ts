import type { CheckpointEvent } from "@ornament/contracts/events/checkpoint";
import { streams } from "@ornament/contracts/events/streams";
import type { Logger } from "../../logging/logger.ts";
import { ConflictError, type EventStore, type Loaded, type Start } from "../event-store.ts";
import { comparePositions, isPlace, type Position } from "../position.ts";
import { findPlace, lostPlaceText, type Place } from "./position-check.ts";

/** How far a subscription with effects has come, kept in the log itself: in `checkpoint-{name}`. */
export interface StoredCheckpoint {
  /**
   * Where to go on: at `latest`, where this process has come to, else at what is stored. What is no place in this log is
   * passed over, with a line in the service's log, and where nothing is left it is the start. The caller's effects are such
   * that what is found done is not done again.
   */
  load(options?: { latest?: Place | undefined; signal?: AbortSignal | undefined }): Promise<Start>;
  /**
   * Moves the checkpoint on. Another replica's later one stands, and so does what is stored where no event is at the
   * position: a checkpoint names its event, so that it can be told whether it belongs to the log.
   */
  store(position: Position, correlationId: string): Promise<void>;
}

/** @param patienceMilliseconds how long a position beyond the log's end is looked for; 10 s unless given */
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
      const known = async (place: StoredPlace | undefined, next: string) => {
        if (!place) return undefined;
        const found = await findPlace(store, place, { patienceMilliseconds, signal });
        if (found.kind === "there") return place.position;
        if (found.how === "gone" && (await hasExpired(store, place))) return place.position;
        // An event that has expired is nothing to worry about, and can't be told from one of another log.
        const level = found.how === "gone" ? "info" : "warn";
        const what = `${lostPlaceText(place, found)}. It goes on from ${next}; what was done is not done again`;
        logger[level]({ checkpoint: name }, `The checkpoint of ${name} is not in the log: ${what}`);
        return undefined;
      };
      return (
        (await known(latest, "what is stored")) ??
        (await known(placeOf(await read()), "the start")) ??
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

/** With where the checkpoint itself stands in the log. */
interface StoredPlace extends Place {
  readonly storedAt?: Position;
}

/** The newest place stored. 2^64 − 1, which some servers sent for "nothing seen yet", is none. */
function placeOf({ events: [newest] }: Loaded<CheckpointEvent>): StoredPlace | undefined {
  if (!newest) return undefined;
  const { commit, prepare, eventId } = newest.data;
  const position = { commit: BigInt(commit), prepare: BigInt(prepare) };
  return isPlace(position) ? { position, eventId, storedAt: newest.position } : undefined;
}

/**
 * Whether an event that is no longer there was scavenged: the checkpoint comes after it in the same log, and the log can be
 * read from there.
 */
async function hasExpired(store: EventStore, { position, storedAt }: StoredPlace): Promise<boolean> {
  if (!storedAt || comparePositions(position, storedAt) >= 0) return false;
  try {
    for await (const _ of store.readAll({ from: position, maxCount: 1 })) break;
    return true;
  } catch {
    return false;
  }
}

const isThere = async (store: EventStore, place: Place) =>
  (await findPlace(store, place, { patienceMilliseconds: 0 })).kind === "there";
