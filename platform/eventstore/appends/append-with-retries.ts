import { noteAppend, remainingMilliseconds } from "../../deadline/deadline.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { pause } from "../../waiting/pause.ts";
import {
  type CancelableRead,
  isDefinite,
  type LogClient,
  type RawEvent,
  type RawNewEvent,
  WrongRevision,
} from "../log-client.ts";
import type { Circuit } from "../outages/circuit.ts";
import { backoffMilliseconds, within } from "../outages/waiting.ts";
import type { Position } from "../position.ts";
import { noteCall } from "../store-calls.ts";

export interface AppendRequest {
  stream: string;
  expected: bigint | "no_stream" | "any";
  events: readonly RawNewEvent[];
  totalMilliseconds: number;
  onRepeat: (error: unknown) => void;
}

/** The shortest remaining time for an append: with less, its answer would come too late. */
const leastMilliseconds = 100;
const longestPauseMilliseconds = 500;

/**
 * Appends. An attempt that fails without a definite answer is repeated with the same event ids and revision,
 * so it takes effect only once. A slow attempt is not repeated, because that would make a slow store slower.
 * Throws `WrongRevision`, `StreamMissing`, `LogRefused`, or the last failure, which leaves the outcome
 * unknown.
 */
export async function appendWithRetries(
  client: LogClient,
  circuit: Circuit,
  request: AppendRequest,
): Promise<{ revision: bigint; position: Position | undefined }> {
  const { stream, expected, events, totalMilliseconds, onRepeat } = request;
  const until = performance.now() + Math.min(totalMilliseconds, remainingMilliseconds());
  const left = () => Math.max(0, until - performance.now());
  if (circuit.isAway) await circuit.admit();
  // No append is begun for a request that is answered already or within a moment.
  if (left() < leastMilliseconds)
    throw new UnavailableError(new Error("There is no time left for an append"));
  noteAppend();
  noteCall("appends");
  for (let attempt = 0; ; attempt += 1) {
    try {
      const milliseconds = Math.ceil(left());
      return await circuit.watch(() =>
        within(milliseconds, client.append(stream, expected, events, milliseconds)),
      );
    } catch (error) {
      if (error instanceof WrongRevision && attempt > 0)
        return await ownEarlierAppend(client, request, left(), error);
      if (isDefinite(error) || left() < leastMilliseconds) throw error;
      onRepeat(error);
      await pause(Math.min(backoffMilliseconds(attempt), longestPauseMilliseconds, left()));
      await within(left(), circuit.back());
      if (left() < leastMilliseconds) throw error;
    }
  }
}

/** A conflict after an unknown outcome may be with our own events. In that case the append has succeeded. */
async function ownEarlierAppend(
  client: LogClient,
  { expected, events, stream }: AppendRequest,
  milliseconds: number,
  conflict: WrongRevision,
) {
  if (expected === "any") throw conflict;
  const fromRevision = expected === "no_stream" ? 0n : expected + 1n;
  const read = client.readStream(stream, { fromRevision, backwards: false, maxCount: events.length });
  const found = await within(milliseconds, collect(read)).finally(() => read.cancel());
  const last = found.at(-1);
  const ours =
    found.length === events.length && found.every((event, index) => event.id === events[index]?.id);
  if (!ours || !last) throw conflict;
  return { revision: last.revision, position: last.position };
}

async function collect(read: CancelableRead): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for await (const event of read) events.push(event);
  return events;
}
