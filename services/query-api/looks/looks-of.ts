import type { dataCopyRoutes } from "@ornament/contracts/api/data-copy";
import type { Look } from "@ornament/contracts/api/looks";
import { type BodyOf, isStreamed, type RouteDefinition } from "@ornament/contracts/api/route";
import type { LookTable } from "@ornament/contracts/domain/looks";
import { everyField, everyRow } from "@ornament/contracts/tables/table-keys";
import { unreachable } from "@ornament/platform/commands/unreachable";
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

/** The looks that are recorded before an answer shows data. A page of a table has none. */
export function looksWhenShown({ route, params, query, body }: RouteRequest): readonly Look[] {
  const asked = query as Values;
  switch (route.look) {
    case undefined:
    case "evidence":
      return [];
    case "profile":
      return [{ type: "profile", consumerId: Number((params as Values).id) }];
    case "feed":
      return [{ type: "feed" }];
    case "dataCopy": {
      const { format, reason, confirmation } = body as BodyOf<typeof dataCopyRoutes.consumerDataCopy>;
      const consumerId = Number((params as Values).id);
      return [{ type: "dataCopy", consumerId, format, reason, confirmation }];
    }
    case "admins":
    case "pins":
    case "consumers":
    case "actionLog":
      return isStreamed(route, asked) ? [exportLook(route, route.look, params as Values, asked)] : [];
    default:
      return unreachable(route.look);
  }
}

/** The look at tables as they stood. It is recorded before the projector is asked, because it works for it. */
export const instantLook = (instant: Date): Look => ({ type: "instant", instant: instant.toISOString() });

function exportLook(
  { answers }: RouteDefinition,
  table: Exclude<LookTable, "consumerLog">,
  named: Values,
  asked: Values,
): Look {
  const id = named.id ?? asked.userId;
  const consumerId = id === undefined ? null : Number(id);
  return {
    type: "export",
    table: consumerId === null ? table : "consumerLog",
    format: answers === "csv" ? "csv" : "json",
    consumerId,
    narrowed: Object.entries(asked).some(([name, value]) => !formOnly.has(name) && !isUnset(value)),
  };
}

const isUnset = (value: unknown) =>
  value === undefined || value === "" || value === everyRow || value === everyField;
