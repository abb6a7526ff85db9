import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from "node:http";
import type { RequestHandler } from "express";
import { forwardTo } from "./forward.ts";
import { handTo } from "./hand-over.ts";

/** Where a service answers: its application in this process, or its address. */
export type Upstream = RequestListener | URL;

/** What the gateway changes of the headers on their way to a service and back. */
export interface HeaderChanges {
  request?: (request: IncomingMessage) => IncomingHttpHeaders;
  answer?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders;
}

/** Passes requests on to a service, which sees the same of them wherever it runs. */
export const passTo = (upstream: Upstream, change: HeaderChanges = {}): RequestHandler =>
  upstream instanceof URL ? forwardTo(upstream, change) : handTo(upstream, change);

/** Adds the address that a request came from to `X-Forwarded-For`, for services that count the gateway as a proxy. */
export function withCaller({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  const before = headers["x-forwarded-for"];
  const address = socket.remoteAddress ?? "unknown";
  return { ...headers, "x-forwarded-for": before === undefined ? address : `${before}, ${address}` };
}
