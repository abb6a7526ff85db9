import { randomUUID } from "node:crypto";
import type { LogClient } from "../log-client.ts";

/** No stream is ever at it. */
export const impossibleRevision = 2n ** 62n;

/**
 * An append that can't come about and writes nothing. It throws `LogAccessDenied` where the account lacks the right, the
 * failure of a store that takes no appends, or `WrongRevision`, which is the good answer.
 */
export async function appendNowhere(client: LogClient, stream: string, milliseconds: number): Promise<void> {
  const type = stream.startsWith("$$") ? "$metadata" : "Probe";
  const event = { id: randomUUID(), type, data: {}, metadata: {} };
  await client.append(stream, impossibleRevision, [event], milliseconds);
}
