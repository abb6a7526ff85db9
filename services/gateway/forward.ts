import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { Refusal } from "@ornament/contracts/errors";
import type { Request, RequestHandler, Response } from "express";
import { type Dispatcher, Pool } from "undici";
import type { HeaderChanges } from "./upstream.ts";

/**
 * What goes no further than one hop, both ways. A request can't add to it: one that names other headers in `Connection` has
 * been refused by then (platform/http/request-framing.ts).
 */
const ofThisHop = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const poolOptions: Pool.Options = {
  // One request at a time on a connection. What fails or breaks off ends its connection, too.
  pipelining: 1,
  strictContentLength: true,
  allowH2: false,
  // Shorter than a service keeps an idle connection, so that no request is sent into one that is just being closed.
  keepAliveTimeout: 3_000,
  keepAliveMaxTimeout: 3_000,
  connect: { timeout: 5_000 },
  headersTimeout: 120_000,
  bodyTimeout: 120_000,
};

/**
 * Sends requests to a service as streams, both ways: nothing is kept, a caller who goes away lets the service go, and an
 * answer that breaks off breaks off here, too. undici says where a request ends, by the body that it sends and never by what
 * the caller said. Where the service does not answer: `unavailable`.
 */
export function forwardTo(target: URL, change: HeaderChanges): RequestHandler {
  const pool = new Pool(target.origin, poolOptions);
  return async (request, response) => {
    const leaving = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) leaving.abort();
    });
    const send = async () =>
      pool.request({
        method: request.method as Dispatcher.HttpMethod,
        path: request.originalUrl,
        ...(await framed(request, change)),
        signal: leaving.signal,
      });
    const answer = await send().catch(() => undefined);
    if (answer !== undefined) return passBack(answer, response, change);
    if (!response.destroyed) throw new Refusal("unavailable", { retryAfterSeconds: 2 });
  };
}

function passBack(answer: Dispatcher.ResponseData, response: Response, change: HeaderChanges): void {
  response.status(answer.statusCode);
  for (const [name, value] of Object.entries(endToEnd(change.answer?.(answer.headers) ?? answer.headers)))
    if (value !== undefined) response.setHeader(name, value);
  pipeline(answer.body, response, () => undefined);
}

/** A length is the parser's, and undici holds the body to it: a request that turns out shorter or longer is broken off. */
async function framed(
  request: Request,
  change: HeaderChanges,
): Promise<{ headers: IncomingHttpHeaders; body: Readable | null }> {
  const { "content-length": given, ...headers } = endToEnd(change.request?.(request) ?? request.headers);
  const announced = Number(given ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined;
  const body = announced ? await begunBody(request) : null;
  return {
    headers: body === null || given === undefined ? headers : { ...headers, "content-length": given },
    body,
  };
}

/**
 * The body as soon as some of it has come, so that nobody holds a connection to a service by sending nothing; `null` for an
 * empty one. undici ends a body once the answer is complete, but the request itself goes on: its caller reads the answer only
 * when it has sent everything.
 */
async function begunBody(request: Request): Promise<Readable | null> {
  const body = new PassThrough();
  body.on("error", () => undefined);
  body.once("close", () => request.unpipe(body).resume());
  request.once("close", () => {
    if (!request.complete) body.destroy(new Error("The caller has gone"));
  });
  await once(request.pipe(body), "readable");
  return body.readableLength > 0 ? body : null;
}

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofThisHop.has(name)));
