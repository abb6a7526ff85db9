import type { RequestListener } from "node:http";
import type { RequestHandler } from "express";
import onHeaders from "on-headers";
import type { HeaderChanges } from "./header-changes.ts";

/**
 * Hands requests to a service in this process. They are not serialised, so the service can't parse them
 * differently.
 */
export function handTo(service: RequestListener, change: HeaderChanges): RequestHandler {
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
