import { isMainThread, parentPort } from "node:worker_threads";
import { logVerbosity, setLogVerbosity } from "@grpc/grpc-js";
import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { portSetting, readConfig } from "@ornament/platform/config/read-config";
import { z } from "zod";
import { announce, stopOnRequest } from "../process/part-process.ts";
import { FileUnusable, fileUnusableCode } from "./log/file-unusable.ts";
import { startEventStore } from "./server.ts";

/**
 * Runs the event store as a process or worker thread. Settings: `DATA_DIR`, and either `EVENTSTORE_SOCKET`,
 * the path of a socket in a private folder, or `EVENTSTORE_PORT` (0 for any free port).
 */
const settings = z.object({
  DATA_DIR: z.string().min(1),
  EVENTSTORE_SOCKET: z.string().optional(),
  EVENTSTORE_PORT: portSetting.default(0),
});

async function main(): Promise<void> {
  // The reason of a failed start is printed once, below.
  setLogVerbosity(logVerbosity.NONE);
  const config = await exitOnConfigError(() => readConfig(settings, process.env));
  const server = await startEventStore({
    dataDir: config.DATA_DIR,
    socket: config.EVENTSTORE_SOCKET,
    port: config.EVENTSTORE_PORT,
    onFileUnusable: fail,
  });
  stopOnRequest(() => server.stop(), fail);
  const { port, connectionString: address } = server;
  announce({ port, address }, `event store ready at ${address}`);
}

/** Reports an unusable file to the process that started this one, which prints the message. */
function fail(error: unknown): void {
  if (error instanceof FileUnusable && (parentPort || process.send)) {
    const report = { fileUnusable: error.message };
    parentPort?.postMessage(report);
    if (isMainThread) process.send?.(report, () => process.exit(fileUnusableCode));
    else process.exit(fileUnusableCode);
    return;
  }
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof FileUnusable ? fileUnusableCode : 1);
}

main().catch(fail);
