import type { RequestListener } from "node:http";
import type { RequestHandler } from "express";
import onHeaders from "on-headers";
import { forwardTo } from "./forward.ts";
import type { HeaderChanges } from "./header-changes.ts";

export type Upstream = RequestListener | URL;

/** Passes requests to a service, which gets the same requests in both cases. */
export const passTo = (upstream: Upstream, change: HeaderChanges = {}): RequestHandler =>
  upstream instanceof URL ? forwardTo(upstream, change) : handTo(upstream, change);

/** Requests to a service in this process are not serialised, so it can't parse them differently. */
function handTo(service: RequestListener, change: HeaderChanges): RequestHandler {
  return (request, response) => {
    if (change.request) request.headers = change.request(request);
    const { taken } = change;
    if (taken)
      onHeaders(response, () => {
        const value = response.getHeader(taken.name);
        if (value === undefined) return;
        taken.note(String(value));
        response.removeHeader(taken.name);
      });
    service(request, response);
  };
}
