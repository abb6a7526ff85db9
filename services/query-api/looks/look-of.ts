import type { Look } from "@ornament/contracts/api/looks";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { everyField, everyRow } from "@ornament/contracts/tables/table-keys";
import type { RouteRequest } from "@ornament/platform/http/route-request";

type Values = Readonly<Record<string, unknown>>;

/** Parameters of the form and order of an answer. Every other one narrows the rows. */
const formOnly: ReadonlySet<string> = new Set([
  "page",
  "limit",
  "fieldName",
  "direction",
  "field",
  "timeZone",
  "getDevices",
  "export",
  "userId",
]);

/**
 * The look that has to be recorded before a request is answered; undefined for an answer that is no look, such as
 * a page of a table.
 */
export function lookOf({
  route,
  params,
  query,
}: Pick<RouteRequest, "route" | "params" | "query">): Look | undefined {
  if (route.look === undefined) return undefined;
  if (route.look === "changes") return undefined;
  const named = params as Values;
  if (route.look === "profile") return { type: "profile", consumerId: Number(named.id) };
  const asked = query as Values;
  if (isPage(route, asked)) return undefined;
  const id = named.id ?? asked.userId;
  const consumerId = id === undefined ? null : Number(id);
  return {
    type: "export",
    table: consumerId === null ? route.look : "consumerLog",
    format: route.answers === "csv" ? "csv" : "json",
    consumerId,
    narrowed: Object.entries(asked).some(([name, value]) => !formOnly.has(name) && !isUnset(value)),
  };
}

const isPage = ({ answers }: RouteDefinition, { page, export: all }: Values) =>
  answers !== "csv" && page !== undefined && all !== "true";

const isUnset = (value: unknown) =>
  value === undefined || value === "" || value === everyRow || value === everyField;
