import { randomBytes } from "node:crypto";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";

/** Opens the event store to read its end and positions. Personal data stay encrypted, so no key is needed. */
export async function withLog<T>(eventstoreUrl: string, work: (log: EventStore) => Promise<T>): Promise<T> {
  const environment = { EVENTSTORE_URL: eventstoreUrl };
  const { store, close } = await openServedLog(environment, { masterKey: serverKey(randomBytes(32)) });
  try {
    return await work(store);
  } finally {
    await close();
  }
}
