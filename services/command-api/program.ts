import { setTimeout as pause } from "node:timers/promises";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { UnavailableError } from "@ornament/platform/eventstore/event-store";
import { openEventStore } from "@ornament/platform/eventstore/open-event-store";
import { startServer } from "@ornament/platform/http/server";
import type { ServiceApp } from "@ornament/platform/http/service-app";
import type { Logger } from "@ornament/platform/logging/logger";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { createPasswordHasher } from "@ornament/platform/passwords/password-hasher";
import type { RunningService, ServiceProgram } from "@ornament/platform/process/run-service";
import { bootstrapFirstAdmin } from "./admin-directory/bootstrap.ts";
import { startCommandApi } from "./app.ts";
import { readProgramSettings } from "./config.ts";
import { type Dependencies, realWorld } from "./dependencies.ts";
import { createRequestLimits } from "./request-limits/request-limits.ts";

/** What whoever started the service may show: the first IT Admin's sign-in, once, where this start has created it. */
export interface RunningCommandApi extends RunningService {
  readonly app: ServiceApp;
  readonly details: { firstAdmin?: { email: string; password: string } };
}

const storeAttempts = 6;

/** command-api as a service: PORT, EVENTSTORE_URL, PUBLIC_URL, PLAYER_URL, ADMIN_EMAIL, ADMIN_PASSWORD and the secrets. */
export const commandApi = {
  name: "command-api",
  async start({ environment, logger, here }): Promise<RunningCommandApi> {
    const { given, config, secrets, humanCheck } = readProgramSettings(environment, logger);
    const metrics = createMetrics({ service: "command-api" });
    const store = openEventStore({
      connectionString: given.EVENTSTORE_URL,
      definitions: Object.values(eventCatalogue),
      masterKey: secrets.masterKey,
      logger,
      metrics,
    });
    const hasher = createPasswordHasher({ cost: given.PASSWORD_COST, metrics });
    const release = () => Promise.all([store.close(), hasher.close()]);
    const requestLimits = createRequestLimits({
      clock: realWorld.clock,
      scale: given.REQUEST_LIMIT_SCALE,
      pause,
    });
    const own = { store, hasher, secrets, humanCheck, requestLimits, logger, config };
    const dependencies: Dependencies = { ...realWorld, ...own };
    try {
      const first = await onceReachable(logger, () =>
        bootstrapFirstAdmin(dependencies, { email: given.ADMIN_EMAIL, password: given.ADMIN_PASSWORD }),
      );
      const api = await onceReachable(logger, () => startCommandApi({ ...dependencies, metrics }));
      const server = here ? undefined : await startServer(api.app, { port: given.PORT, host: given.HOST });
      const { email, password } = first;
      return {
        app: api.app,
        port: server?.port,
        details: password === undefined ? {} : { firstAdmin: { email, password } },
        async stop() {
          await server?.stop();
          await api.stop();
          await release();
        },
      };
    } catch (error) {
      await release();
      throw error;
    }
  },
} satisfies ServiceProgram;

/** The event store may come up a little later than this service. */
async function onceReachable<T>(logger: Logger, start: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt === storeAttempts) throw error;
      logger.warn({ attempt }, "The event store can't be reached yet");
      await pause(1_000);
    }
  }
}
