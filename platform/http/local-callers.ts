import type { IncomingMessage } from "node:http";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { RequestHandler } from "express";
import { isLoopbackAddress, isLoopbackHost } from "./network.ts";
import { isOwnHost } from "./origin-check.ts";

type ReceivedRequest = Pick<IncomingMessage, "headers"> & { socket: { remoteAddress?: string | undefined } };

/**
 * Whether a program or browser on this machine sent the request, without a proxy in between. `Host` must be a
 * loopback name, too: a foreign name that resolves to loopback is an attack by DNS rebinding. The request must
 * not come from another site's page. Every route for this machine only calls this function.
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
 * From this machine or from the network of the service, without a proxy. For the ports of services, which only
 * their network can reach.
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

/** All others get 404. */
export const onlyFromThisMachine = only(isFromThisMachine);

/** All others get 404. */
export const onlyFromOwnNetwork = only(isFromOwnNetwork);

const isForwarded = (headers: IncomingMessage["headers"]): boolean =>
  Object.keys(headers).some((name) => name.startsWith("x-forwarded-") || forwarding.has(name));

const forwarding = new Set(["forwarded", "via", "x-real-ip"]);
