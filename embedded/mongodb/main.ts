import { z } from "zod";
import { announce, stopOnRequest } from "../process/part-process.ts";
import { startMongo } from "./server.ts";

/**
 * Runs the document store as a process or worker thread, at the socket `MONGODB_SOCKET` or on `MONGODB_PORT`.
 */
const environment = z.object({
  MONGODB_SOCKET: z.string().optional(),
  MONGODB_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
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
  const server = await startMongo({ socket, port });
  stopOnRequest(() => server.stop(), fail);
  announce({ port: server.port, address: server.url }, `document store ready at ${server.url}`);
} catch (error) {
  fail(error);
}
