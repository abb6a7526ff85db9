import { Refusal } from "@ornament/contracts/routes/errors";
import { withoutTurning } from "@ornament/contracts/values/hidden-characters";
import type { ErrorRequestHandler, RequestHandler, Response } from "express";
import type { HelmetOptions } from "helmet";
import type { z } from "zod";
import type { Logger } from "../logging/logger.ts";

/** The Content-Security-Policy of data: nothing in an answer may run, and no page may frame it. */
export const apiPolicy = "default-src 'none';frame-ancestors 'none'";

/** Helmet's default policy is made for pages. */
export const apiSecurity = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
} satisfies HelmetOptions;

/**
 * JSON without the characters that change the direction of text. New names with them are refused, but the event
 * store may hold older ones: no page, table or tooltip shows those in another order.
 */
export const inertJson = (value: unknown): string => withoutTurning(JSON.stringify(value) ?? "");

/** Every answer with text that people entered uses this function or `inertJson`. */
export function answerJson(response: Response, value: unknown): void {
  response.type("json").send(inertJson(value));
}

/** The refusal `invalid_request` with a message for each bad field. */
export function invalidRequest(error: z.ZodError): Refusal {
  return new Refusal("invalid_request", {
    errors: error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })),
  });
}

/** `undefined` for a defect of the product. */
export function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof URIError) return new Refusal("invalid_request");
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return undefined;
  const { status } = error;
  if (status === 413) return new Refusal("body_too_large");
  if (status === 415) return new Refusal("unsupported_media");
  if (status === 404) return new Refusal("not_found");
  return status >= 400 && status < 500 ? new Refusal("malformed_body") : undefined;
}

/** With `Retry-After` if the refusal says when to try again. */
export function sendRefusal(response: Response, refusal: Refusal): void {
  if (refusal.retryAfterSeconds !== undefined) {
    response.set("Retry-After", String(Math.ceil(refusal.retryAfterSeconds)));
  }
  answerJson(response.status(refusal.status), refusal.toBody());
}

/** A defect is logged and answered as `internal`. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  return (error, request, response, next) => {
    const refusal = asRefusal(error);
    if (!refusal) logger.error({ err: error, method: request.method }, "A request failed");
    if (response.headersSent) {
      // A part of the answer is sent already: the caller must be able to tell that it is incomplete.
      response.destroy();
      return;
    }
    try {
      sendRefusal(response, refusal ?? new Refusal("internal"));
    } catch (failure) {
      next(failure);
    }
  };
}

export const notFound: RequestHandler = () => {
  throw new Refusal("not_found");
};
