import type { setupListeners } from "@reduxjs/toolkit/query";

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
