import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { portSetting, readConfig } from "@ornament/platform/config/read-config";
import { startServer } from "@ornament/platform/http/server";
import { onStopRequest } from "@ornament/platform/process/stop-request";
import { z } from "zod";
import { announce } from "../process/part-process.ts";
import { playerApp } from "./app.ts";

const settings = z.object({ PLAYER_PORT: portSetting.default(0), HOST: z.string().default("127.0.0.1") });

/** Serves the player's pages from the folder until the process is asked to end. */
export async function servePlayer(root: string): Promise<void> {
  const server = await exitOnConfigError(() => {
    const config = readConfig(settings, process.env);
    return startServer(playerApp(root), { port: config.PLAYER_PORT, host: config.HOST });
  });
  onStopRequest(() => {
    server.server.closeAllConnections();
    void server.stop().then(() => process.exit(0));
  });
  announce({ port: server.port }, `player ready on ${server.url}`);
}
