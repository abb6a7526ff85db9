import { routesOf } from "@ornament/contracts/routes";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { afterStart } from "@ornament/platform/http/after-start";
import { callerConcurrency } from "@ornament/platform/http/caller-concurrency";
import { mountRoutes } from "@ornament/platform/http/mount-routes";
import { revokedAtHeader, revokedAtText } from "@ornament/platform/http/revoked-at";
import { createServiceApp, type Readiness, type ServiceApp } from "@ornament/platform/http/service-app";
import type { Metrics } from "@ornament/platform/metrics/metrics";
import { startErasures } from "./admins/erase-former-admins.ts";
import { composeParts, type Parts } from "./compose-parts.ts";
import type { Dependencies } from "./dependencies.ts";
import { allHandlers } from "./handlers.ts";
import { countRequest } from "./http/request-limits.ts";
import { signInMetrics } from "./metrics.ts";
import { authenticate, refuseOtherThanRepetition } from "./sessions/authenticate.ts";
import { LatestRevocation } from "./sessions/latest-revocation.ts";
import { startCompletions } from "./steps/completions.ts";
import { storeReadiness } from "./store-readiness.ts";

type AppDependencies = Dependencies & { metrics: Metrics };

interface Options {
  /** The reason why the service does not serve requests yet. */
  waiting?: () => string;
  /** Whether the event store is known not to answer. */
  isStoreAway?: () => boolean;
  /** `false`: without the background work that completes earlier requests, for tests of a single request. */
  background?: boolean;
}

export type CommandApi = ReturnType<typeof createCommandApi>;

export function createCommandApi(dependencies: AppDependencies, options: Options = {}) {
  const revocation = new LatestRevocation();
  const readiness = storeReadiness(dependencies.store);
  const signIns = signInMetrics(dependencies.metrics);
  const store: EventStore = {
    ...dependencies.store,
    async append(...given) {
      const appended = await dependencies.store.append<never>(...given).catch((error: unknown) => {
        readiness.failed(error);
        throw error;
      });
      // The answer of the request has the position before the subscription delivers the event.
      revocation.record(appended.events);
      signIns.appended(appended);
      return appended;
    },
  };
  const composed = composeParts({ ...dependencies, store });
  const parts = { ...composed, signInGuard: signIns.counted(composed.signInGuard) };
  let state: "waiting" | "serving" | "stopping" = "waiting";
  let running: { stop(): Promise<unknown> }[] = [];
  const ready = async (): Promise<Readiness> => {
    if (state === "serving") return readiness.current();
    return { ready: false, reason: state === "waiting" ? waiting() : state };
  };
  const waiting = options.waiting ?? (() => "waiting for the event store");
  const app = createApp(parts, dependencies.metrics, revocation, {
    ready,
    isStarting: () => state === "waiting",
    isStoreAway: options.isStoreAway ?? (() => false),
  });
  return {
    app,
    parts,
    ready,
    /**
     * Follows the revocations and then serves requests, which wait until then (`afterStart`). Throws
     * `UnavailableError` while the event store can't be reached, and can be called again.
     */
    async begin(): Promise<void> {
      const following = await revocation.follow(dependencies.store, dependencies.clock);
      if (state === "stopping") return following.stop();
      running = [following, ...(options.background === false ? [] : [startBackground(parts)])];
      state = "serving";
    },
    /** Stops the subscriptions and background work; the store and the password hasher stay open. */
    async stop(): Promise<void> {
      state = "stopping";
      await Promise.all([...running.map((part) => part.stop()), parts.jobs.stop()]);
    },
  };
}

function createApp(
  parts: Parts,
  metrics: Metrics,
  revocation: LatestRevocation,
  { ready, ...start }: { ready: () => Promise<Readiness> } & Parameters<typeof afterStart>[0],
): ServiceApp {
  const { config, logger } = parts;
  const { trustProxy, allowedOrigins } = config;
  const app = createServiceApp({
    name: "command-api",
    logger,
    metrics,
    readiness: ready,
    trustProxy,
    allowedOrigins,
    logRequests: config.logRequests,
  });
  // This comes first: an answer has the position of the latest revocation.
  app.use("/api", afterStart(start));
  mountRoutes(app, allHandlers(parts), {
    routes: routesOf("command-api"),
    authenticate: (request, route) => authenticate(parts, request, route),
    async before(request) {
      refuseOtherThanRepetition(parts, request);
      countRequest(parts, request);
    },
    deadlineMilliseconds: config.requestMilliseconds,
    callerConcurrency: callerConcurrency(),
    answerHeaders: () => ({ [revokedAtHeader]: revokedAtText(revocation.current) }),
    logger,
  });
  return app;
}

function startBackground(parts: Parts): { stop(): Promise<void> } {
  const completions = startCompletions(parts);
  const erasures = startErasures(parts);
  parts.jobs.follow();
  return {
    async stop() {
      await Promise.all([completions.stop(), erasures.stop()]);
    },
  };
}
