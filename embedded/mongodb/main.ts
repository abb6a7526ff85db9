import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { portSetting, readConfig } from "@ornament/platform/config/read-config";
import { createLogger, logLevelSetting } from "@ornament/platform/logging/logger";
import { z } from "zod";
import { announce, stopOnRequest } from "../process/part-process.ts";
import { startMongo } from "./server.ts";
import { openDocuments } from "./store/documents-file.ts";

/**
 * Runs the document store as a process, at the socket `MONGODB_SOCKET` or on `MONGODB_PORT`. Its documents are
 * in `DOCUMENTS_FILE`, encrypted with `DOCUMENTS_KEY`; without these in memory.
 */
const settings = z.object({
  MONGODB_SOCKET: z.string().optional(),
  MONGODB_PORT: portSetting.default(0),
  DOCUMENTS_FILE: z.string().optional(),
  DOCUMENTS_KEY: z.string().optional(),
  LOG_LEVEL: logLevelSetting.catch("warn"),
});

function fail(error: unknown): never {
  process.stderr.write(`document store: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

const config = await exitOnConfigError(() => readConfig(settings, process.env));
try {
  const { MONGODB_SOCKET: socket, MONGODB_PORT: port, DOCUMENTS_FILE: file, DOCUMENTS_KEY: key } = config;
  const logger = createLogger({ name: "document-store", level: config.LOG_LEVEL });
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
