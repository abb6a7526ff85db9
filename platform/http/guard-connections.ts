import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { mayHaveBody } from "@ornament/contracts/routes/bodies";
import { Refusal } from "@ornament/contracts/routes/errors";
import { apiPolicy } from "./answers.ts";

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Of one connection. Browsers send the next request after the answer. Node hands over every request that it has
 * read: a few connections could keep the process busy, and no other caller would get an answer.
 */
const mostUnfinished = 4;

/**
 * Checks requests before a server's listener gets them, one of a connection at a time. A request that two
 * programs could read differently, or bytes that are not a request, get a refusal in the product's format. No
 * more requests are read from that connection; its earlier ones are still answered, in order. A request with an
 * encoded body is refused, its body is dropped as it arrives, and its connection stays open. A connection with
 * too many unfinished requests is closed.
 */
export class ConnectionGuard {
  /** In the order of arrival. */
  readonly #inProgress = new WeakMap<Duplex, readonly Exchange[]>();
  /** From these no more requests are read. */
  readonly #ended = new WeakSet<Duplex>();

  before(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const before = this.#unfinished(socket).at(-1);
      if (!this.#mayBegin({ request, response })) return;
      const refusal = framingRefusal(request);
      if (refusal) return this.#refuse(request, response, refusal);
      if (hasEncodedBody(request)) return answer(response, new Refusal("compressed_body"));
      // An upgrade is ignored; Node reads nothing after it.
      if (request.headers.upgrade !== undefined) response.setHeader("Connection", "close");
      if (!before) return listener(request, response);
      // Later in the event loop, so that the requests of other connections run in between.
      before.response.once("close", () => setImmediate(() => socket.writable && listener(request, response)));
    };
  }

  /** Gives the answers that Node would otherwise give. */
  watch(server: Server): void {
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
      if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
      else this.#end(socket, refusalOf(error));
    });
    server.on("connect", (_request, socket) => this.#end(socket, new Refusal("method_not_allowed")));
    server.on("checkExpectation", (request, response) => {
      if (!this.#mayBegin({ request, response })) return;
      const details = { reason: "the only expectation can be 100-continue" };
      this.#refuse(request, response, new Refusal("malformed_request", { details }));
    });
  }

  /** Returns whether the request may be handled. */
  #mayBegin(exchange: Exchange): boolean {
    const { socket } = exchange.request;
    const all = [...this.#unfinished(socket), exchange];
    this.#inProgress.set(socket, all);
    exchange.response.once("close", () => this.#inProgress.set(socket, this.#unfinished(socket)));
    if (all.length > mostUnfinished) socket.destroy();
    // Bytes after a refused request may be a part of that request.
    return !socket.destroyed && !this.#ended.has(socket);
  }

  /** A request that was answered early is unfinished until it has been received completely. */
  #unfinished(socket: Duplex): readonly Exchange[] {
    return (this.#inProgress.get(socket) ?? []).filter(
      ({ request, response }) => !request.complete || !(response.writableFinished || response.destroyed),
    );
  }

  #refuse(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    this.#ended.add(request.socket);
    answer(response.setHeader("Connection", "close"), refusal);
  }

  /** Ends a connection with invalid bytes, after its earlier requests are answered. */
  #end(socket: Duplex, refusal: Refusal): void {
    if (this.#ended.has(socket)) {
      if (refusal.code === "request_timeout") socket.destroy();
      return;
    }
    this.#ended.add(socket);
    const all = this.#unfinished(socket);
    const whole = all.filter(({ request }) => request.complete);
    const broken = all.filter(({ request }) => !request.complete);
    const answered = whole.map(
      ({ response }) => new Promise<void>((resolve) => response.once("close", resolve)),
    );
    Promise.all(answered).then(() => {
      if (!socket.writable || broken.some(({ response }) => response.headersSent)) socket.destroy();
      else socket.end(asBytes(refusal), () => socket.destroy());
    });
  }
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return new Refusal("headers_too_large");
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return new Refusal("body_too_large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new Refusal("request_timeout");
  return new Refusal("malformed_request", { details: { reason: "it is not HTTP" } });
}

