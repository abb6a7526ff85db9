import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EventStoreOptions,
  type EventStoreServer,
  startEventStore,
} from "@ornament/embedded/eventstore/server";
import { placeOf } from "@ornament/embedded/sockets/listen";
import { EventStoreFaults } from "./event-store-faults.ts";
import { Front } from "./front.ts";

/** An embedded event store in this process with the faults of real servers, which a test chooses. */
export type FaultyEventStore = EventStoreServer & {
  readonly faults: EventStoreFaults;
  /** The URL for clients. */
  readonly front: Front;
};

export async function startFaultyEventStore(options: EventStoreOptions): Promise<FaultyEventStore> {
  const { socket, port = 0 } = options;
  const folder = await mkdtemp(join(tmpdir(), "behind-front-"));
  const behind = join(folder, "events.sock");
  const front = new Front(placeOf(socket, port), { path: behind });
  const faults = new EventStoreFaults();
  const server = await startEventStore({ ...options, socket: behind }, faults);
  const stop = async () => {
    front.thaw();
    front.stopListening();
    await server.stop();
    front.cut();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await front.accept();
    faults.port = front.port;
  } catch (error) {
    await stop();
    throw error;
  }
  const connectionString = socket ? `unix:${socket}` : `esdb://127.0.0.1:${front.port}?tls=false`;
  return { ...server, port: front.port, connectionString, faults, front, stop };
}
