import { includesAdmins } from "@ornament/contracts/routes/callers";
import { Refusal } from "@ornament/contracts/routes/errors";
import { isStreamed, type RouteDefinition } from "@ornament/contracts/routes/route";
import { limits } from "@ornament/contracts/values/limits";
import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import type { z } from "zod";
import { PositionTracker } from "../commands/context.ts";
import { idempotencyKeyOf } from "../commands/idempotency.ts";
import { requestMilliseconds, withinDeadline } from "../deadline/deadline.ts";
import { requestIds } from "../logging/correlation.ts";
import type { Logger } from "../logging/logger.ts";
import type { Line } from "../waiting/line.ts";
import { answerJson, errorHandler, invalidRequest, notFound } from "./answers.ts";
import type { CallerConcurrency } from "./caller-concurrency.ts";
import { textCookies } from "./cookies.ts";
import { addressIn, networkOf } from "./network.ts";
import { callerOf, type Principal } from "./principal.ts";
import { type Handler, type Reply, type RouteRequest, streamed } from "./route-request.ts";

export interface MountOptions {
  routes: readonly RouteDefinition[];
  /** May throw if revocations can't be read. */
  authenticate: (request: Request, route: RouteDefinition) => Promise<Principal>;
  logger: Logger;
  /** Between parsing and the handler, e.g. to wait for projections. Its error becomes the answer. */
  before?: (request: RouteRequest, reply: Reply) => Promise<void>;
  /** For everything that a request waits for; 5 seconds by default. */
  deadlineMilliseconds?: number;
  /** Uploads are not limited. */
  callerConcurrency?: CallerConcurrency;
  /**
   * Without it all requests of a crowd progress slowly together, and most are given up at their deadline shortly
   * before their end. An upload or export is counted only until it begins.
   */
  line?: Line;
  /** Added to every answer of a handler, computed when it is sent. */
  answerHeaders?: () => Record<string, string | undefined>;
}

type Handlers = Readonly<Record<string, unknown>>;

/**
 * Mounts typed handlers by route name and ends the chain with 404, 405 and the error answers. Throws at start
 * when a route has no handler or a handler no route.
 */
export function mountRoutes(app: Express, handlers: Handlers, options: MountOptions): void {
  checkComplete(handlers, options.routes);
  for (const route of byPrecedence(options.routes)) {
    const handler = handlers[route.name] as Handler<RouteDefinition>;
    const verb = route.method.toLowerCase() as "get" | "post" | "put" | "delete";
    const mounted = { ...options, route, handler, readJson: jsonReader(route) };
    app[verb](route.path, (request, response) => serve(mounted, request, response));
  }
  mountMethodNotAllowed(app, options.routes);
  endChain(app, options.logger);
}

/** Ends the chain of an app without routes of the contract. */
export function endChain(app: Express, logger: Logger): void {
  app.use(notFound);
  app.use(errorHandler(logger));
}

function checkComplete(handlers: Handlers, routes: readonly RouteDefinition[]): void {
  const names = new Set(routes.map((route) => route.name));
  const missing = [...names].filter((name) => typeof handlers[name] !== "function");
  const unknown = Object.keys(handlers).filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`Routes without a handler: ${missing.join(", ")}`);
  if (unknown.length > 0) throw new Error(`Handlers without a route: ${unknown.join(", ")}`);
}

/** Fixed paths before those with parameters, so that `/log/export` does not match `/log/:id`. */
function byPrecedence(routes: readonly RouteDefinition[]): RouteDefinition[] {
  const parameters = (route: RouteDefinition) => route.path.split("/:").length;
  return [...routes].sort((a, b) => parameters(a) - parameters(b));
}

function mountMethodNotAllowed(app: Express, routes: readonly RouteDefinition[]): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const allowed = new Set(routes.filter((route) => route.path === path).map(({ method }) => method));
    app.all(path, (_request, response) => {
      response.set("Allow", [...allowed].join(", "));
      throw new Refusal("method_not_allowed");
    });
  }
}

interface Mounted extends MountOptions {
  readonly route: RouteDefinition;
  readonly handler: Handler<RouteDefinition>;
  readonly readJson: RequestHandler;
}

