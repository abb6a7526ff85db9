import type { SignedInConsumer } from "@ornament/contracts/account/api";
import type { RouteName } from "@ornament/contracts/routes";
import { accountPaths } from "@ornament/contracts/routes/consumer-site";
import type { BaseQueryFn } from "@reduxjs/toolkit/query";
import { createApi } from "@reduxjs/toolkit/query/react";
import { authorizedCall, type SessionWatch } from "../authorization/authorized-call.ts";
import { adminChanged, principalOf, sessionEnded } from "../authorization/session-slice.ts";
import { fieldsWithText } from "../browser-storage/kept-values.ts";
import type { ApiError } from "../calls/api-error.ts";
import type { CallContext } from "../calls/call-context.ts";
import { type AnswerOf, callAt } from "../calls/contract-calls.ts";
import { type Call, isRead } from "../calls/transport.ts";
import { formerAnswer, type formerStateSlice } from "./former-state.ts";
import { freshnessSeen } from "./freshness-slice.ts";

interface ShowingInstants {
  formerState: ReturnType<typeof formerStateSlice.reducer>;
}

const baseQuery: BaseQueryFn<Call | string, unknown, ApiError> = async (given, api) => {
  const context = api.extra as CallContext;
  const asked = typeof given === "string" ? { url: given } : given;
  const shown = () => (api.getState() as ShowingInstants).formerState.at;
  const at = asked.ofShownInstant && isRead(asked) ? shown() : undefined;
  const call = { ...asked, asOf: at };
  const watch: SessionWatch = {
    ended: ({ cookieLost }) => {
      context.local.remove(context.audience.tokenKey);
      const typed = fieldsWithText.get().map(({ name }) => name);
      const notDone = typed.length > 0 || isRead(call) ? typed : ["your last change"];
      api.dispatch(sessionEnded({ expired: true, cookieLost, notDone }));
    },
    renewed: ({ answer }) => {
      const { admin, user } = principalOf(answer) ?? {};
      if (admin) api.dispatch(adminChanged(admin));
      if (user) api.dispatch(accountRead(user));
    },
  };
  const send = () => authorizedCall(context, call, watch, api.signal);
  const { outcome, stale, incompleteSince } =
    at === undefined
      ? await send()
      : await formerAnswer(send, { at, endpoint: api.endpoint, shown, dispatch: api.dispatch });
  if (isRead(call) && "data" in outcome)
    api.dispatch(freshnessSeen({ endpoint: api.endpoint, stale, incompleteSince }));
  return outcome;
};

/**
 * The one API of an app. Each feature injects the endpoints that it makes with `callsTo`. Errors are
 * `ApiError`. Commands invalidate with `tagsOnSuccess`.
 */
export const api = createApi({
  reducerPath: "api",
  baseQuery,
  tagTypes: ["Admin", "Consumer", "Pin", "Setting", "Log", "Import", "BulkChange", "Account"],
  refetchOnMountOrArgChange: true,
  refetchOnReconnect: true,
  refetchOnFocus: true,
  endpoints: (build) => ({
    /** The signed-in consumer's account. The answers of sign-in and refresh fill it first. */
    ownAccount: build.query<SignedInConsumer, void>({
      query: () => callAt(accountPaths.ownAccount),
      providesTags: ["Account"],
      // Until the session ends. A guard sends a person without an account to sign-in.
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
  }),
});

export type ApiTag = "Admin" | "Consumer" | "Pin" | "Setting" | "Log" | "Import" | "BulkChange" | "Account";

/** The server has answered the signed-in consumer's account. */
export const accountRead = (value: SignedInConsumer) =>
  api.util.upsertQueryEntries([{ endpointName: "ownAccount", arg: undefined, value }]);

/** Reads the account again. Resolves when it is read, or couldn't be. */
export const readAccount = () =>
  api.endpoints.ownAccount.initiate(undefined, { subscribe: false, forceRefetch: true });

/** The account in the state of a store. */
export const accountIn = (state: unknown): SignedInConsumer | undefined =>
  api.endpoints.ownAccount.select()(state as never).data;

/** Changes an answer in the cache. Only for endpoints with the name of their route. */
const patch = (endpoint: string, argument: unknown, apply: unknown) =>
  api.util.updateQueryData(endpoint as never, argument as never, apply as never);

type Patch = ReturnType<typeof patch>;

/** The part of the store that changes answers. */
export type DispatchPatch = (patch: Patch) => ReturnType<Patch>;

/**
 * Changes the shown answers that have one of the tags, by the name of their route, until they are read again. Returns
 * the function that takes the changes back where no newer answer has replaced them. A command changes the present
 * state, never a former one.
 */
export const changeShown =
  (tags: ApiTag[], changes: { [N in RouteName]?: (answer: AnswerOf<N>) => void }) =>
  (dispatch: DispatchPatch, getState: () => unknown): (() => void) => {
    const state = getState as () => Parameters<typeof api.util.selectInvalidatedBy>[0] & ShowingInstants;
    if (state().formerState.at !== undefined) return () => undefined;
    const patched = api.util.selectInvalidatedBy(state(), tags).flatMap((shown) => {
      const apply = changes[shown.endpointName as RouteName];
      if (!apply) return [];
      const readAt = () => state().api.queries[shown.queryCacheKey]?.fulfilledTimeStamp;
      return [
        { ...dispatch(patch(shown.endpointName, shown.originalArgs, apply)), readAt, before: readAt() },
      ];
    });
    return () => {
      for (const { undo, readAt, before } of patched) if (readAt() === before) undo();
    };
  };

/**
 * For `invalidatesTags`: a refused command changed nothing, unless the refusal says that somebody else did; a
 * command with an unknown outcome may have changed something.
 */
export const tagsOnSuccess =
  (...tags: ApiTag[]) =>
  (_data: unknown, error: ApiError | undefined): ApiTag[] =>
    error && error.status !== 0 && error.status < 500 && error.code !== "changed_meanwhile" ? [] : tags;

/** The answer of a repeated query; `undefined` if it failed. `refetch` is the query's. */
export async function answerOf<T>(
  refetch: () => PromiseLike<{ data?: T | undefined; isSuccess: boolean }>,
): Promise<T | undefined> {
  const { data, isSuccess } = await refetch();
  return isSuccess ? data : undefined;
}
