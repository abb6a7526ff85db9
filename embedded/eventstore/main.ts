import { isMainThread, parentPort } from "node:worker_threads";
import { logVerbosity, setLogVerbosity } from "@grpc/grpc-js";
import { z } from "zod";
import { FileUnusable, fileUnusableCode } from "./file-unusable.ts";
import { type EventStoreServer, startEventStore } from "./server.ts";

/**
 * Runs the event store as a process or worker thread. Settings: `DATA_DIR`, and `EVENTSTORE_SOCKET`, the path of a socket that others can't
 * reach, or `EVENTSTORE_PORT` (0 for any free port).
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
  stopOnRequest(server);
  announce(server);
}

function readEnvironment(): z.infer<typeof environment> {
  const parsed = environment.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const problem = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new Error(`The event store can't start: ${problem}`);
}

function announce({ port, connectionString }: EventStoreServer): void {
  const ready = { ready: true, port, address: connectionString };
  if (parentPort) parentPort.postMessage(ready);
  else if (process.send) process.send(ready);
  else console.log(`event store ready at ${connectionString}`);
}

function stopOnRequest(server: EventStoreServer): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.stop().then(() => process.exit(0), fail);
  };
  const onMessage = (message: unknown) => {
    if (typeof message === "object" && message !== null && "stop" in message && message.stop === true) stop();
  };
  parentPort?.on("message", onMessage);
  if (!isMainThread) return;
  process.on("message", onMessage);
  process.on("disconnect", stop);
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** An unusable file is reported to the process that started this one, which prints it. */
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
