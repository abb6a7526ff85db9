import { z } from "zod";
import { adminRoles } from "../../values/roles.ts";
import { includesAdmins } from "../callers.ts";
import type { ErrorCode } from "../errors.ts";
import { type RouteDefinition, serviceOf, showsInstants } from "../route.ts";

/** The codes that every operation can answer, whatever it does. */
export const anyOperation: readonly ErrorCode[] = [
  "invalid_request",
  "malformed_request",
  "malformed_body",
  "body_too_large",
  "compressed_body",
  "unsupported_media",
  "headers_too_large",
  "request_timeout",
  "not_found",
  "method_not_allowed",
  "busy",
  "unavailable",
  "upgrade_in_progress",
  "internal",
];

/** The codes that follow from a route's definition, and the codes in its `refuses`. */
export function refusalsOf(route: RouteDefinition): readonly ErrorCode[] {
  return [...new Set([...ofCallers(route), ...ofDefinition(route), ...route.refuses])];
}

function ofCallers(route: RouteDefinition): ErrorCode[] {
  const { callers } = route;
  if (callers.includes("anonymous")) return [];
  const forAdmins = includesAdmins(callers);
  return [
    ...(forAdmins ? (["admin_error"] as const) : []),
    ...(forAdmins && serviceOf(route) === "query-api" ? (["rights_unknown"] as const) : []),
    ...(forAdmins && adminRoles.some((role) => !callers.includes(role)) ? (["forbidden"] as const) : []),
    ...(callers.includes("consumer") ? (["user_error"] as const) : []),
    ...(callers.includes("device") ? (["device_token_invalid"] as const) : []),
  ];
}

function ofDefinition(route: RouteDefinition): ErrorCode[] {
  const appends = serviceOf(route) === "command-api" && !route.callers.every((caller) => caller === "device");
  const takes = (field: string) => bodiesOf(route).some(({ shape }) => field in shape);
  return [
    ...(appends ? (["conflict", "outcome_unknown", "storage_full"] as const) : []),
    ...(appends && route.idempotent ? (["idempotency_key_reused"] as const) : []),
    ...(route.reads.length > 0 ? (["catching_up"] as const) : []),
    ...(route.look || showsInstants(route) ? (["look_not_recorded", "too_many_requests"] as const) : []),
    ...(showsInstants(route)
      ? (["past_tables_filling", "past_tables_refused", "instant_in_future", "forbidden"] as const)
      : []),
    ...(route.limit ? (["too_many_requests"] as const) : []),
    ...(takes("verifyCaptcha") ? (["human_check_failed"] as const) : []),
    ...(takes("version") ? (["changed_meanwhile"] as const) : []),
  ];
}

/** The objects that a body can be. */
function bodiesOf({ body }: RouteDefinition): readonly z.ZodObject[] {
  const options = body instanceof z.ZodDiscriminatedUnion ? body.options : [body];
  return options.filter((option) => option instanceof z.ZodObject);
}
