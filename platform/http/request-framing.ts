import type { IncomingMessage } from "node:http";
import { mayHaveBody } from "@ornament/contracts/api/bodies";
import { Refusal } from "@ornament/contracts/errors";

/** The part of `IncomingMessage` that a server checks first. */
export type RequestHead = Pick<IncomingMessage, "method" | "url" | "httpVersion" | "rawHeaders">;

export const knownMethods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Allowed values of `Connection`. Another header's name there would ask a proxy to remove that header. */
const connectionOptions = new Set(["close", "keep-alive", "upgrade", "http2-settings", "te"]);

const decimal = /^(0|[1-9]\d{0,15})$/;
const hostAndPort = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * The reason to refuse a request because of its head, or `undefined`. Two programs could disagree about the
 * end or the host of such a request. Node's parser refuses most of them (a bare CR or LF, both lengths, a
 * folded header); this function finds the rest.
 */
export function framingRefusal(head: RequestHead): Refusal | undefined {
  if (!knownMethods.some((method) => method === head.method)) return new Refusal("method_not_allowed");
  const reason = problemOf(head);
  return reason === undefined ? undefined : new Refusal("malformed_request", { details: { reason } });
}

/**
 * Whether the body is compressed or encoded in another way. Browsers don't compress requests, and a decoder
 * takes 16 MB for a body of 14 bytes.
 */
export const hasEncodedBody = ({ rawHeaders }: Pick<RequestHead, "rawHeaders">): boolean =>
  valuesOf("content-encoding", rawHeaders).some((coding) => !/^(identity)?$/i.test(coding));

function problemOf({ method = "", url = "", httpVersion, rawHeaders }: RequestHead): string | undefined {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "this version of HTTP is not supported";
  if (!isOwnTarget(url, method)) return "its target must be a path";
  const hosts = valuesOf("host", rawHeaders);
  const named = hosts.length === 1 || (hosts.length === 0 && httpVersion === "1.0");
  if (!named || !hosts.every((host) => hostAndPort.test(host))) return "it must name one host";
  if (!valuesOf("connection", rawHeaders).every(isKnownConnection))
    return "Connection must not name other headers";
  const { reason, bare } = lengthOf(httpVersion, rawHeaders);
  return reason ?? (bare || mayHaveBody(method, url) ? undefined : `${method} must not have a body`);
}

/** A path, not the URL of another server. */
const isOwnTarget = (url: string, method: string) =>
  url === "*" ? method === "OPTIONS" : url.startsWith("/") && !url.includes("#");

const isKnownConnection = (value: string) =>
  value.split(",").every((option) => connectionOptions.has(option.trim().toLowerCase()));

/** The problem of the request's length, and whether the request has no body. */
function lengthOf(httpVersion: string, rawHeaders: string[]): { reason?: string; bare: boolean } {
  const lengths = valuesOf("content-length", rawHeaders);
  const encodings = valuesOf("transfer-encoding", rawHeaders);
  const bare = encodings.length === 0 && lengths.every((length) => length === "0");
  if (lengths.length + encodings.length > 1) return { reason: "it must give its length once", bare };
  if (!lengths.every((length) => decimal.test(length)))
    return { reason: "its length must be a number", bare };
  if (!encodings.every((encoding) => encoding.toLowerCase() === "chunked"))
    return { reason: "chunked is the only allowed transfer encoding", bare };
  if (encodings.length > 0 && httpVersion === "1.0")
    return { reason: "HTTP/1.0 has no transfer encoding", bare };
  return { bare };
}

function valuesOf(name: string, rawHeaders: string[]): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1]?.trim() ?? "");
  return values;
}
