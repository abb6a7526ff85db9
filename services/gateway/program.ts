import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  ConfigError,
  type Environment,
  portSetting,
  readConfig,
  urlSetting,
} from "@ornament/platform/config/read-config";
import { startServer } from "@ornament/platform/http/server";
import type { ServiceApp } from "@ornament/platform/http/service-app";
import type { Logger } from "@ornament/platform/logging/logger";
import type { RunningService, ServiceProgram } from "@ornament/platform/process/run-service";
import { z } from "zod";
import { createGateway } from "./app.ts";
import { mailboxAccess, mailboxPublicSetting } from "./mailbox-access.ts";
import { joinedMetrics, notReadyBecause } from "./services-behind.ts";
import type { Upstream } from "./upstream.ts";

const settings = z.object({
  PORT: portSetting.default(8080),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: urlSetting,
  WEB_ROOT: z.string(),
  MAILBOX_PUBLIC: mailboxPublicSetting.default(false),
  HUMAN_CHECK_SCRIPT_ORIGIN: urlSetting.optional(),
});

const addresses = z.object({
  COMMAND_API_URL: urlSetting,
  QUERY_API_URL: urlSetting,
  /** Where the projector tells whether the read models have caught up. */
  PROJECTOR_URL: urlSetting,
  /** The embedded mailbox and player, where they run. */
  MAILBOX_URL: urlSetting.optional(),
  PLAYER_URL_BEHIND: urlSetting.optional(),
});

/** What the gateway stands before: applications in this process, or addresses. */
export interface ServicesBehind {
  commandApi: ServiceApp | URL;
  queryApi: ServiceApp | URL;
  projector: ServiceApp | URL;
  mailbox?: Upstream | undefined;
  player?: Upstream | undefined;
}

interface Context {
  environment: Environment;
  logger: Logger;
}

/** The gateway as a service: PORT, PUBLIC_URL, WEB_ROOT and the addresses of the services behind it. */
export const gateway: ServiceProgram = {
  name: "gateway",
  start: (context) => startGateway(context, servicesAt(context.environment)),
};

function servicesAt(environment: Environment): ServicesBehind {
  const given = readConfig(addresses, environment);
  const optional = (url: string | undefined) => (url === undefined ? undefined : new URL(url));
  return {
    commandApi: new URL(given.COMMAND_API_URL),
    queryApi: new URL(given.QUERY_API_URL),
    projector: new URL(given.PROJECTOR_URL),
    mailbox: optional(given.MAILBOX_URL),
    player: optional(given.PLAYER_URL_BEHIND),
  };
}

/** Starts the gateway before services that run already, here or elsewhere. */
export async function startGateway(
  { environment, logger }: Context,
  behind: ServicesBehind,
): Promise<RunningService> {
  const config = readConfig(settings, environment);
  if (!existsSync(join(config.WEB_ROOT, "index.html")))
    throw new ConfigError(`WEB_ROOT ${config.WEB_ROOT} holds no built web`);
  const { commandApi, queryApi, projector, player } = behind;
  const services = { "command-api": commandApi, "query-api": queryApi, projector };
  const app = createGateway({
    commandApi,
    queryApi,
    webRoot: config.WEB_ROOT,
    publicUrl: config.PUBLIC_URL,
    notReadyBecause: () => notReadyBecause(services),
    metrics: () => joinedMetrics(services),
    logger,
    ...(player ? { player } : {}),
    ...mailboxOf(behind, config),
    ...(config.HUMAN_CHECK_SCRIPT_ORIGIN ? { challengeOrigin: config.HUMAN_CHECK_SCRIPT_ORIGIN } : {}),
  });
  const server = await startServer(app, { port: config.PORT, host: config.HOST });
  return { port: server.port, stop: () => server.stop() };
}

function mailboxOf({ mailbox }: ServicesBehind, config: z.output<typeof settings>) {
  const { HOST: host, PUBLIC_URL: publicUrl, MAILBOX_PUBLIC: mailboxPublic } = config;
  const access = mailboxAccess({ host, publicUrl, mailboxPublic });
  if (mailbox === undefined || access === "nobody") return {};
  return { mailbox: { upstream: mailbox, open: access === "everybody" } };
}
