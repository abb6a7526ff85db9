import { useEffect, useRef } from "react";
import { useAppStore } from "../../app/app-hooks.ts";
import { checkSession } from "../../app/session/session-actions.ts";

/** The shortest time between two reads, in milliseconds: a change of tab causes several events. */
const mostOftenMs = 5_000;

/**
 * Reads the account again when a signed-in person comes back to this screen, because another tab may have done the
 * screen's step meanwhile. @param onOrnament called if the account has got its first ornament there
 */
export function useAccountOnReturn(onOrnament?: () => void): void {
  const { dispatch, getState } = useAppStore();
  const found = useRef(onOrnament);
  found.current = onOrnament;

  useEffect(() => {
    let latest = Number.NEGATIVE_INFINITY;
    const ornaments = () => getState().session.principal?.user?.pins.count ?? 0;
    const isSignedIn = () => getState().session.status === "signed-in";
    const read = async () => {
      if (document.visibilityState === "hidden" || !isSignedIn()) return;
      if (performance.now() - latest < mostOftenMs) return;
      latest = performance.now();
      const had = ornaments();
      await dispatch(checkSession());
      if (had === 0 && ornaments() > 0) found.current?.();
    };
    const onReturn = () => void read();
    window.addEventListener("focus", onReturn);
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      window.removeEventListener("focus", onReturn);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, [dispatch, getState]);
}
