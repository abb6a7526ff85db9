import { configureStore, type Middleware } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { accountIn, api } from "./api/api-base.ts";
import { formerStateSlice } from "./api/former-state.ts";
import { freshnessSlice } from "./api/freshness-slice.ts";
import type { Audience } from "./audience/audience.ts";
import { type SessionState, sessionEnded, sessionSlice } from "./authorization/session-slice.ts";
import { keepAddressOfTab } from "./browser-storage/address-of-tab.ts";
import { forgetAllValues } from "./browser-storage/kept-values.ts";
import { browserContext, type CallContext } from "./calls/call-context.ts";
import { checkSession, endedElsewhere, forgetSession } from "./session/session-actions.ts";

/** The store of one app. The audience says which token and which refresh its calls use. */
export function createAppStore(audience: Audience, context: CallContext = browserContext(audience)) {
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      [sessionSlice.name]: sessionSlice.reducer,
      [freshnessSlice.name]: freshnessSlice.reducer,
      [formerStateSlice.name]: formerStateSlice.reducer,
    },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: context } })
        .prepend(forgetAtEnd(context))
        .concat(api.middleware),
  });
  // A former state doesn't change.
  setupListeners(
    store.dispatch,
    windowEvents(() => store.getState().formerState.at === undefined),
  );
  return store;
}

/** The end of a session clears its storage immediately, and its cached answers when the screens are gone. */
const forgetAtEnd =
  (context: CallContext): Middleware<object, { session: SessionState }> =>
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    if (!sessionEnded.match(action)) return next(action);
    const { status, admin } = getState().session;
    const wasSignedIn = status === "signed-in";
    forgetSession(context);
    // After a session that the server ended, the person signs in again and continues with the typed text.
    const email = admin?.email ?? accountIn(getState())?.email;
    if (action.payload.expired && email) keepAddressOfTab(context.session, email);
    if (wasSignedIn && !action.payload.expired) forgetAllValues(context.session);
    const result = next(action);
    if (wasSignedIn) setTimeout(() => dispatch(api.util.resetApiState()), 0);
    return result;
  };

export type AppStore = ReturnType<typeof createAppStore>;
export type AppState = ReturnType<AppStore["getState"]>;
export type AppDispatch = AppStore["dispatch"];

/**
 * Signs out here when another tab signs out. A signed-out tab asks who is signed in when another tab signs in, and
 * moves on. Returns a function that stops watching.
 */
export function watchOtherTabs(store: AppStore, audience: Audience): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // `localStorage.clear()` has no key.
    if (key !== audience.tokenKey && key !== null) return;
    if (newValue === null) store.dispatch(endedElsewhere());
    else if (store.getState().session.status === "signed-out") void store.dispatch(checkSession());
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

type Listen = NonNullable<Parameters<typeof setupListeners>[1]>;

/** The shortest time between two reads, in milliseconds: a change of tab or window causes several events. */
const mostOftenMs = 5000;

/**
 * Tells the store when the connection is back and, while `refreshesOnFocus`, when the person comes back to the
 * window. The shown data is then read again.
 */
export const windowEvents =
  (refreshesOnFocus: () => boolean): Listen =>
  (dispatch, { onFocus, onOnline, onOffline }) => {
    // There is no window outside of a browser. The library's listeners do the same.
    if (typeof window === "undefined") return () => undefined;
    let latest = Number.NEGATIVE_INFINITY;
    const cameBack = () => {
      if (document.visibilityState === "hidden" || !refreshesOnFocus()) return;
      if (performance.now() - latest < mostOftenMs) return;
      latest = performance.now();
      dispatch(onFocus());
    };
    const online = () => dispatch(onOnline());
    const offline = () => dispatch(onOffline());
    window.addEventListener("online", online);
    window.addEventListener("offline", offline);
    window.addEventListener("focus", cameBack);
    document.addEventListener("visibilitychange", cameBack);
    return () => {
      window.removeEventListener("online", online);
      window.removeEventListener("offline", offline);
      window.removeEventListener("focus", cameBack);
      document.removeEventListener("visibilitychange", cameBack);
    };
  };
