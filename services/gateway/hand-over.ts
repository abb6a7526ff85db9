import type { IncomingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import onHeaders from "on-headers";
import type { HeaderChanges } from "./header-changes.ts";

/** Hands requests to a service in this process. Nothing is sent again, so nothing can be parsed differently. */
export function handTo(service: RequestListener, change: HeaderChanges): RequestHandler {
  return (request, response) => {
    if (change.request) request.headers = change.request(request);
    const { answer } = change;
    if (answer) onHeaders(response, () => changeAnswer(response, answer));
    service(request, response);
  };
}

/** Changes the headers just before they are sent. */
function changeAnswer(
  response: ServerResponse,
  change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
) {
  const given = response.getHeaders();
  const kept = change(given as IncomingHttpHeaders);
  for (const name of Object.keys(given)) if (!(name in kept)) response.removeHeader(name);
}
