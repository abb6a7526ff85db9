import type { Metrics } from "@ornament/platform/metrics/metrics";
import type { RequestHandler } from "express";

/** Measures how long answers take, by the service or the web. Not by path: there is no limit to their number. */
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