async function serve(options: Mounted, req: Request, res: Response): Promise<void> {
  const { route, handler } = options;
  res.locals.route = route.name;
  const { deadlineMilliseconds = requestMilliseconds, line, callerConcurrency } = options;
  // A stream and an upload take as long as their files, but the work before them has the usual deadline.
  const isStream = isStreamed(route, req.query);
  const isUpload = route.accepts !== "json";
  const inTurn = <T>(work: () => Promise<T>) =>
    withinDeadline(deadlineMilliseconds, line ? () => line.run(networkOf(req.ip ?? ""), work) : work);
  const inQueue = <T>(caller: Principal, work: () => Promise<T>) =>
    callerConcurrency?.(caller, isStream ? "stream" : "request", work) ?? work();
  const identify = async () => {
    const caller = await options.authenticate(req, route);
    requireCaller(route, caller);
    return caller;
  };
  let request: RouteRequest | undefined;
  const admit = async (known: Principal | undefined) => {
    request = parseRequest(route, req, res, known ?? (await identify()));
    await options.before?.(request, res);
    return request;
  };
  try {
    // A body is read only from those who may send it. Its sender can be slow, so it has no turn meanwhile.
    const isPublic = route.callers.includes("anonymous");
    const isKnownFirst = isStream || isUpload || (hasBody(req) && !isPublic);
    const known = isKnownFirst ? await inTurn(identify) : undefined;
    await readBody(options, req, res);
    let answer: unknown;
    if (known && (isStream || isUpload)) {
      const begin = async () => handler(await inTurn(() => admit(known)), res);
      answer = await (isUpload ? begin() : inQueue(known, begin));
    } else
      answer = await inTurn(async () => {
        const admitted = await admit(known);
        return inQueue(admitted.caller, () => handler(admitted, res));
      });
    if (answer === streamed) return;
    if (request) setHeaders(request, options);
    answerJson(res, answer);
  } catch (error) {
    if (request && !res.headersSent) setHeaders(request, options);
    throw error;
  }
}

function setHeaders({ positions, res }: RouteRequest, { answerHeaders }: MountOptions): void {
  const headers = { ...answerHeaders?.(), "X-Position": positions.header };
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) res.set(name, value);
}

/** A 401 names the audience whose token is needed. A signed-in admin of the wrong role gets 403. */
function requireCaller(route: RouteDefinition, principal: Principal): void {
  if (route.callers.includes(callerOf(principal))) return;
  const forAdmins = includesAdmins(route.callers);
  const forConsumers = route.callers.includes("consumer");
  if (principal.kind === "admin" && forAdmins) throw new Refusal("forbidden");
  if (!forAdmins && !forConsumers && route.callers.includes("device"))
    throw new Refusal("device_token_invalid");
  const wanted =
    forAdmins && !(forConsumers && route.path.startsWith("/api/user")) ? "admin_error" : "user_error";
  throw new Refusal(wanted, { errors: [wanted] });
}

function parseRequest(route: RouteDefinition, req: Request, res: Response, caller: Principal): RouteRequest {
  return {
    params: parse(route.params, { ...req.params }),
    query: parse(route.query, { ...req.query }),
    body: route.accepts === "json" ? parse(route.body, req.body ?? {}) : {},
    headers: req.headers,
    cookies: textCookies(req.cookies),
    ip: addressIn(req.ip ?? ""),
    userAgent: (req.get("user-agent") ?? "").slice(0, limits.userAgent),
    caller,
    ...(requestIds.current ?? { correlationId: "", requestId: "" }),
    idempotencyKey: idempotencyKeyOf(req.get("idempotency-key")),
    positions: new PositionTracker(),
    route,
    req,
    res,
  };
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error);
}

function hasBody(req: Request): boolean {
  const length = req.get("content-length");
  return req.get("transfer-encoding") !== undefined || (length !== undefined && length !== "0");
}

/** Encoded bodies are never inflated. `guard-connections.ts` refuses them before the app gets them. */
const jsonReader = ({ largestBody: limit = 100 * 1024 }: RouteDefinition) =>
  express.json({ strict: true, type: "application/json", inflate: false, limit });

/** The handlers of other bodies read them as streams. */
async function readBody({ route, readJson }: Mounted, req: Request, res: Response): Promise<void> {
  if (route.accepts !== "json" || !hasBody(req)) return;
  if (!req.is("application/json")) throw new Refusal("unsupported_media");
  await new Promise<void>((resolve, reject) => {
    readJson(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
}
