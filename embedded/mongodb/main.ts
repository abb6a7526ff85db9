import { parentPort } from "node:worker_threads";
import { z } from "zod";
import { type RunningMongo, startMongo } from "./server.ts";

/** Runs the document store as a process or worker thread, at the socket `MONGODB_SOCKET` or on `MONGODB_PORT`. */
const environment = z.object({
  MONGODB_SOCKET: z.string().optional(),
  MONGODB_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
});

function announce({ port, url: address }: RunningMongo): void {
  const ready = { ready: true, port, address };
  if (parentPort) parentPort.postMessage(ready);
  else if (process.send) process.send(ready);
  else process.stdout.write(`document store ready at ${address}\n`);
}

function stopOnRequest(server: RunningMongo): void {
  const end = () => {
    void server.stop().then(() => {
      if (parentPort) parentPort.close();
      else process.exit(0);
    });
  };
  const onMessage = (message: unknown) => {
    if (typeof message === "object" && message !== null && "stop" in message && message.stop === true) end();
  };
  if (parentPort) {
    parentPort.on("message", onMessage);
    return;
  }
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("message", onMessage);
  process.on("disconnect", end);
}

const settings = environment.safeParse(process.env);
if (!settings.success) {
  process.stderr.write("MONGODB_PORT must be a port number\n");
  process.exit(1);
}
try {
  const { MONGODB_SOCKET: socket, MONGODB_PORT: port } = settings.data;
  const server = await startMongo({ socket, port });
  stopOnRequest(server);
  announce(server);
} catch (error) {
  process.stderr.write(`document store: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
