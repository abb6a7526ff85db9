import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { PassThrough, pipeline, type Readable } from "node:stream";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { Request, RequestHandler, Response } from "express";
import { type Dispatcher, Pool } from "undici";
import type { HeaderChanges } from "./header-changes.ts";
import { patientConnector } from "./patient-connector.ts";

/**
 * Headers for one connection only, in requests and answers. A request can't add others: a request that names
 * them in `Connection` was refused before (platform/http/request-framing.ts).
 */
const hopByHop = new Set([
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
  // One request at a time on a connection. A request that fails or is cut off closes its connection.
  pipelining: 1,
  strictContentLength: true,
  allowH2: false,
  // Shorter than a service keeps an idle connection, so that no request is sent on a connection that is being
  // closed.
  keepAliveTimeout: 3_000,
  keepAliveMaxTimeout: 3_000,
  headersTimeout: 120_000,
  bodyTimeout: 120_000,
};

/** Longer than the replacement of a container: its stop and the start of the next one. */
const replacementMilliseconds = 10_000;

/**
 * Forwards requests to the URL of a service. Bodies are streamed in both directions without buffering. A
 * caller who disconnects cancels the request, and an answer that is cut off is cut off for the caller too.
 * undici decides where a request ends from the body that it sends, and not from the caller's headers. Refuses
 * with `unavailable` when the service does not answer, and has not been replaced by then. A read whose
 * connection was closed before the answer is sent once more. See
 * docs/decisions/0021-gateway.md.
 */
export function forwardTo(
  target: URL,
  change: HeaderChanges,
  patienceMilliseconds = replacementMilliseconds,
): RequestHandler {
  const connect = patientConnector(patienceMilliseconds);
  const pool = new Pool(target.origin, { ...poolOptions, connect });
  return async (request, response) => {
    const disconnected = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) disconnected.abort();
    });
    const send = async () =>
      pool.request({
        method: request.method as Dispatcher.HttpMethod,
        path: request.originalUrl,
        ...(await framed(request, change)),
        signal: disconnected.signal,
      });
    const again = (error: unknown) => {
      if (isRead(request) && wasClosed(error)) return send();
      throw error;
    };
    const answer = await send()
      .catch(again)
      .catch(() => undefined);
    if (answer !== undefined) return sendAnswer(answer, response, change);
    if (!response.destroyed) throw new Refusal("unavailable", { retryAfterSeconds: 2 });
  };
}

/** Whether a request can be sent again without a second effect. Its body would be gone. */
const isRead = ({ method, headers }: Request): boolean =>
  (method === "GET" || method === "HEAD") &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;

/** A service that ends closes its idle connections, perhaps while a request is on its way. */
const wasClosed = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(String(error.code));

function sendAnswer(
  answer: Dispatcher.ResponseData,
  response: Response,
  { taken }: Pick<HeaderChanges, "taken">,
): void {
  response.status(answer.statusCode);
  for (const [name, value] of Object.entries(endToEnd(answer.headers)))
    if (value === undefined) continue;
    else if (name === taken?.name) taken.note(String(value));
    else response.setHeader(name, value);
  pipeline(answer.body, response, () => undefined);
}

/** Node's parser checks `Content-Length`, and undici enforces it: a shorter or longer body cancels the request. */
async function framed(
  request: Request,
  change: HeaderChanges,
): Promise<{ headers: IncomingHttpHeaders; body: Readable | null }> {
  const { "content-length": given, ...headers } = endToEnd(change.request?.(request) ?? request.headers);
  const announced = Number(given ?? 0) > 0 || request.headers["transfer-encoding"] !== undefined;
  const body = announced ? await startedBody(request) : null;
  return {
    headers: body === null || given === undefined ? headers : { ...headers, "content-length": given },
    body,
  };
}

/**
 * The body after some of it was received, so that a caller who sends nothing occupies no connection to a
 * service; `null` for an empty body. When the answer is complete, undici closes the body; the rest of the
 * request is still read, because some callers read the answer only after they have sent everything.
 */
async function startedBody(request: Request): Promise<Readable | null> {
  const body = new PassThrough();
  body.on("error", () => undefined);
  body.once("close", () => request.unpipe(body).resume());
  request.once("close", () => {
    if (!request.complete) body.destroy(new Error("The caller disconnected"));
  });
  await once(request.pipe(body), "readable");
  return body.readableLength > 0 ? body : null;
}

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
