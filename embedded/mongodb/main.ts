import { createLogger, logLevelSetting } from "@ornament/platform/logging/logger";
import { z } from "zod";
import { announce, stopOnRequest } from "../process/part-process.ts";
import { startMongo } from "./server.ts";
import { openDocuments } from "./store/documents-file.ts";

/**
 * Runs the document store as a process, at the socket `MONGODB_SOCKET` or on `MONGODB_PORT`. Its documents are
 * in `DOCUMENTS_FILE`, encrypted with `DOCUMENTS_KEY`; without these in memory.
 */
const environment = z.object({
  MONGODB_SOCKET: z.string().optional(),
  MONGODB_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  DOCUMENTS_FILE: z.string().optional(),
  DOCUMENTS_KEY: z.string().optional(),
});

function fail(error: unknown): never {
  process.stderr.write(`document store: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

const settings = environment.safeParse(process.env);
if (!settings.success) {
  process.stderr.write("MONGODB_PORT must be a port number\n");
  process.exit(1);
}
try {
  const { MONGODB_SOCKET: socket, MONGODB_PORT: port } = settings.data;
  const { DOCUMENTS_FILE: file, DOCUMENTS_KEY: key } = settings.data;
  const level = logLevelSetting.safeParse(process.env.LOG_LEVEL).data ?? "warn";
  const logger = createLogger({ name: "document-store", level });
  const database =
    file && key ? openDocuments({ file, key, logger, onDamaged: () => process.exit(1) }) : undefined;
  const server = await startMongo({ socket, port, database, logger });
  stopOnRequest(async () => {
    await server.stop();
    database?.tryCheckpoint();
  }, fail);
  announce({ port: server.port, address: server.url }, `document store ready at ${server.url}`);
} catch (error) {
  fail(error);
}
