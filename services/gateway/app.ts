import { Refusal } from "@ornament/contracts/routes/errors";
import type { Brand } from "@ornament/contracts/values/brand";
import { apiSecurity } from "@ornament/platform/http/answers";
import { isFromThisMachine, onlyFromThisMachine } from "@ornament/platform/http/local-callers";
import { endChain } from "@ornament/platform/http/mount-routes";
import { observeRequests } from "@ornament/platform/http/observe-requests";
import { revokedAtHeader } from "@ornament/platform/http/revoked-at";
import type { Logger } from "@ornament/platform/logging/logger";
import { addReadiness, type Metrics } from "@ornament/platform/metrics/metrics";
import compression from "compression";
import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import helmet from "helmet";
import { withCaller } from "./header-changes.ts";
import { LatestRevocation } from "./latest-revocation.ts";
import { passTo, type Upstream } from "./upstream.ts";
import { apiDocsPath, serveWeb } from "./web-pages.ts";

export interface GatewayOptions {
  commandApi: Upstream;
  queryApi: Upstream;
  webRoot: string;
  /** The brand and the contact that the pages show where their scripts don't run. */
  brand: Brand;
  player?: Upstream;
  /** The embedded mailbox, if it runs: only for this machine, or with `open` for everybody who reaches the port. */
  mailbox?: { upstream: Upstream; open: boolean };
  publicUrl: string;
  notReadyBecause: () => Promise<string | undefined>;
  joinedMetrics: () => Promise<string>;
  metrics: Metrics;
  logger: Logger;
  logRequests?: boolean | undefined;
  /** The addresses that the content security policy permits for the human check. */
  humanCheckSources?: readonly string[];
  /** The origin of the API, if it is not that of the pages. */
  apiBase?: string;
  /** The days for which the personal data of a deleted admin stay, for the privacy policy. */
  adminRetentionDays?: number;
}

/** One origin for the web and both APIs: commands and refreshes to command-api, reads to query-api. */
export function createGateway(options: GatewayOptions): Express {
  const app = express();
  addReadiness(options.metrics, async () => (await options.notReadyBecause()) === undefined);
  app.disable("x-powered-by");
  app.set("query parser", "simple");
  app.use(securityHeaders(options));
  app.get("/healthz", (_request, response) => void response.json({ status: "ok" }));
  app.get("/readyz", async (request, response) => {
    const reason = await options.notReadyBecause();
    const ready = reason === undefined;
    response.status(ready ? 200 : 503).json(isFromThisMachine(request) ? { ready, reason } : { ready });
  });
  app.get("/metrics", onlyFromThisMachine, async (_request, response) => {
    response.type("text/plain; version=0.0.4").send(await options.joinedMetrics());
  });

  const revocation = new LatestRevocation();
  const commandApi = passTo(options.commandApi, {
    request: withCaller,
    taken: { name: revokedAtHeader, note: (text) => revocation.note(text) },
  });
  const queryApi = passTo(options.queryApi, {
    request: (request) => revocation.toldToReads(withCaller(request)),
  });
  // An answer of a service has the id of its request, and the service has written its line.
  const isAnsweredHere = (response: Response) => !response.hasHeader("X-Correlation-Id");
  app.use(observeRequests(options, { routeOf, isAnsweredHere }));
  const web = serveWeb(options.webRoot, options.brand, options);
  app.get(apiDocsPath, web);
  app.use((request, response, next) => {
    const route = routeOf(request);
    if (route === "command-api") return commandApi(request, response, next);
    return route === "query-api" ? queryApi(request, response, next) : next();
  });

  app.get("/.well-known/change-password", (_request, response) => response.redirect("/forgot-password"));
  app.use(under("/.well-known", notFound));
  app.use(compression());
  for (const handler of mailboxHandlers(options)) app.use(under("/mailbox", handler));
  if (options.player) app.use(under("/player", passTo(options.player, { request: withCaller })));
  app.use(web);
  endChain(app, options.logger);
  return app;
}

/** Mails have links that reset passwords, so only this machine may read them unless the mailbox is `open`. */
function mailboxHandlers({ mailbox }: GatewayOptions): RequestHandler[] {
  if (mailbox === undefined) return [notFound];
  const pages = passTo(mailbox.upstream);
  return mailbox.open ? [pages] : [onlyFromThisMachine, pages];
}

const notFound: RequestHandler = () => {
  throw new Refusal("not_found");
};

const isUnder = (prefix: string, path: string) => path === prefix || path.startsWith(`${prefix}/`);

const under =
  (prefix: string, handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    isUnder(prefix, request.path) ? handler(request, response, next) : next();

function routeOf({ method, path }: Request): "command-api" | "query-api" | "mailbox" | "player" | "web" {
  if (isUnder("/api", path)) return isCommand(method, path) ? "command-api" : "query-api";
  if (isUnder("/mailbox", path)) return "mailbox";
  return isUnder("/player", path) ? "player" : "web";
}

/**
 * Whether command-api answers: every POST, PUT and DELETE except a copy of data, the refreshes, the caller's account and
 * the player's check.
 */
function isCommand(method: string, path: string): boolean {
  const reading = ["GET", "HEAD", "OPTIONS"].includes(method) || /\/data-copy\/?$/.test(path);
  return !reading || /\/refresh\/?$/.test(path) || /^\/api\/(user\/account|player\/session)\/?$/.test(path);
}

/** The policy of a page permits its own scripts; that of an answer with data permits nothing. */
function securityHeaders(options: GatewayOptions): RequestHandler {
  const shared = {
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: options.publicUrl.startsWith("https:"),
  } as const;
  const pages = helmet({ ...shared, contentSecurityPolicy: pagePolicy(options) });
  const data = helmet({ ...shared, ...apiSecurity });
  const dataPaths = ["/api", "/healthz", "/readyz", "/metrics"];
  return (request, response, next) =>
    (request.path !== apiDocsPath && dataPaths.some((path) => isUnder(path, request.path)) ? data : pages)(
      request,
      response,
      next,
    );
}

function pagePolicy({ humanCheckSources = [], apiBase }: GatewayOptions) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...humanCheckSources],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...humanCheckSources, ...(apiBase === undefined ? [] : [apiBase])],
      frameSrc: ["'self'", ...humanCheckSources],
      mediaSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'"],
    },
  };
}
