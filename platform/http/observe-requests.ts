import type { Request, RequestHandler, Response } from "express";
import { requestIds } from "../logging/correlation.ts";
import type { Logger } from "../logging/logger.ts";
import type { Metrics } from "../metrics/metrics.ts";

export interface RequestsObserved {
  readonly metrics: Pick<Metrics, "requestDuration">;
  readonly logger: Logger;
  /** Whether each request gets a line of the program log, at level `info`; it does by default. */
  readonly logRequests?: boolean | undefined;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);
/** The status in metrics and log lines of a request whose caller left before the answer. */
const callerLeft = 499;

/**
 * Measures each request to its end, and writes one line of the program log about it. Both have the name of the
 * route and not the path, because a path has ids and the number of paths has no limit. `mountRoutes` sets the
 * name.
 * @param forOthers for a program that passes requests on. `isAnsweredHere`: it has answered itself, and not a
 * program behind it, which has written the line
 */
export const observeRequests =
  (
    { metrics, logger, logRequests = true }: RequestsObserved,
    forOthers: { routeOf?(request: Request): string; isAnsweredHere?(response: Response): boolean } = {},
  ): RequestHandler =>
  (request, response, next) => {
    const end = metrics.requestDuration.startTimer();
    const ids = requestIds.current;
    const name = forOthers.routeOf?.(request);
    const method = methods.has(request.method) ? request.method : "other";
    response.once("close", () => {
      const route = name ?? response.locals.route ?? "other";
      const status = response.headersSent ? response.statusCode : callerLeft;
      const seconds = end({ route, method, status: String(status) });
      if (logRequests && (forOthers.isAnsweredHere?.(response) ?? true))
        logger.info({ ...ids, route, method, status, milliseconds: Math.round(seconds * 1000) }, "Request");
    });
    next();
  };
