import { openSocketFolder } from "../sockets/socket-folder.ts";
import { type EventStoreOptions, type EventStoreServer, startEventStore } from "./server.ts";

/** Starts the event store of a stopped product, at a socket that only this user can reach. */
export async function startPrivateEventStore(
  dataDir: string,
  options: Pick<EventStoreOptions, "isCopy"> = {},
): Promise<EventStoreServer> {
  const sockets = openSocketFolder();
  try {
    const server = await startEventStore({ dataDir, socket: sockets.pathOf("eventstore"), ...options });
    return { ...server, stop: () => server.stop().finally(sockets.stop) };
  } catch (error) {
    await sockets.stop();
    throw error;
  }
}
