import { overseers } from "@ornament/contracts/api/addresses/callers";
import { showsInstants } from "@ornament/contracts/api/route";
import { Refusal } from "@ornament/contracts/errors";
import { callerOf } from "@ornament/platform/http/principal";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { z } from "zod";

/** The header with the instant of the tables that a caller asks for. */
export const askedInstantHeader = "x-as-of";

const isoInstant = z.iso.datetime();

/**
 * The instant of the header `X-As-Of`; undefined without the header, and for a route that doesn't show instants.
 * Throws `forbidden` for a caller who may not ask, and `invalid_request` for a text that is no instant.
 */
export function askedInstant({
  route,
  headers,
  caller,
}: Pick<RouteRequest, "route" | "headers" | "caller">): Date | undefined {
  const text = headers[askedInstantHeader];
  if (text === undefined || !showsInstants(route)) return undefined;
  if (!(overseers as readonly string[]).includes(callerOf(caller))) throw new Refusal("forbidden");
  const parsed = isoInstant.safeParse(text);
  if (parsed.success) return new Date(parsed.data);
  const message = "Please send an instant in UTC, such as 2026-11-24T12:00:00Z.";
  throw new Refusal("invalid_request", { errors: [{ path: "X-As-Of", message }] });
}
