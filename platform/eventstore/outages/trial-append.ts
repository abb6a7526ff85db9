import { randomUUID } from "node:crypto";
import type { LogClient } from "../log-client.ts";

/** A revision that no stream has. */
export const impossibleRevision = 2n ** 62n;

/**
 * Sends an append that can't succeed, so it writes nothing. It always throws: `WrongRevision` if appends are
 * possible, `LogAccessDenied` if the store account lacks the right, and any other error if the store takes no
 * appends.
 */
export async function trialAppend(client: LogClient, stream: string, milliseconds: number): Promise<void> {
  const type = stream.startsWith("$$") ? "$metadata" : "Probe";
  const event = { id: randomUUID(), type, data: {}, metadata: {} };
  await client.append(stream, impossibleRevision, [event], milliseconds);
}
