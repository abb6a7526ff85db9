import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, portSetting, readConfig, urlSetting } from "@ornament/platform/config/read-config";
import { startServer } from "@ornament/platform/http/server";
import type { ServiceProgram } from "@ornament/platform/process/run-service";
import { z } from "zod";
import { createGateway } from "./app.ts";
import { joinedMetrics, notReadyBecause } from "./services-behind.ts";

const settings = z.object({
  PORT: portSetting.default(8080),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: urlSetting,
  WEB_ROOT: z.string(),
  COMMAND_API_URL: urlSetting,
  QUERY_API_URL: urlSetting,
  /** Where the projector tells whether the read models have caught up. */
  PROJECTOR_URL: urlSetting,
  /** The embedded mailbox and player, where they run. */
  MAILBOX_URL: urlSetting.optional(),
  PLAYER_URL_BEHIND: urlSetting.optional(),
  HUMAN_CHECK_SCRIPT_ORIGIN: urlSetting.optional(),
});

/** The gateway as a service: PORT, PUBLIC_URL, WEB_ROOT and the addresses of the services behind it. */
export const gateway: ServiceProgram = {
  name: "gateway",
  async start({ environment, logger }) {
    const config = readConfig(settings, environment);
    if (!existsSync(join(config.WEB_ROOT, "index.html")))
      throw new ConfigError(`WEB_ROOT ${config.WEB_ROOT} holds no built web`);
    const services = {
      "command-api": config.COMMAND_API_URL,
      "query-api": config.QUERY_API_URL,
      projector: config.PROJECTOR_URL,
    };
    const app = createGateway({
      commandApi: new URL(config.COMMAND_API_URL),
      queryApi: new URL(config.QUERY_API_URL),
      webRoot: config.WEB_ROOT,
      pages: {
        ...(config.MAILBOX_URL ? { "/mailbox": new URL(config.MAILBOX_URL) } : {}),
        ...(config.PLAYER_URL_BEHIND ? { "/player": new URL(config.PLAYER_URL_BEHIND) } : {}),
      },
      publicUrl: config.PUBLIC_URL,
      notReadyBecause: () => notReadyBecause(services),
      metrics: () => joinedMetrics(services),
      logger,
      ...(config.HUMAN_CHECK_SCRIPT_ORIGIN ? { challengeOrigin: config.HUMAN_CHECK_SCRIPT_ORIGIN } : {}),
    });
    const server = await startServer(app, { port: config.PORT, host: config.HOST });
    return { port: server.port, stop: () => server.stop() };
  },
};
