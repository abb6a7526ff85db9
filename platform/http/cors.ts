import type { RequestHandler } from "express";

const methods = "GET, POST, PUT, DELETE";
const requestHeaders =
  "Authorization, Content-Type, Idempotency-Key, X-Read-After, X-As-Of, X-Log-Checkpoint, X-Correlation-Id";
const answerHeaders =
  "X-Position, X-Stale, X-Not-Up-To-Date-Since, X-As-Of, X-Log-Checkpoint, X-Correlation-Id, Retry-After, Content-Disposition";

/** Cross-origin access for exactly the listed origins. Pages of any other origin can't read the answer. */
export function cors(allowedOrigins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    response.vary("Origin");
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
