import { routesOf } from "@ornament/contracts/api/routes";
import { observed } from "@ornament/platform/eventstore/observed-store";
import { CallerTurns } from "@ornament/platform/http/caller-turns";
import { mountRoutes } from "@ornament/platform/http/mount-routes";
import { revokedAtHeader } from "@ornament/platform/http/revoked-at";
import { createServiceApp, type Readiness, type ServiceApp } from "@ornament/platform/http/service-app";
import type { Metrics } from "@ornament/platform/metrics/metrics";
import { refuseReusedKeys } from "./command-keys.ts";
import { startCompletions } from "./completions/completions.ts";
import type { Dependencies } from "./dependencies.ts";
import { allHandlers } from "./handlers.ts";
import { interruptLeftOverImports } from "./pin-import/left-over-imports.ts";
import { limitRoutes } from "./request-limits/limit-routes.ts";
import { createAuthenticate } from "./session/authenticate.ts";
import { notingRevocations } from "./session/noting-store.ts";
import { refuseOtherThanRepetition } from "./session/own-repetition.ts";
import { createRevocations, followRevocations, type Revocations } from "./session/revocations.ts";
import { storeReadiness } from "./store-readiness.ts";

export interface CommandApi {
  readonly app: ServiceApp;
  ready(): Promise<Readiness>;
  /** Ends what runs beside the requests; the store and the hasher stay open. */
  stop(): Promise<void>;
}

type Given = Dependencies & { metrics: Metrics };

/**
 * Reads back what was revoked lately, then serves (design §9). Throws `UnavailableError` while the event store can't be
 * reached. `background: false` leaves out what finishes the steps of earlier requests, for tests that look at one request.
 */
export async function startCommandApi(
  given: Given,
  options: { background?: boolean } = {},
): Promise<CommandApi> {
  const revocations = createRevocations(given.clock);
  const readiness = storeReadiness(given.store);
  const store = observed(notingRevocations(given.store, revocations), readiness);
  const dependencies: Given = { ...given, store };
  let stopping = false;
  const ready = async (): Promise<Readiness> =>
    stopping ? { ready: false, reason: "stopping" } : readiness.current();
  const app = createApp(dependencies, revocations, ready);
  const following = await followRevocations(given.store, revocations, given.clock);
  const background = options.background === false ? undefined : startBackground(dependencies);
  return {
    app,
    ready,
    async stop() {
      stopping = true;
      await Promise.all([following.stop(), background?.stop()]);
    },
  };
}

function createApp(
  dependencies: Given,
  revocations: Revocations,
  readiness: () => Promise<Readiness>,
): ServiceApp {
  const { config, logger, metrics } = dependencies;
  const { trustProxy, allowedOrigins } = config;
  const refuseOther = refuseOtherThanRepetition(dependencies);
  const limit = limitRoutes(dependencies);
  const refuseReused = refuseReusedKeys(dependencies);
  const app = createServiceApp({
    name: "command-api",
    logger,
    metrics,
    readiness,
    trustProxy,
    allowedOrigins,
  });
  mountRoutes(app, allHandlers(dependencies), {
    routes: routesOf("command-api"),
    authenticate: createAuthenticate(dependencies, revocations),
    async before(request, reply) {
      await refuseOther(request, reply);
      await limit(request, reply);
      await refuseReused(request, reply);
    },
    deadlineMilliseconds: config.requestMilliseconds,
    turns: new CallerTurns(),
    answerHeaders: () => ({ [revokedAtHeader]: revocations.latest()?.commit.toString() }),
    logger,
    metrics,
  });
  return app;
}

function startBackground(dependencies: Dependencies): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const completions = startCompletions(dependencies);
  interruptLeftOverImports(dependencies, { signal: stopping.signal }).catch((error: unknown) => {
    if (!stopping.signal.aborted)
      dependencies.logger.warn({ err: error }, "Imports cut off earlier could not be looked for");
  });
  return {
    async stop() {
      stopping.abort();
      await completions.stop();
    },
  };
}
