import { randomBytes } from "node:crypto";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { terminal } from "@ornament/platform/logging/terminal";
import { awaitEventStore } from "@ornament/platform/process/awaited-event-store";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";

/** Opens the event store to read its end and positions. Personal data stay encrypted, so no key is needed. */
export async function withLog<T>(
  connectionString: string,
  work: (log: EventStore) => Promise<T>,
): Promise<T> {
  const { store, check, stopWaiting } = awaitEventStore({
    connectionString,
    definitions: [],
    masterKey: serverKey(randomBytes(32)),
    logger: silentLogger(),
    reporter: terminal,
  });
  try {
    await check(["readAll"]);
    return await work(store);
  } finally {
    stopWaiting();
    await store.close();
  }
}
