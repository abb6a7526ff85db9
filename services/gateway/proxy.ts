import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import { request as httpsRequest, Agent as TlsAgent } from "node:https";
import { pipeline } from "node:stream";
import { Refusal } from "@ornament/contracts/errors";
import type { Request, RequestHandler, Response } from "express";

/** What goes from hop to hop only (RFC 9110 §7.6.1); `expect` was answered when the request came in. */
const hopByHop = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** What a proxy changes of the headers on their way there and back. */
export interface HeaderChanges {
  request?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
  answer?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
}

/** Shorter than a service keeps an idle connection, so that no request is sent into one that is just being closed. */
const idleMilliseconds = 3_000;

/**
 * Hands requests to a service as streams, both ways: nothing is kept, a caller who goes away lets the service go, and an
 * answer that breaks off breaks off here, too. The address it was called from is added to `X-Forwarded-For`. Where the
 * service does not answer: `unavailable`.
 */
export function proxyTo(target: URL, change: HeaderChanges = {}): RequestHandler {
  const secure = target.protocol === "https:";
  const agent = new (secure ? TlsAgent : Agent)({ keepAlive: true, timeout: idleMilliseconds });
  const open = secure ? httpsRequest : httpRequest;
  return (request, response, next) => {
    const upstream = open(target, {
      agent,
      method: request.method,
      path: request.originalUrl,
      headers: forwarded(request, change),
    });
    const drop = () => void request.unpipe(upstream).resume();
    upstream.once("response", (answer) => {
      passOn(answer, response, change);
      // Nobody waits for what still comes in, but the caller reads the answer only when it has sent it.
      answer.once("end", () => {
        if (request.readableEnded) return;
        drop();
        upstream.destroy();
      });
    });
    upstream.on("error", () => {
      drop();
      if (response.headersSent) response.destroy();
      else if (!response.destroyed) next(new Refusal("unavailable", { retryAfterSeconds: 2 }));
    });
    response.once("close", () => {
      if (!response.writableFinished) upstream.destroy();
    });
    // The service may refuse by what the headers say, before any of the body has come.
    upstream.flushHeaders();
    request.pipe(upstream);
  };
}

function forwarded(request: Request, { request: changed = same }: HeaderChanges): OutgoingHttpHeaders {
  const before = request.headers["x-forwarded-for"];
  const address = request.socket.remoteAddress ?? "unknown";
  const bare =
    request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined;
  return {
    ...changed(endToEnd(request.headers)),
    // Without a body of its own it must not look like one of unknown length.
    ...(bare && !["GET", "HEAD", "OPTIONS"].includes(request.method) ? { "content-length": "0" } : {}),
    "x-forwarded-for": before === undefined ? address : `${before}, ${address}`,
  };
}

function passOn(
  answer: IncomingMessage,
  response: Response,
  { answer: changed = same }: HeaderChanges,
): void {
  response.status(answer.statusCode ?? 502);
  for (const [name, value] of Object.entries(changed(endToEnd(answer.headers))))
    if (value !== undefined) response.setHeader(name, value);
  pipeline(answer, response, () => undefined);
}

const same = (headers: IncomingHttpHeaders) => headers;

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = String(headers.connection ?? "")
    .toLowerCase()
    .split(/\s*,\s*/);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named.includes(name)),
  );
}
