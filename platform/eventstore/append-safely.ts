import { noteAppend, remainingMilliseconds } from "../deadline/deadline.ts";
import { backoffMilliseconds, pause, within } from "./bounded.ts";
import { UnavailableError } from "./event-store.ts";
import {
  type CancelableRead,
  type LogClient,
  LogRefused,
  type RawEvent,
  type RawNewEvent,
  StreamMissing,
  WrongRevision,
} from "./log-client.ts";
import type { Position } from "./position.ts";

export interface AppendRequest {
  stream: string;
  expected: bigint | "no_stream" | "any";
  events: readonly RawNewEvent[];
  totalMilliseconds: number;
  attemptMilliseconds: number;
  onRepeat: (error: unknown) => void;
}

/**
 * Appends, and where an attempt ends without a definite answer repeats it with the same event ids and revision, so that
 * it takes effect once. Throws `WrongRevision`, `StreamMissing`, `LogRefused`, or the last failure, which leaves the
 * outcome unknown.
 */
export async function appendSafely(
  client: LogClient,
  request: AppendRequest,
): Promise<{ revision: bigint; position: Position }> {
  const { stream, expected, events, totalMilliseconds, attemptMilliseconds, onRepeat } = request;
  const until = performance.now() + Math.min(totalMilliseconds, remainingMilliseconds());
  const left = () => Math.max(0, until - performance.now());
  // Nothing is begun any more for a request that has been answered.
  if (left() === 0) throw new UnavailableError(new Error("There is no time left for an append"));
  noteAppend();
  for (let attempt = 0; ; attempt += 1) {
    try {
      const deadline = Math.max(1, Math.ceil(Math.min(attemptMilliseconds, left())));
      const appended = await within(deadline, client.append(stream, expected, events, deadline));
      return {
        revision: appended.revision,
        position: appended.position ?? (await positionAt(client, stream, appended.revision, deadline)),
      };
    } catch (error) {
      if (error instanceof WrongRevision && attempt > 0)
        return await ownEarlierAppend(client, request, error);
      if (isDefinite(error) || left() === 0) throw error;
      onRepeat(error);
      await pause(Math.min(backoffMilliseconds(attempt), left()));
      if (left() === 0) throw error;
    }
  }
}

const isDefinite = (error: unknown) =>
  error instanceof WrongRevision || error instanceof StreamMissing || error instanceof LogRefused;

/** A conflict after an unknown outcome may be with our own events: then the append has happened. */
async function ownEarlierAppend(client: LogClient, request: AppendRequest, conflict: WrongRevision) {
  const { stream, expected, events, attemptMilliseconds } = request;
  if (expected === "any") throw conflict;
  const fromRevision = expected === "no_stream" ? 0n : expected + 1n;
  const read = client.readStream(stream, { fromRevision, backwards: false, maxCount: events.length });
  const found = await within(attemptMilliseconds, collect(read)).finally(() => read.cancel());
  const last = found.at(-1);
  const ours =
    found.length === events.length && found.every((event, index) => event.id === events[index]?.id);
  if (!ours || !last) throw conflict;
  return { revision: last.revision, position: last.position };
}

/** Older servers answer an append without its position. */
async function positionAt(client: LogClient, stream: string, revision: bigint, milliseconds: number) {
  const read = client.readStream(stream, { fromRevision: revision, backwards: false, maxCount: 1 });
  const [event] = await within(milliseconds, collect(read)).finally(() => read.cancel());
  if (!event) throw new Error("An appended event can't be read");
  return event.position;
}

async function collect(read: CancelableRead): Promise<RawEvent[]> {
  const events: RawEvent[] = [];
  for await (const event of read) events.push(event);
  return events;
}
