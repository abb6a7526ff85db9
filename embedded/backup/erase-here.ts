import { erasuresAfterRestore } from "@ornament/command-api/erasures-after-restore";
import { allRights } from "@ornament/platform/eventstore/rights/rights";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
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
  const environment = { ...secrets, DATA_DIR: dataDir, EVENTSTORE_URL: server.connectionString };
  const { store, close } = await openServedLog(environment, { rights: allRights });
  try {
    const erased = await eraseAgain(store, registered, () => erasuresAfterRestore(store, secrets));
    await server.scavenge();
    return erased;
  } finally {
    await close();
    await server.stop();
    await sockets.stop();
  }
}
