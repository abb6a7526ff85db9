import type { IncomingHttpHeaders } from "node:http";
import type {
  BodyOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
  RouteDefinition,
} from "@ornament/contracts/routes/route";
import type { Request, Response } from "express";
import type { PositionTracker } from "../commands/context.ts";
import type { Principal } from "./principal.ts";

export interface RouteRequest<R extends RouteDefinition = RouteDefinition> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly ip: string;
  /** At most `limits.userAgent` characters. */
  readonly userAgent: string;
  readonly caller: Principal;
  /** As in `RequestIds`. */
  readonly correlationId: string;
  readonly requestId: string;
  /** The sent key, or a random one. */
  readonly idempotencyKey: string;
  /** Positions read and written; the greatest becomes `X-Position`. */
  readonly positions: PositionTracker;
  readonly route: RouteDefinition;
  /** Only for routes whose body or answer is a stream. */
  readonly req: Request;
  readonly res: Response;
}

/** What a handler can set besides the body. */
export type Reply = Pick<Response, "status" | "header" | "cookie" | "clearCookie">;

/** A handler has written its answer to `request.res` itself. */
export const streamed: unique symbol = Symbol("streamed");

export type Handler<R extends RouteDefinition> = (
  request: RouteRequest<R>,
  reply: Reply,
) => Promise<ResponseOf<R> | typeof streamed>;

/** For a table such as `pinRoutes`. */
export type HandlersFor<T extends Record<string, RouteDefinition>> = {
  [K in keyof T as T[K]["name"]]: Handler<T[K]>;
};
