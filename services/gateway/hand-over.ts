import type { IncomingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import onHeaders from "on-headers";
import type { HeaderChanges } from "./upstream.ts";

/** Hands requests to a service in this process: nothing is sent on, so nothing can be read in another way than here. */
export function handTo(service: RequestListener, change: HeaderChanges): RequestHandler {
  return (request, response) => {
    if (change.request) request.headers = change.request(request);
    const { answer } = change;
    if (answer) onHeaders(response, () => changeAnswer(response, answer));
    service(request, response);
  };
}

/** At the last moment before they are sent. */
function changeAnswer(
  response: ServerResponse,
  change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders,
) {
  const given = response.getHeaders();
  const kept = change(given as IncomingHttpHeaders);
  for (const name of Object.keys(given)) if (!(name in kept)) response.removeHeader(name);
}
