import { brandFrom } from "@ornament/contracts/values/brand";
import {
  type Environment,
  originsSetting,
  publicUrlSetting,
  readAll,
  readConfig,
  requestDeadlineSetting,
  trustProxySetting,
  urlSetting,
} from "@ornament/platform/config/read-config";
import { requestMilliseconds } from "@ornament/platform/deadline/deadline";
import { listenSettings } from "@ornament/platform/http/server";
import { type Service, serviceCalls } from "@ornament/platform/http/service-calls";
import { readPageCheckWithKey } from "@ornament/platform/human-check/human-check";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { openMongo } from "@ornament/platform/mongodb/connection";
import type { ServiceContext, ServiceProgram } from "@ornament/platform/process/run-service";
import { serve } from "@ornament/platform/process/serve";
import { createAccessTokens } from "@ornament/platform/tokens/access-token";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { z } from "zod";
import { createQueryApi } from "./app.ts";

const settings = z.object({
  ...listenSettings(8082),
  MONGODB_URL: z.string(),
  MONGODB_DATABASE: z.string().default("ornament"),
  PUBLIC_URL: publicUrlSetting,
  PLAYER_URL: urlSetting,
  TRUST_PROXY: trustProxySetting.default(0),
  REQUEST_DEADLINE_SECONDS: requestDeadlineSetting.default(requestMilliseconds / 1000),
  ALLOWED_ORIGINS: originsSetting.default([]),
});

const addresses = z.object({
  /** command-api, which records exports and opened profiles before query-api answers them. */
  COMMAND_API_URL: urlSetting,
});

const readSettings = (environment: Environment) =>
  readAll({
    config: () => readConfig(settings, environment),
    secrets: () => readSecrets(environment, ["adminToken"]),
    humanCheck: () => readPageCheckWithKey(environment),
  });

export const queryApi = {
  name: "query-api",
  async start(context) {
    const { config, behind } = readAll({
      config: () => readSettings(context.environment),
      behind: () => readConfig(addresses, context.environment),
    });
    return startQueryApi(context, new URL(behind.COMMAND_API_URL), config);
  },
} satisfies ServiceProgram;

/** Starts query-api for a command-api that runs already, in this process or elsewhere. */
export async function startQueryApi(
  { environment, logger, here }: ServiceContext,
  commandApi: Service,
  { config, secrets, humanCheck } = readSettings(environment),
) {
  const calls = serviceCalls(commandApi);
  const mongo = openMongo(config.MONGODB_URL, {
    appName: "ornament-query-api",
    logger,
    // For the rows of an export. A table's request ends after 5 s.
    socketMilliseconds: 20_000,
  });
  const app = createQueryApi({
    database: mongo.db(config.MONGODB_DATABASE),
    waitingFor: () => (mongo.connected ? undefined : `MongoDB at ${mongo.address}`),
    isStoreAway: () => mongo.away,
    commandApi: calls,
    adminTokens: createAccessTokens("admin", secrets.ring("adminToken")),
    pinListKeys: secrets.ring("adminToken"),
    publicUrl: config.PUBLIC_URL,
    defaultPlayerUrl: config.PLAYER_URL,
    brand: brandFrom(environment),
    humanCheck,
    trustProxy: config.TRUST_PROXY,
    requestMilliseconds: config.REQUEST_DEADLINE_SECONDS * 1000,
    allowedOrigins: config.ALLOWED_ORIGINS,
    clock: () => new Date(),
    logger,
    logRequests: config.REQUEST_LOG,
    metrics: createMetrics({ service: "query-api", processMetrics: !here }),
  });
  const release = () => Promise.all([calls.close(), mongo.close()]);
  return serve({ app, settings: config, here, release });
}
