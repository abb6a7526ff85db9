import type { Metrics } from "@ornament/platform/metrics/metrics";
import type { RequestHandler } from "express";

/**
 * Measures the time of answers, by the service or the web. Paths are not recorded, because their number has
 * no limit.
 */
export const timed =
  (
    { requestDuration }: Pick<Metrics, "requestDuration">,
    route: string,
    handler: RequestHandler,
  ): RequestHandler =>
  (request, response, next) => {
    const end = requestDuration.startTimer({ route, method: methodOf(request.method) });
    response.once("close", () => end({ status: String(response.statusCode) }));
    return handler(request, response, next);
  };

const known = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);
const methodOf = (method: string) => (known.has(method) ? method : "other");
