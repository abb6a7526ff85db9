import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "@ornament/contracts/routes/errors";

/**
 * For routes where a cookie is the only proof of the caller: refuses requests from another site's page, which
 * have a foreign or `null` Origin or foreign Fetch Metadata. Programs that are not browsers send neither.
 * Throws `cross_site`.
 */
export function refuseCrossSite(headers: IncomingHttpHeaders, allowedOrigins: readonly string[]): void {
  const site = headers["sec-fetch-site"];
  if (site === "cross-site") throw new Refusal("cross_site");
  const origin = headers.origin;
  const listed = origin !== undefined && allowedOrigins.includes(origin);
  if (site === "same-site" && !listed) throw new Refusal("cross_site");
  if (origin !== undefined && !listed && !isOwnHost(origin, headers.host)) throw new Refusal("cross_site");
}

/** Whether an `Origin` is the server's, judged by the `Host` of the same request. */
export function isOwnHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
}
