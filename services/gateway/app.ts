import { Refusal } from "@ornament/contracts/errors";
import { endChain } from "@ornament/platform/http/mount-routes";
import type { Logger } from "@ornament/platform/logging/logger";
import compression from "compression";
import express, { type Express, type Request, type RequestHandler } from "express";
import helmet from "helmet";
import { LatestRevocation } from "./latest-revocation.ts";
import { type HeaderChanges, proxyTo } from "./proxy.ts";
import { serveWeb } from "./web-pages.ts";

/** Where a service answers: its express application in this process, or its address. */
export type Upstream = RequestHandler | URL;

export interface GatewayOptions {
  commandApi: Upstream;
  queryApi: Upstream;
  /** The folder that holds the built web. */
  webRoot: string;
  /** Further pages on the same origin, by path prefix (the embedded mailbox and player). */
  pages?: Record<string, Upstream>;
  publicUrl: string;
  /** Answers why the product is not ready yet, or `undefined` when it is. */
  notReadyBecause: () => Promise<string | undefined>;
  metrics: () => Promise<string>;
  logger: Logger;
  /** The human check's script host, where one is configured. */
  challengeOrigin?: string;
}

/** One origin for the web and both APIs (design §1): commands and refreshes to command-api, reads to query-api. */
export function createGateway(options: GatewayOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set("query parser", "simple");
  app.use(securityHeaders(options));
  app.get("/healthz", (_request, response) => void response.json({ status: "ok" }));
  app.get("/readyz", async (_request, response) => {
    const reason = await options.notReadyBecause();
    response.status(reason === undefined ? 200 : 503).json({ ready: reason === undefined, reason });
  });
  app.get("/metrics", async (request, response) => {
    if (!isAskedHere(request)) throw new Refusal("not_found");
    response.type("text/plain; version=0.0.4").send(await options.metrics());
  });

  const revocation = new LatestRevocation();
  const commandApi = handlerOf(options.commandApi, { answer: (headers) => revocation.take(headers) });
  const queryApi = handlerOf(options.queryApi, { request: (headers) => revocation.awaitedBy(headers) });
  app.use((request, response, next) => {
    if (!/^\/api(\/|$)/.test(request.path)) return next();
    return (isCommand(request.method, request.path) ? commandApi : queryApi)(request, response, next);
  });

  app.use(compression());
  for (const [prefix, upstream] of Object.entries(options.pages ?? {})) {
    const page = handlerOf(upstream);
    app.use((request, response, next) =>
      request.path === prefix || request.path.startsWith(`${prefix}/`)
        ? page(request, response, next)
        : next(),
    );
  }
  app.use(serveWeb(options.webRoot));
  endChain(app, options.logger);
  return app;
}

/** By a program on this machine, not through a proxy on it. The port is public, and the measurements tell of the business. */
const isAskedHere = ({ socket, headers }: Request) =>
  /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? "") &&
  headers["x-forwarded-for"] === undefined &&
  headers.forwarded === undefined;

/** Design §1: every POST, PUT and DELETE, the refreshes and the player's check are command-api's. */
function isCommand(method: string, path: string): boolean {
  const reading = method === "GET" || method === "HEAD" || method === "OPTIONS";
  return !reading || /\/refresh\/?$/.test(path) || /^\/api\/player\/session\/?$/.test(path);
}

const handlerOf = (upstream: Upstream, change: HeaderChanges = {}): RequestHandler =>
  upstream instanceof URL ? proxyTo(upstream, change) : upstream;

function securityHeaders({ publicUrl, challengeOrigin }: GatewayOptions): RequestHandler {
  const secure = publicUrl.startsWith("https:");
  const challenge = challengeOrigin === undefined ? [] : [challengeOrigin];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...challenge],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...challenge],
        frameSrc: ["'self'", ...challenge],
        mediaSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: secure,
  });
}
