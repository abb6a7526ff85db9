import { randomBytes } from "node:crypto";
import { openEventStore } from "@ornament/platform/eventstore/open-event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";

/** The commit position of the log's last event, −1 for an empty log. Reads no personal data, so it needs no key. */
export async function logHead(connectionString: string): Promise<bigint> {
  const store = openEventStore({
    connectionString,
    definitions: [],
    masterKey: serverKey(randomBytes(32)),
    logger: silentLogger(),
  });
  try {
    return (await store.head())?.commit ?? -1n;
  } finally {
    await store.close();
  }
}
