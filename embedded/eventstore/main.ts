import { isMainThread, parentPort } from "node:worker_threads";
import { logVerbosity, setLogVerbosity } from "@grpc/grpc-js";
import { z } from "zod";
import { announce, stopOnRequest } from "../process/part-process.ts";
import { FileUnusable, fileUnusableCode } from "./log/file-unusable.ts";
import { startEventStore } from "./server.ts";

/**
 * Runs the event store as a process or worker thread. Settings: `DATA_DIR`, and either `EVENTSTORE_SOCKET`,
 * the path of a socket in a private folder, or `EVENTSTORE_PORT` (0 for any free port).
 */
const environment = z.object({
  DATA_DIR: z.string().min(1, "DATA_DIR is required"),
  EVENTSTORE_SOCKET: z.string().optional(),
  EVENTSTORE_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
});

async function main(): Promise<void> {
  // The reason of a failed start is printed once, below.
  setLogVerbosity(logVerbosity.NONE);
  const { DATA_DIR, EVENTSTORE_SOCKET, EVENTSTORE_PORT } = readEnvironment();
  const server = await startEventStore({
    dataDir: DATA_DIR,
    socket: EVENTSTORE_SOCKET,
    port: EVENTSTORE_PORT,
    onFileUnusable: fail,
  });
  stopOnRequest(() => server.stop(), fail);
  const { port, connectionString: address } = server;
  announce({ port, address }, `event store ready at ${address}`);
}

function readEnvironment(): z.infer<typeof environment> {
  const parsed = environment.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const problem = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new Error(`The event store can't start: ${problem}`);
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
