import { existsSync } from "node:fs";
import { join } from "node:path";
import { brandFrom } from "@ornament/contracts/values/brand";
import {
  adminRetentionSetting,
  ConfigError,
  type Environment,
  originSetting,
  publicUrlSetting,
  readAll,
  readConfig,
  urlSetting,
  yesOrNoSetting,
} from "@ornament/platform/config/read-config";
import { listenSettings } from "@ornament/platform/http/server";
import type { ServiceApp } from "@ornament/platform/http/service-app";
import { readPageCheck } from "@ornament/platform/human-check/human-check";
import type { Logger } from "@ornament/platform/logging/logger";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import type { RunningService, ServiceProgram } from "@ornament/platform/process/run-service";
import { serve } from "@ornament/platform/process/serve";
import { z } from "zod";
import { createGateway } from "./app.ts";
import { mailboxAccess } from "./mailbox-access.ts";
import { joinedMetrics, notReadyBecause } from "./services-behind.ts";
import type { Upstream } from "./upstream.ts";
import { webPages } from "./web-pages.ts";

const settings = z.object({
  ...listenSettings(8080),
  PUBLIC_URL: publicUrlSetting,
  WEB_ROOT: z.string(),
  MAILBOX_PUBLIC: yesOrNoSetting.default(false),
  API_BASE_URL: originSetting.optional(),
  ADMIN_RETENTION_DAYS: adminRetentionSetting,
});

const addresses = z.object({
  COMMAND_API_URL: urlSetting,
  QUERY_API_URL: urlSetting,
  /** The projector, which reports whether the read models have caught up. */
  PROJECTOR_URL: urlSetting,
  MAILBOX_URL: urlSetting.optional(),
  PLAYER_URL_BEHIND: urlSetting.optional(),
});

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

/** The gateway as a service. Its settings: PORT, PUBLIC_URL, WEB_ROOT and the URLs of the services behind it. */
export const gateway: ServiceProgram = {
  name: "gateway",
  start(context) {
    const { config, behind } = readAll({
      config: () => readSettings(context.environment),
      behind: () => servicesAt(context.environment),
    });
    return startGateway(context, behind, config);
  },
};

const readSettings = (environment: Environment) => {
  const { own, pageCheck } = readAll({
    own: () => readConfig(settings, environment),
    pageCheck: () => readPageCheck(environment),
  });
  return { ...own, pageCheck };
};

type Settings = ReturnType<typeof readSettings>;

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

export async function startGateway(
  { environment, logger }: Context,
  behind: ServicesBehind,
  config = readSettings(environment),
): Promise<RunningService> {
  if (!webPages.every((page) => existsSync(join(config.WEB_ROOT, page))))
    throw new ConfigError(`WEB_ROOT ${config.WEB_ROOT} holds no built web`);
  const { commandApi, queryApi, projector, player } = behind;
  const services = { "command-api": commandApi, "query-api": queryApi, projector };
  const metrics = createMetrics({ service: "gateway", processMetrics: true });
  const measurements = () => metrics.registry.metrics();
  const app = createGateway({
    commandApi,
    queryApi,
    webRoot: config.WEB_ROOT,
    brand: brandFrom(environment),
    adminRetentionDays: config.ADMIN_RETENTION_DAYS,
    publicUrl: config.PUBLIC_URL,
    notReadyBecause: () => notReadyBecause(services),
    metrics,
    joinedMetrics: () => joinedMetrics(services, measurements),
    logger,
    logRequests: config.REQUEST_LOG,
    ...(player ? { player } : {}),
    ...mailboxOf(behind, config),
    ...(config.API_BASE_URL ? { apiBase: config.API_BASE_URL } : {}),
    humanCheckSources: config.pageCheck?.sources ?? [],
  });
  return serve({ app: Object.assign(app, { measurements }), settings: config });
}

function mailboxOf({ mailbox }: ServicesBehind, config: Settings) {
  const { HOST: host, PUBLIC_URL: publicUrl, MAILBOX_PUBLIC: mailboxPublic } = config;
  const access = mailboxAccess({ host, publicUrl, mailboxPublic });
  if (mailbox === undefined || access === "nobody") return {};
  return { mailbox: { upstream: mailbox, open: access === "everybody" } };
}
