import type { IncomingMessage } from "node:http";
import { Refusal } from "@ornament/contracts/errors";
import type { RequestHandler } from "express";
import { isLoopbackAddress, isLoopbackHost } from "./loopback.ts";
import { isOwnHost } from "./origin-check.ts";

type Asked = Pick<IncomingMessage, "headers"> & { socket: { remoteAddress?: string | undefined } };

/**
 * Whether a program or browser on this machine asks, of this machine, without a proxy in between: by a loopback address, by a
 * loopback name in `Host` (a foreign name that resolves to loopback is a web page's, by DNS rebinding), and from no other
 * site's page. Everything that is meant for the machine itself asks this.
 */
export function isAskedHere({ headers, socket }: Asked): boolean {
  const { host = "", origin } = headers;
  return (
    isLoopbackAddress(socket.remoteAddress) &&
    !isForwarded(headers) &&
    isLoopbackHost(host) &&
    (origin === undefined || isOwnHost(origin, host))
  );
}

/**
 * For the ports of services, which only their own network reaches: whether that network asks, or this machine. What came
 * through a proxy comes from further away.
 */
export const isAskedInside = (asked: Asked): boolean =>
  isLoopbackAddress(asked.socket.remoteAddress) ? isAskedHere(asked) : !isForwarded(asked.headers);

const only =
  (isAsked: (asked: Asked) => boolean): RequestHandler =>
  (request, _response, next) => {
    if (!isAsked(request)) throw new Refusal("not_found");
    next();
  };

/** Lets pass what is asked on this machine; for all others there is nothing here. */
export const onlyHere = only(isAskedHere);

/** Lets pass what is asked on this machine or by the service's own network. */
export const onlyInside = only(isAskedInside);

const isForwarded = (headers: IncomingMessage["headers"]): boolean =>
  Object.keys(headers).some((name) => name.startsWith("x-forwarded-") || forwarding.has(name));

const forwarding = new Set(["forwarded", "via", "x-real-ip"]);
