import { createLogger, logLevelSetting } from "@ornament/platform/logging/logger";
import { z } from "zod";
import { announce, stopOnRequest } from "../process/part-process.ts";
import { startMongo } from "./server.ts";
import { Snapshots } from "./snapshot/snapshots.ts";

/**
 * Runs the document store as a process or worker thread, at the socket `MONGODB_SOCKET` or on `MONGODB_PORT`.
 * With `SNAPSHOT_FILE` and `SNAPSHOT_KEY`, 32 bytes as base64url, it keeps a snapshot of its documents.
 */
const environment = z.object({
  MONGODB_SOCKET: z.string().optional(),
  MONGODB_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  SNAPSHOT_FILE: z.string().optional(),
  SNAPSHOT_KEY: z
    .string()
    .length(43)
    .transform((text) => Buffer.from(text, "base64url"))
    .optional(),
});

type Settings = z.output<typeof environment>;

function fail(error: unknown): never {
  process.stderr.write(`document store: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function snapshotsOf({ SNAPSHOT_FILE: file, SNAPSHOT_KEY: key }: Settings): Snapshots | undefined {
  if (file === undefined || key === undefined) return undefined;
  const level = logLevelSetting.safeParse(process.env.LOG_LEVEL).data ?? "warn";
  const logger = createLogger({ name: "document-store", level });
  return new Snapshots({ file, key, logger });
}

const settings = environment.safeParse(process.env);
if (!settings.success) {
  process.stderr.write("MONGODB_PORT must be a port number, and SNAPSHOT_KEY 32 bytes as base64url\n");
  process.exit(1);
}
try {
  const { MONGODB_SOCKET: socket, MONGODB_PORT: port } = settings.data;
  const snapshots = snapshotsOf(settings.data);
  const server = await startMongo({ socket, port, observer: snapshots });
  stopOnRequest(async (isOrphan) => {
    await server.stop();
    // Another start may already use the file.
    if (!isOrphan) await snapshots?.stop();
  }, fail);
  announce({ port: server.port, address: server.url }, `document store ready at ${server.url}`);
  // No request is read before the end of this turn: the services start meanwhile, and wait.
  if (snapshots) server.use(snapshots.load());
} catch (error) {
  fail(error);
}
