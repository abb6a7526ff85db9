import { isLasting } from "@ornament/contracts/events/streams";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import type { Checkpoint } from "@ornament/platform/log-proof/checkpoint";
import { GrowingTree, leafHashOf } from "@ornament/platform/log-proof/merkle";
import { BackupRefused } from "./refused.ts";

/**
 * Compares the lasting events of a log with the signed checkpoint. Throws `BackupRefused` if they differ.
 * Returns the number of lasting events after the checkpoint.
 */
export async function checkLog(
  events: AsyncIterable<EventBytes>,
  checkpoint: Checkpoint | undefined,
): Promise<number> {
  if (!checkpoint) return 0;
  const tree = new GrowingTree();
  let later = 0;
  for await (const event of events) {
    if (!isLasting(event.stream)) continue;
    if (tree.size < checkpoint.size) tree.add(leafHashOf(event));
    else later += 1;
  }
  if (tree.size < checkpoint.size)
    throw new BackupRefused(
      `The event store ends before the backup: it has ${tree.size} of ${checkpoint.size} lasting events`,
    );
  if (!tree.root().equals(checkpoint.root))
    throw new BackupRefused(
      "The events are not those of the signed checkpoint: the event store or the backup was changed",
    );
  return later;
}
