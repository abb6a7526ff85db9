import type { dataCopyRoutes } from "@ornament/contracts/data-copy/api";
import type { Look } from "@ornament/contracts/looks/api";
import { lookPaths } from "@ornament/contracts/routes/back-office";
import { type ErrorBody, type ErrorCode, errorCatalogue, Refusal } from "@ornament/contracts/routes/errors";
import { type BodyOf, isStreamed, type RouteDefinition } from "@ornament/contracts/routes/route";
import { everyField, everyRow } from "@ornament/contracts/tables/table-keys";
import type { LookTable } from "@ornament/contracts/values/looks";
import { unreachable } from "@ornament/platform/commands/unreachable";
import { remainingMilliseconds, withinDeadline } from "@ornament/platform/deadline/deadline";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import type { ServiceAnswer, ServiceCalls } from "@ornament/platform/http/service-calls";
import type { Logger } from "@ornament/platform/logging/logger";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { throttledWarning } from "@ornament/platform/logging/throttled-warning";
import { outsideTurn } from "@ornament/platform/waiting/at-most";

export type RecordLooks = (request: RouteRequest, looks: readonly Look[]) => Promise<void>;

/** The part of a request's time that the record may take. The rest is for the answer. */
const shareOfTime = 0.8;
const retrySeconds = 2;

/**
 * Records looks of a request at command-api, with the caller's own token, before the handler runs. Without all records no
 * byte of data is sent: throws `look_not_recorded`, or the refusal of command-api.
 */
export function recordLooks(commandApi: Pick<ServiceCalls, "post">, logger: Logger): RecordLooks {
  const { path } = lookPaths.recordLook;
  const warn = throttledWarning(logger, "Looks could not be recorded, so their data were not sent");
  /** The first answer that is no record; undefined if all looks are recorded. */
  const refusedBy = async (headers: Record<string, string>, looks: readonly Look[]) => {
    for (const look of looks) {
      const answer = await commandApi.post(path, headers, look);
      if (answer.status !== 200) return answer;
    }
    return undefined;
  };
  return async (request, looks) => {
    if (looks.length === 0) return;
    const answer = await inTime(() => refusedBy(headersOf(request), looks)).catch((error: unknown) => {
      warn({ reason: reasonOf(error) });
      throw notRecorded(undefined);
    });
    if (answer === undefined) return;
    if (isRefusal(answer) && isOfCaller(answer)) throw refusalOf(answer);
    warn({ status: answer.status, ...(isRefusal(answer) ? { code: answer.body.code } : {}) });
    throw notRecorded(answer.retryAfterSeconds);
  };
}

/** While command-api answers, other requests run. */
const inTime = <T>(call: () => Promise<T>): Promise<T> =>
  outsideTurn(() => withinDeadline(remainingMilliseconds() * shareOfTime, call));

function headersOf({ headers, correlationId }: Pick<RouteRequest, "headers" | "correlationId">) {
  const passed = ["authorization", "user-agent", "x-forwarded-for"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(passed), "x-correlation-id": correlationId };
}

const notRecorded = (retryAfterSeconds = retrySeconds) =>
  new Refusal("look_not_recorded", { retryAfterSeconds });

type RefusedAnswer = ServiceAnswer & { readonly body: ErrorBody };

/** An older command-api, which has no such route, answers `not_found`. It has recorded nothing. */
function isRefusal(answer: ServiceAnswer): answer is RefusedAnswer {
  const { code } = (answer.body ?? {}) as { code?: unknown };
  return typeof code === "string" && code !== "not_found" && Object.hasOwn(errorCatalogue, code);
}

const isOfCaller = ({ status, body }: RefusedAnswer) =>
  [401, 403, 404, 429].includes(status) || body.code === "confirmation_mismatch";

const refusalOf = ({ body: { code, errors, message }, retryAfterSeconds }: RefusedAnswer) =>
  new Refusal(code as ErrorCode, {
    errors,
    message,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

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
