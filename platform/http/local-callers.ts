import type { IncomingMessage } from "node:http";
import { Refusal } from "@ornament/contracts/errors";
import type { RequestHandler } from "express";
import { isLoopbackAddress, isLoopbackHost } from "./network.ts";
import { isOwnHost } from "./origin-check.ts";

type ReceivedRequest = Pick<IncomingMessage, "headers"> & { socket: { remoteAddress?: string | undefined } };

/**
 * Whether a program or browser on this machine sent the request, without a proxy in between. The caller's
 * network address must be loopback. `Host` must be a loopback name, too: a foreign name that resolves to
 * loopback is an attack by DNS rebinding. The request must not come from another site's page. Every route for
 * this machine only calls this function.
 */
export function isFromThisMachine({ headers, socket }: ReceivedRequest): boolean {
  const { host = "", origin } = headers;
  return (
    isLoopbackAddress(socket.remoteAddress) &&
    !isForwarded(headers) &&
    isLoopbackHost(host) &&
    (origin === undefined || isOwnHost(origin, host))
  );
}

/**
 * Whether the request comes from this machine or from the network of the service. A request that came through
 * a proxy comes from elsewhere. For the ports of services, which only their network can reach.
 */
export const isFromOwnNetwork = (request: ReceivedRequest): boolean =>
  isLoopbackAddress(request.socket.remoteAddress)
    ? isFromThisMachine(request)
    : !isForwarded(request.headers);

const only =
  (isAllowed: (request: ReceivedRequest) => boolean): RequestHandler =>
  (request, _response, next) => {
    if (!isAllowed(request)) throw new Refusal("not_found");
    next();
  };

/** Lets requests from this machine pass; all others get 404. */
export const onlyFromThisMachine = only(isFromThisMachine);

/** Lets requests from this machine or from the service's own network pass; all others get 404. */
export const onlyFromOwnNetwork = only(isFromOwnNetwork);

const isForwarded = (headers: IncomingMessage["headers"]): boolean =>
  Object.keys(headers).some((name) => name.startsWith("x-forwarded-") || forwarding.has(name));

const forwarding = new Set(["forwarded", "via", "x-real-ip"]);
