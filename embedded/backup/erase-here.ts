import { erasuresAfterRestore } from "@ornament/command-api/erasures-after-restore";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import { auditOptions } from "@ornament/projector/audit/opened-log";
import { eraseAgain } from "@ornament/projector/backup/erase-again";
import type { Registered } from "@ornament/projector/backup/register";
import type { SecretValues } from "@ornament/projector/backup/sealed-secrets";
import { startEventStore } from "../eventstore/server.ts";
import { openSocketFolder } from "../sockets/socket-folder.ts";

/**
 * Erases persons in the event store of a stopped product, and scavenges it, so that no erased byte is left in
 * its file. Returns the number of persons who were not erased yet.
 */
export async function eraseHere(
  dataDir: string,
  secrets: SecretValues,
  registered: Registered,
): Promise<number> {
  const sockets = openSocketFolder();
  const server = await startEventStore({ dataDir, socket: sockets.pathOf("eventstore") });
  const { connectionString } = server;
  const store = openEventStore({ connectionString, ...auditOptions({ ...secrets, DATA_DIR: dataDir }) });
  try {
    const erased = await eraseAgain(store, registered, () => erasuresAfterRestore(store, secrets));
    await server.scavenge();
    return erased;
  } finally {
    await store.close();
    await server.stop();
    await sockets.stop();
  }
}