const answer = (response: ServerResponse, refusal: Refusal): void =>
  void response.writeHead(refusal.status, headersOf(refusal)).end(bodyOf(refusal));

const bodyOf = (refusal: Refusal) => JSON.stringify(refusal.toBody());

const headersOf = (refusal: Refusal): Record<string, string> => ({
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": String(Buffer.byteLength(bodyOf(refusal))),
  "Cache-Control": "no-store",
  "Content-Security-Policy": apiPolicy,
  "X-Content-Type-Options": "nosniff",
  ...(refusal.code === "method_not_allowed" ? { Allow: [...knownMethods].join(", ") } : {}),
  ...(refusal.code === "compressed_body" ? { "Accept-Encoding": "identity" } : {}),
});

function asBytes(refusal: Refusal): string {
  const lines = Object.entries({ ...headersOf(refusal), Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${refusal.status} Refused\r\n${lines.join("")}\r\n${bodyOf(refusal)}`;
}

type RequestHead = Pick<IncomingMessage, "method" | "url" | "httpVersion" | "rawHeaders">;

const knownMethods = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/** Allowed values of `Connection`. Another header's name there would ask a proxy to remove that header. */
const connectionOptions = new Set(["close", "keep-alive", "upgrade", "http2-settings", "te"]);

const decimal = /^(0|[1-9]\d{0,15})$/;
const hostAndPort = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Browsers don't compress requests, and a decoder takes 16 MB for a body of 14 bytes. */
const hasEncodedBody = ({ rawHeaders }: RequestHead): boolean =>
  valuesOf("content-encoding", rawHeaders).some((coding) => !/^(identity)?$/i.test(coding));

/**
 * Refuses a head about whose end or host two programs could disagree. Node's parser refuses most of them (a bare
 * CR or LF, both lengths, a folded header); this function finds the rest.
 */
export function framingRefusal(head: RequestHead): Refusal | undefined {
  if (!knownMethods.has(head.method ?? "")) return new Refusal("method_not_allowed");
  const reason = problemOf(head);
  return reason === undefined ? undefined : new Refusal("malformed_request", { details: { reason } });
}

function problemOf({ method = "", url = "", httpVersion, rawHeaders }: RequestHead): string | undefined {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "this version of HTTP is not supported";
  // A path, not the URL of another server.
  const isOwn = url === "*" ? method === "OPTIONS" : url.startsWith("/") && !url.includes("#");
  if (!isOwn) return "its target must be a path";
  const hosts = valuesOf("host", rawHeaders);
  const isNamed = hosts.length === 1 && hostAndPort.test(hosts[0] ?? "");
  if (!isNamed && (httpVersion === "1.1" || hosts.length > 0)) return "it must name one host";
  const connection = valuesOf("connection", rawHeaders);
  for (const option of connection.length === 0 ? [] : connection.join().split(","))
    if (!connectionOptions.has(option.trim().toLowerCase())) return "Connection must not name other headers";
  const [length, ...lengths] = valuesOf("content-length", rawHeaders);
  const [encoding, ...encodings] = valuesOf("transfer-encoding", rawHeaders);
  const isTwice = length !== undefined && encoding !== undefined;
  if (isTwice || lengths.length + encodings.length > 0) return "it must give its length once";
  if (length !== undefined && !decimal.test(length)) return "its length must be a number";
  if (encoding !== undefined && encoding.toLowerCase() !== "chunked")
    return "chunked is the only allowed transfer encoding";
  if (encoding !== undefined && httpVersion === "1.0") return "HTTP/1.0 has no transfer encoding";
  const hasBody = encoding !== undefined || (length ?? "0") !== "0";
  return hasBody && !mayHaveBody(method, url) ? `${method} must not have a body` : undefined;
}

function valuesOf(name: string, rawHeaders: string[]): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1]?.trim() ?? "");
  return values;
}
