import type { IncomingHttpHeaders } from "node:http";
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, RouteDefinition } from "@ornament/contracts/api/route";
import type { Request, Response } from "express";
import type { PositionTracker } from "../commands/context.ts";
import type { Principal } from "./principal.ts";

/** A parsed request of a route. */
export interface RouteRequest<R extends RouteDefinition = RouteDefinition> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly ip: string;
  /** The user agent, at most `limits.userAgent` characters. */
  readonly userAgent: string;
  readonly caller: Principal;
  /** The caller's own id, or a random one if none was sent. */
  readonly correlationId: string;
  /** Made by the server for each request. */
  readonly requestId: string;
  /** The sent key, or a random one. */
  readonly idempotencyKey: string;
  /** Positions read and written; the greatest becomes `X-Position`. */
  readonly positions: PositionTracker;
  readonly route: RouteDefinition;
  /** The raw request, only for routes whose body or answer is a stream. */
  readonly req: Request;
  readonly res: Response;
}

/** The parts of an answer besides the body that a handler can set. */
export type Reply = Pick<Response, "status" | "header" | "cookie" | "clearCookie">;

/** The result of a handler that has written its answer to `request.res` itself. */
export const streamed: unique symbol = Symbol("streamed");

export type Handler<R extends RouteDefinition> = (
  request: RouteRequest<R>,
  reply: Reply,
) => Promise<ResponseOf<R> | typeof streamed>;

/** One handler for each route of a union, by the route's name. */
export type HandlersOf<R extends RouteDefinition> = { [N in R["name"]]: Handler<Extract<R, { name: N }>> };

/** One handler for each route of a table such as `pinRoutes`. */
export type HandlersFor<T extends Record<string, RouteDefinition>> = {
  [K in keyof T as T[K]["name"]]: Handler<T[K]>;
};
