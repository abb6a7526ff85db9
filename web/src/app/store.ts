import { configureStore, type Middleware } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { api } from "./api/api-base.ts";
import { formerStateSlice } from "./api/former-state-slice.ts";
import { freshnessSlice } from "./api/freshness-slice.ts";
import type { Audience } from "./audience/audience.ts";
import { keepAddressOfTab } from "./browser-storage/address-of-tab.ts";
import { forgetAllValues } from "./browser-storage/kept-values.ts";
import { browserContext, type CallContext } from "./calls/call-context.ts";
import { checkSession, endedElsewhere, forgetSession } from "./session/session-actions.ts";
import { type SessionState, sessionEnded, sessionSlice } from "./session/session-slice.ts";
import { windowEvents } from "./window-events.ts";

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
  const refreshesOnFocus = () => audience.refreshOnFocus && store.getState().formerState.at === undefined;
  setupListeners(store.dispatch, windowEvents(refreshesOnFocus));
  return store;
}

/** The end of a session clears its storage immediately, and its cached answers when the screens are gone. */
const forgetAtEnd =
  (context: CallContext): Middleware<object, { session: SessionState }> =>
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    if (!sessionEnded.match(action)) return next(action);
    const { status, principal } = getState().session;
    const wasSignedIn = status === "signed-in";
    forgetSession(context);
    // After a session that the server ended, the person signs in again and continues with the typed text.
    const email = principal?.user?.email ?? principal?.admin?.email;
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
