import type { RouteName } from "@ornament/contracts/api/routes";
import type { BaseQueryFn } from "@reduxjs/toolkit/query";
import { createApi } from "@reduxjs/toolkit/query/react";
import { authorizedCall } from "../authorization/authorized-call.ts";
import type { ApiError } from "../calls/api-error.ts";
import type { CallContext } from "../calls/call-context.ts";
import type { AnswerOf } from "../calls/contract-calls.ts";
import { type Call, isRead } from "../calls/transport.ts";
import { principalOf } from "../session/principal.ts";
import { principalChanged, sessionEnded } from "../session/session-slice.ts";
import { freshnessSeen } from "./freshness-slice.ts";

export interface CallMeta {
  stale: boolean;
}

const baseQuery: BaseQueryFn<Call | string, unknown, ApiError, object, CallMeta> = async (given, api) => {
  const context = api.extra as CallContext;
  const call = typeof given === "string" ? { url: given } : given;
  const { outcome, stale, incompleteSince } = await authorizedCall(
    context,
    call,
    {
      ended: ({ cookieLost }) => {
        context.local.remove(context.audience.tokenKey);
        api.dispatch(sessionEnded({ expired: true, cookieLost }));
      },
      renewed: ({ answer }) => {
        const principal = principalOf(answer);
        if (principal) api.dispatch(principalChanged(principal));
      },
    },
    api.signal,
  );
  if (isRead(call) && "data" in outcome)
    api.dispatch(freshnessSeen({ endpoint: api.endpoint, stale, incompleteSince }));
  return { ...outcome, meta: { stale } };
};

/**
 * The one API of an app. Each feature injects the endpoints that it makes with `callsTo`. Errors are
 * `ApiError`. Commands invalidate with `tagsOnSuccess`. See
 * docs/decisions/0018-web-calls-through-the-contract.md
 */
export const api = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: ["Admin", "Consumer", "Pin", "Setting", "Log", "Import", "Session"],
  refetchOnMountOrArgChange: true,
  refetchOnReconnect: true,
  // Only in the app whose audience sets `refreshOnFocus`.
  refetchOnFocus: true,
  endpoints: () => ({}),
});

export type ApiTag = "Admin" | "Consumer" | "Pin" | "Setting" | "Log" | "Import" | "Session";

/**
 * Changes a shown answer until the next answer replaces it. Only for endpoints with the name of their route.
 * `argument` is the argument of the endpoint's call.
 */
export const changeShownAnswer = <N extends RouteName>(
  name: N,
  argument: unknown,
  apply: (answer: AnswerOf<N>) => void,
) => api.util.updateQueryData(name as never, argument as never, apply as never);

/**
 * For `invalidatesTags`: a refused command changed nothing; a command with an unknown outcome may have
 * changed something.
 */
export const tagsOnSuccess =
  (...tags: ApiTag[]) =>
  (_data: unknown, error: ApiError | undefined): ApiTag[] =>
    error && error.status !== 0 && error.status < 500 ? [] : tags;
