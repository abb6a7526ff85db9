import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { portSetting, readConfig } from "@ornament/platform/config/read-config";
import { startServer } from "@ornament/platform/http/server";
import { z } from "zod";
import { playerApp } from "./app.ts";

const settings = z.object({ PLAYER_PORT: portSetting.default(0), HOST: z.string().default("127.0.0.1") });

/** The player as a process of its own; its pages lie beside the built program. */
const server = await exitOnConfigError(() => {
  const config = readConfig(settings, process.env);
  const root = join(dirname(fileURLToPath(import.meta.url)), "player");
  return startServer(playerApp(root), { port: config.PLAYER_PORT, host: config.HOST });
});

async function stop() {
  server.server.closeAllConnections();
  await server.stop();
  process.exit(0);
}
process.once("SIGTERM", stop).once("SIGINT", stop).once("disconnect", stop);

if (process.send) process.send({ ready: true, port: server.port });
else console.log(`player ready on ${server.url}`);
