import { withoutDeadline } from "../../deadline/deadline.ts";
import type { Logger } from "../../logging/logger.ts";
import { metadataOf } from "../event-metadata.ts";
import type { Compaction, PlainEvent } from "../event-store.ts";
import type { RawNewEvent } from "../log-client.ts";
import { ConflictError } from "../store-errors.ts";
import { compacted, type Past } from "./past.ts";
import { snapshotStream, snapshotType, writeSnapshot } from "./snapshot.ts";

/** The largest number of events in a snapshot: a larger one would not be faster to read. */
const mostKept = 500;

export interface SnapshotWriteParts {
  append: (
    stream: string,
    expected: bigint | "no_stream",
    event: RawNewEvent,
  ) => Promise<{ revision: bigint }>;
  keepOne: (stream: string) => Promise<void>;
  newId: () => string;
  logger: Logger;
}

/** Stores snapshots. A failure goes only to the program log: the stream can be read without the snapshot. */
export class SnapshotWrites {
  readonly #parts: SnapshotWriteParts;
  readonly #writing = new Map<string, Promise<unknown>>();

  constructor(parts: SnapshotWriteParts) {
    this.#parts = parts;
  }

  /** Waits until all snapshots in progress are stored. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing.values());
  }

  /** Compacts and stores in the background, one snapshot of a stream at a time. */
  writeInBackground<E extends PlainEvent>(stream: string, compaction: Compaction<E>, past: Past<E>): void {
    if (this.#writing.has(stream)) return;
    const writing = withoutDeadline(() =>
      this.write(stream, compaction, compacted(compaction, past)),
    ).finally(() => this.#writing.delete(stream));
    this.#writing.set(stream, writing);
  }

  /** Returns the new revision of the snapshot stream. */
  async write<E extends PlainEvent>(
    stream: string,
    { version: rule }: Compaction<E>,
    { entries, commands, revision, snapshotAt }: Past<E>,
  ): Promise<bigint | "no_stream"> {
    const { append, keepOne, newId, logger } = this.#parts;
    if (entries.length > mostKept) return snapshotAt;
    const name = snapshotStream(stream);
    const events = entries.map(({ raw }) => raw);
    try {
      if (snapshotAt === "no_stream") await keepOne(name);
      const { revision: at } = await append(name, snapshotAt, {
        id: newId(),
        type: snapshotType,
        data: writeSnapshot(stream, { rule, revision, events, commands }),
        metadata: { ...metadataOf({ correlationId: stream, actor: { kind: "system" } }) },
      });
      return at;
    } catch (error) {
      // After a conflict another process has stored a snapshot.
      if (!(error instanceof ConflictError))
        logger.debug({ err: error, stream }, "A snapshot was not stored");
      return snapshotAt;
    }
  }
}
