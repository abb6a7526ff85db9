import { eventCatalogue } from "@ornament/contracts/catalogue";
import { recordBuild } from "@ornament/platform/eventstore/builds/record-build";
import { checkKeys, masterKeyCheck } from "@ornament/platform/eventstore/encryption/key-check";
import { allRights } from "@ornament/platform/eventstore/rights/rights";
import type { ServiceApp } from "@ornament/platform/http/service-app";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { createPasswordHasher } from "@ornament/platform/passwords/password-hasher";
import { awaitEventStore } from "@ornament/platform/process/awaited-event-store";
import type { ServiceProgram, StartDetails } from "@ornament/platform/process/run-service";
import { type ServedService, serve } from "@ornament/platform/process/serve";
import { pause } from "@ornament/platform/waiting/pause";
import { firstAdminBootstrap } from "./admins/bootstrap.ts";
import { createCommandApi } from "./app.ts";
import { readProgramSettings } from "./config.ts";
import { emailKeyCheck } from "./consumers/email-key-check.ts";
import { realWorld } from "./dependencies.ts";
import { createRequestLimits } from "./http/request-limits.ts";

/** `firstAdmin`: the password that the program shows once, if this start created the account. */
export type CommandApiDetails = StartDetails & { firstAdmin?: { email: string; password: string } };

export type RunningCommandApi = ServedService<ServiceApp, CommandApiDetails>;

const firstAdminWithoutPassword =
  'The first IT Admin has been created at ADMIN_EMAIL. Their password is chosen with "Forgot password" at /admin/login';

const definitions = Object.values(eventCatalogue);

/** Settings: PORT, EVENTSTORE_URL, PUBLIC_URL, PLAYER_URL, ADMIN_EMAIL, ADMIN_PASSWORD and the secrets. */
export const commandApi = {
  name: "command-api",
  async start({ environment, logger, here }): Promise<RunningCommandApi> {
    const { given, config, secrets, humanCheck } = readProgramSettings(environment, logger);
    const metrics = createMetrics({ service: "command-api", processMetrics: !here });
    const { store, check, reached, waitingFor, isAway, stopWaiting } = awaitEventStore({
      connectionString: given.EVENTSTORE_URL,
      definitions,
      masterKey: secrets.masterKey,
      acceptUnsignedUntil: given.ACCEPT_UNSIGNED_UNTIL,
      logger,
      metrics,
    });
    const hasher = createPasswordHasher({ cost: given.PASSWORD_COST });
    metrics.add.reading("password_queue_length", "Password checks that wait", () => hasher.waiting);
    const requestLimits = createRequestLimits({ scale: given.REQUEST_LIMIT_SCALE, pause });
    const own = { store, hasher, secrets, humanCheck, requestLimits, logger, metrics, config };
    const api = createCommandApi({ ...realWorld, ...own }, { waiting: waitingFor, isStoreAway: isAway });
    const release = async () => {
      stopWaiting();
      await api.stop();
      await Promise.all([store.close(), hasher.close()]);
    };
    const begin = async (): Promise<CommandApiDetails> => {
      await check(allRights);
      const keys = [masterKeyCheck(store, secrets.masterKey), emailKeyCheck(api.parts)];
      await reached(() => checkKeys(store, keys, realWorld.uuid()));
      await reached(() => store.requireMacs());
      await reached(() => recordBuild(store, { definitions, correlationId: realWorld.uuid(), logger }));
      const found = firstAdminBootstrap(api.parts, {
        email: given.ADMIN_EMAIL,
        password: given.ADMIN_PASSWORD,
      });
      const { email, password } = await reached(found);
      await reached(() => api.begin());
      if (password === undefined) return {};
      const isGiven = given.ADMIN_PASSWORD !== undefined;
      logger.info(isGiven ? "The first IT Admin has been created" : firstAdminWithoutPassword);
      return { firstAdmin: { email, password } };
    };
    return serve({ app: api.app, settings: given, here, begin, release });
  },
} satisfies ServiceProgram;
