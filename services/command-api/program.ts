import { setTimeout as pause } from "node:timers/promises";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import { explainer } from "@ornament/platform/eventstore/connection/explain-failure";
import { checkKeys, masterKeyCheck } from "@ornament/platform/eventstore/encryption/key-check";
import { allRights } from "@ornament/platform/eventstore/rights/rights";
import { checkEventStore } from "@ornament/platform/eventstore/rights/start-check";
import type { ServiceApp } from "@ornament/platform/http/service-app";
import { startServiceServer } from "@ornament/platform/http/service-server";
import { outageLog } from "@ornament/platform/logging/outage-log";
import { shownAddress } from "@ornament/platform/logging/shown-address";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { createPasswordHasher } from "@ornament/platform/passwords/password-hasher";
import type { RunningService, ServiceProgram, StartDetails } from "@ornament/platform/process/run-service";
import { isStoreOutage, retryUntilReachable } from "@ornament/platform/process/wait-for-store";
import { createCommandApi } from "./app.ts";
import { composeParts } from "./compose-parts.ts";
import { readProgramSettings } from "./config.ts";
import { type Dependencies, realWorld } from "./dependencies.ts";
import { createRequestLimits } from "./http/request-limits/request-limits.ts";
import { commandApiMetrics } from "./metrics.ts";
import { addressKeyCheck } from "./use-cases/claim-address/address-key-check.ts";
import { firstAdminBootstrap } from "./use-cases/create-first-admin/bootstrap.ts";

/** `firstAdmin`: the password of the first IT Admin, if this start created the account. The program that started the service shows it once. */
export type CommandApiDetails = StartDetails & { firstAdmin?: { email: string; password: string } };

export interface RunningCommandApi extends RunningService {
  readonly app: ServiceApp;
  readonly started: Promise<CommandApiDetails>;
}

const firstAdminWithoutPassword =
  'The first IT Admin has been created at ADMIN_EMAIL. Their password is chosen with "Forgot password" at /admin/login';

/** command-api as a service: PORT, EVENTSTORE_URL, PUBLIC_URL, PLAYER_URL, ADMIN_EMAIL, ADMIN_PASSWORD and the secrets. */
export const commandApi = {
  name: "command-api",
  async start({ environment, logger, here }): Promise<RunningCommandApi> {
    const { given, config, secrets, humanCheck } = readProgramSettings(environment, logger);
    const metrics = createMetrics({ service: "command-api", processMetrics: !here });
    const { passwordQueue } = commandApiMetrics(metrics);
    const address = shownAddress(given.EVENTSTORE_URL);
    const explain = explainer(given.EVENTSTORE_URL);
    const outages = outageLog(logger, { store: "the event store", address, explain });
    const store = openEventStore({
      connectionString: given.EVENTSTORE_URL,
      definitions: Object.values(eventCatalogue),
      masterKey: secrets.masterKey,
      logger,
      metrics,
      outages,
    });
    const hasher = createPasswordHasher({
      cost: given.PASSWORD_COST,
      onWaiting: (waiting) => passwordQueue.set(waiting),
    });
    const requestLimits = createRequestLimits({
      scale: given.REQUEST_LIMIT_SCALE,
      pause,
    });
    const own = { store, hasher, secrets, humanCheck, requestLimits, logger, config };
    const dependencies: Dependencies = { ...realWorld, ...own };
    const api = createCommandApi(
      { ...dependencies, metrics },
      { waiting: () => outages.reason() ?? `waiting for the event store at ${address}` },
    );
    const stopping = new AbortController();
    const release = async () => {
      stopping.abort();
      outages.stop();
      await api.stop();
      await Promise.all([store.close(), hasher.close()]);
    };
    const begin = async (): Promise<CommandApiDetails> => {
      const waiting = { isOutage: isStoreOutage, outages, signal: stopping.signal };
      const check = { connectionString: given.EVENTSTORE_URL, rights: allRights, logger };
      await retryUntilReachable(() => checkEventStore(check), waiting);
      const parts = composeParts(dependencies);
      const keys = [masterKeyCheck(store, secrets.masterKey), addressKeyCheck(parts)];
      await retryUntilReachable(() => checkKeys(store, keys, realWorld.uuid()), waiting);
      const found = firstAdminBootstrap(parts, {
        email: given.ADMIN_EMAIL,
        password: given.ADMIN_PASSWORD,
      });
      const { email, password } = await retryUntilReachable(found, waiting);
      await retryUntilReachable(() => api.begin(), waiting);
      if (password === undefined) return {};
      const isGiven = given.ADMIN_PASSWORD !== undefined;
      logger.info(isGiven ? "The first IT Admin has been created" : firstAdminWithoutPassword);
      return { firstAdmin: { email, password } };
    };
    try {
      const server = here ? undefined : await startServiceServer(api.app, api.app.measurements, given);
      const started = begin();
      // A failure is handled by those who await `started`. Without this line it would also end the process.
      started.catch(() => undefined);
      return {
        app: api.app,
        port: server?.port,
        started,
        async stop() {
          stopping.abort();
          await server?.stop();
          await release();
        },
      };
    } catch (error) {
      await release();
      throw error;
    }
  },
} satisfies ServiceProgram;
