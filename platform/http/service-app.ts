import { randomUUID } from "node:crypto";
import cookieParser from "cookie-parser";
import express, { type Express, type RequestHandler } from "express";
import helmet from "helmet";
import { requestIds } from "../logging/correlation.ts";
import { addReadiness, type Metrics } from "../metrics/metrics.ts";
import { apiSecurity } from "./answers.ts";
import { isFromOwnNetwork, onlyFromOwnNetwork } from "./local-callers.ts";
import { observeRequests, type RequestsObserved } from "./observe-requests.ts";

export type Readiness = { ready: true } | { ready: false; reason: string };

export interface ServiceAppOptions extends RequestsObserved {
  name: string;
  metrics: Metrics;
  readiness: () => Readiness | Promise<Readiness>;
  /** The proxies in front that are trusted to set `X-Forwarded-*`. */
  trustProxy: number;
  allowedOrigins: readonly string[];
}

export type ServiceApp = ReturnType<typeof createServiceApp>;

/**
 * The parts that every service shares: security headers, request ids, a list of CORS origins, cookies, no
 * caching under /api, health and metrics. `mountRoutes` reads the bodies and ends the chain.
 */
export function createServiceApp(options: ServiceAppOptions) {
  const app = express();
  addReadiness(options.metrics, async () => (await options.readiness()).ready);
  app.disable("x-powered-by");
  app.set("trust proxy", options.trustProxy);
  app.set("query parser", "simple");
  app.set("etag", false);
  app.use(identifyRequest);
  // The gateway, which has the public URL, decides whether browsers must use https.
  app.use(helmet({ ...apiSecurity, strictTransportSecurity: false }));
  mountHealth(app, options);
  app.use(observeRequests(options));
  app.use("/api", apiHeaders(options.allowedOrigins));
  app.use("/api", cookieParser());
  return Object.assign(app, {
    /** For the service's own process, without a request. */
    readiness: async () => options.readiness(),
    measurements: () => options.metrics.registry.metrics(),
  });
}

const identifyRequest: RequestHandler = (request, response, next) => {
  const given = request.get("x-correlation-id");
  const requestId = randomUUID();
  const correlationId = given !== undefined && /^[A-Za-z0-9-]{8,64}$/.test(given) ? given : requestId;
  response.set("X-Correlation-Id", correlationId);
  requestIds.run({ correlationId, requestId }, next);
};

function mountHealth(app: Express, options: ServiceAppOptions): void {
  app.get("/healthz", (_request, response) => {
    response.json({ status: "ok", service: options.name });
  });
  app.get("/readyz", async (request, response) => {
    const state = await options.readiness();
    response.status(state.ready ? 200 : 503).json(isFromOwnNetwork(request) ? state : { ready: state.ready });
  });
  app.get("/metrics", onlyFromOwnNetwork, async (_request, response) => {
    response.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics());
  });
}

const methods = "GET, POST, PUT, DELETE";
const requestHeaders =
  "Authorization, Content-Type, Idempotency-Key, X-Read-After, X-As-Of, X-Log-Checkpoint, X-Correlation-Id";
const answerHeaders =
  "X-Position, X-Stale, X-Not-Up-To-Date-Since, X-As-Of, X-Log-Checkpoint, X-Correlation-Id, Retry-After, Content-Disposition";

/** No caching, and CORS for exactly the listed origins. Pages of any other origin can't read the answer. */
function apiHeaders(allowedOrigins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    response.set("Cache-Control", "no-store").vary("Origin");
    const origin = request.headers.origin;
    if (origin !== undefined && allowedOrigins.includes(origin)) {
      response.set({
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Allow-Credentials": "true",
        "Access-Control-Expose-Headers": answerHeaders,
      });
      if (request.method === "OPTIONS") {
        response.set({
          "Access-Control-Allow-Methods": methods,
          "Access-Control-Allow-Headers": requestHeaders,
          "Access-Control-Max-Age": "600",
        });
      }
    }
    const preflight =
      request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
    if (preflight) response.status(204).end();
    else next();
  };
}
