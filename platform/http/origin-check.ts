import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "@ornament/contracts/errors";

/**
 * For routes that a cookie alone authenticates: refuses what another site's page sends, by a foreign or `null` Origin or
 * by Fetch Metadata. A client that is no browser sends neither. Throws `cross_site`.
 */
export function refuseCrossSite(headers: IncomingHttpHeaders, allowedOrigins: readonly string[]): void {
  const site = headers["sec-fetch-site"];
  if (site === "cross-site") throw new Refusal("cross_site");
  const origin = headers.origin;
  const listed = origin !== undefined && allowedOrigins.includes(origin);
  if (site === "same-site" && !listed) throw new Refusal("cross_site");
  if (origin !== undefined && !listed && !isOwnHost(origin, headers.host)) throw new Refusal("cross_site");
}

/** Whether an `Origin` is the server's own, by the `Host` that the same request names. */
export function isOwnHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
