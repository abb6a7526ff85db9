import { UnavailableError } from "../event-store.ts";
import { type LogClient, LogRefused, type RawEvent } from "../log-client.ts";
import { boundedRead } from "../outages/waiting.ts";
import { comparePositions, isPlace, type Position } from "../position.ts";
import type { ResilientReads } from "./resilient-reads.ts";

/**
 * The id of the event at exactly the position, `undefined` where none begins there. EventStoreDB answers a position
 * between two records with an error of the unknown kind, which is told from an outage by asking for the log's end: what
 * can be read there was no outage, and the position is asked for once more.
 */
export async function eventIdAt(
  client: LogClient,
  reads: ResilientReads,
  position: Position,
  milliseconds: number,
): Promise<string | undefined> {
  if (!isPlace(position)) return undefined;
  const look = () => reads.retried(() => firstFrom(client, position, milliseconds));
  let found = await look();
  if (found === "refused") {
    await reads.last();
    found = await look();
  }
  if (found === "refused" || found === undefined) return undefined;
  return comparePositions(found.position, position) === 0 ? found.id : undefined;
}

async function firstFrom(
  client: LogClient,
  position: Position,
  milliseconds: number,
): Promise<RawEvent | "refused" | undefined> {
  const read = client.readAll({ from: position, backwards: false, maxCount: 1 });
  try {
    for await (const event of boundedRead(read, milliseconds)) return event;
    return undefined;
  } catch (error) {
    if (mayBeOutage(error)) throw error;
    return "refused";
  }
}

const unknownStatus = 2;

function mayBeOutage(error: unknown): boolean {
  if (error instanceof UnavailableError || error instanceof LogRefused) return true;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code !== undefined && code !== unknownStatus;
}
