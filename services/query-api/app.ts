import { routes, routesOf } from "@ornament/contracts/routes";
import { openApiDocument } from "@ornament/contracts/routes/documentation/openapi";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import { afterStart } from "@ornament/platform/http/after-start";
import { callerConcurrency } from "@ornament/platform/http/caller-concurrency";
import { mountRoutes } from "@ornament/platform/http/mount-routes";
import { createServiceApp, type ServiceApp } from "@ornament/platform/http/service-app";
import type { ServiceCalls } from "@ornament/platform/http/service-calls";
import type { Logger } from "@ornament/platform/logging/logger";
import type { Metrics } from "@ornament/platform/metrics/metrics";
import type { AccessTokens } from "@ornament/platform/tokens/access-token";
import type { KeyRing } from "@ornament/platform/tokens/keyed-hash";
import { Line } from "@ornament/platform/waiting/line";
import type { Db } from "mongodb";
import { authenticateAdmins } from "./access.ts";
import { actionLogHandlers } from "./action-log/routes.ts";
import { adminAccountHandlers } from "./admins.ts";
import { bulkChangeHandlers } from "./bulk-changes.ts";
import { changesHandlers } from "./changes.ts";
import { consumerHandlers } from "./consumers/routes.ts";
import { dataCopyHandlers } from "./data-copy/routes.ts";
import { evidenceHandlers, requireEvidence } from "./evidence.ts";
import { findHandlers } from "./find.ts";
import { pinImportHandlers } from "./imports.ts";
import { instantLook, looksWhenShown, recordLooks } from "./looks.ts";
import { pinHandlers } from "./pins/routes.ts";
import { logProofHandlers, readModelHandlers } from "./read-models.ts";
import { instantOf } from "./read-side/past-tables.ts";
import { ReadSide } from "./read-side/read-side.ts";
import { requireFilled } from "./read-side/reading.ts";
import { type SettingsConfig, settingHandlers } from "./settings.ts";
import { signInHelpHandlers } from "./sign-in-help/routes.ts";

export interface QueryApiOptions extends SettingsConfig {
  database: Db;
  /** The name and URL of the document store until its first answer, then `undefined`. */
  waitingFor?: () => string | undefined;
  /** Whether the document store is known not to answer. */
  isStoreAway?: () => boolean;
  adminTokens: AccessTokens;
  pinListKeys: KeyRing;
  commandApi: Pick<ServiceCalls, "post">;
  publicUrl: string;
  trustProxy: number;
  requestMilliseconds: number;
  allowedOrigins: readonly string[];
  clock: () => Date;
  logger: Logger;
  logRequests?: boolean | undefined;
  metrics: Metrics;
}

/** Enough to use the thread and the document store fully. More would make every request wait for others. */
const readsAtOnce = 8;

/** A limit for the memory of waiting requests, at any speed of the work. */
const mostWaiting = 5_000;

/** Tables, profiles, the System action log and exports, read only from the read models. */
export function createQueryApi(options: QueryApiOptions): ServiceApp {
  const readSide = new ReadSide(options.database, options.logger, options);
  const app = createServiceApp({
    name: "query-api",
    logger: options.logger,
    logRequests: options.logRequests,
    metrics: options.metrics,
    trustProxy: options.trustProxy,
    allowedOrigins: options.allowedOrigins,
    readiness: () => readSide.readiness(),
  });
  const { waitingFor = () => undefined, isStoreAway = () => false } = options;
  app.use("/api", afterStart({ isStarting: () => waitingFor() !== undefined, isStoreAway }));
  const openApi = openApiDocument(Object.values<RouteDefinition>(routes), options.publicUrl);
  const handlers = {
    ...adminAccountHandlers(readSide),
    ...pinHandlers(readSide),
    ...bulkChangeHandlers(readSide, options.pinListKeys),
    ...pinImportHandlers(readSide),
    ...settingHandlers(readSide, options),
    ...consumerHandlers(readSide),
    ...findHandlers(readSide),
    ...signInHelpHandlers(readSide, options.clock),
    ...readModelHandlers(readSide, options.database, options.clock),
    ...logProofHandlers(readSide, options.database),
    ...evidenceHandlers(readSide, options.database),
    ...actionLogHandlers(readSide, options.clock),
    ...dataCopyHandlers(readSide, options.brand, options.clock),
    ...changesHandlers(readSide),
    openApi: async () => openApi,
  };
  const record = recordLooks(options.commandApi, options.logger);
  mountRoutes(app, handlers, {
    routes: routesOf("query-api"),
    authenticate: authenticateAdmins(readSide, options.adminTokens, options.clock),
    before: async (request) => {
      const instant = instantOf(request, readSide.clock());
      if (instant) await record(request, [instantLook(instant)]);
      await requireFilled(readSide, request);
      await requireEvidence(readSide, options.database, record, request);
      await record(request, looksWhenShown(request));
    },
    deadlineMilliseconds: options.requestMilliseconds,
    callerConcurrency: callerConcurrency(),
    line: new Line({ atOnce: readsAtOnce, places: mostWaiting, longestWaitMilliseconds: 3_000 }),
    logger: options.logger,
  });
  return app;
}
