import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { playerApp } from "./app.ts";

/** The player as a process of its own: PLAYER_PORT and HOST from the environment; the pages lie beside the built program. */
const root = join(dirname(fileURLToPath(import.meta.url)), "player");
const server = createServer(playerApp(root)).listen(
  Number(process.env.PLAYER_PORT ?? 0),
  process.env.HOST ?? "127.0.0.1",
  () => {
    const { port } = server.address() as AddressInfo;
    if (process.send) process.send({ ready: true, port });
    else console.log(`player ready on 127.0.0.1:${port}`);
  },
);

function stop() {
  server.closeAllConnections();
  server.close(() => process.exit(0));
}
process.once("SIGTERM", stop).once("SIGINT", stop).once("disconnect", stop);
