import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

export interface HeaderChanges {
  request?: (request: IncomingMessage) => IncomingHttpHeaders;
  /** A header of the answer that is meant for the gateway and is not passed on. */
  taken?: { readonly name: string; readonly note: (value: string) => void };
}

/** Adds the caller's network address to `X-Forwarded-For`. Services count the gateway as a proxy. */
export function withCaller({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  const before = headers["x-forwarded-for"];
  const address = socket.remoteAddress ?? "unknown";
  return { ...headers, "x-forwarded-for": before === undefined ? address : `${before}, ${address}` };
}
