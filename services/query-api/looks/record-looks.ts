import { lookAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { Look } from "@ornament/contracts/api/looks";
import { type ErrorBody, type ErrorCode, errorCatalogue, Refusal } from "@ornament/contracts/errors";
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
 * Records looks of a request at command-api, one after the other, with the caller's own token, before the
 * handler runs. Without all records no byte of data is sent: throws `look_not_recorded`, and the refusal of
 * command-api for a caller, a consumer or a confirmation that it doesn't accept, and for too many looks. A request
 * that is no look is not held up.
 */
export function recordLooks(commandApi: Pick<ServiceCalls, "post">, logger: Logger): RecordLooks {
  const { path } = lookAddresses.recordLook;
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

/** The headers from which command-api knows the caller, the network address and the cause. */
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

/** Whether the caller or the request is refused, so that another try gets the same answer. */
const isOfCaller = ({ status, body }: RefusedAnswer) =>
  [401, 403, 404, 429].includes(status) || body.code === "confirmation_mismatch";

const refusalOf = ({ body: { code, errors, message }, retryAfterSeconds }: RefusedAnswer) =>
  new Refusal(code as ErrorCode, {
    errors,
    message,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
