import { rm } from "node:fs/promises";
import { join } from "node:path";
import { connectLog } from "@ornament/platform/eventstore/grpc/grpc-log-client";
import { describeLog } from "@ornament/platform/eventstore/testing/log-contract/log-contract";
import { startEventStore } from "./server.ts";
import { temporaryFolder } from "./testing/test-store.ts";

describeLog("the embedded server through the official client", {
  fresh: true,
  open: async () => {
    let now = Date.now();
    const dataDir = await temporaryFolder();
    const server = await startEventStore({
      dataDir,
      socket: join(dataDir, "events.sock"),
      clock: () => now,
    });
    const log = connectLog(server.connectionString);
    return {
      log,
      advance(milliseconds) {
        now += milliseconds;
      },
      async close() {
        await log.close();
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  },
});
