import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { type LogClient, LogRefused, type RawEvent } from "../log-client.ts";
import { boundedRead } from "../outages/waiting.ts";
import { comparePositions, isPossiblePosition, type Position } from "../position.ts";
import type { ResilientReads } from "./resilient-reads.ts";

/**
 * The id of the event at exactly the position; `undefined` if no event begins there. For a position between
 * two records EventStoreDB answers with the gRPC status UNKNOWN. To tell this from an outage, the end of the
 * event store is read: if that succeeds, the position is read once more.
 */
export async function eventIdAt(
  client: LogClient,
  reads: ResilientReads,
  position: Position,
  milliseconds: number,
): Promise<string | undefined> {
  if (!isPossiblePosition(position)) return undefined;
  const readOnce = () => reads.retried(() => firstFrom(client, position, milliseconds));
  let found = await readOnce();
  if (found === "refused") {
    await reads.last();
    found = await readOnce();
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
