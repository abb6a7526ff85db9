import { lazy, Suspense, useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { Treeline } from "../../artwork/treeline.tsx";
import { Loader } from "../../ui/loader.tsx";

const UrlHashDialogs = lazy(async () => ({
  default: (await import("../dialogs/url-hash-dialogs.tsx")).UrlHashDialogs,
}));

/** A new screen takes the focus, so that it is read out and Tab begins at its top; a page load leaves it where it is. */
function useFocusOnNewScreen() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname]);
}

/** The dialogs are loaded when an address first names one, and stay, so that the last one can fade out. */
function Dialogs() {
  const { hash } = useLocation();
  const wanted = useRef(false);
  wanted.current ||= hash !== "";
  return wanted.current ? (
    <Suspense>
      <UrlHashDialogs />
    </Suspense>
  ) : null;
}

/** The frame of every consumer screen: the evening behind, the content in front, the dialogs over it. */
export function ConsumerLayout() {
  useFocusOnNewScreen();
  return (
    <div className="o-layout">
      <a className="o-skip-link" href="#content">
        Skip to content
      </a>
      <Suspense fallback={<Loader />}>
        <Outlet />
      </Suspense>
      <Treeline />
      <Dialogs />
      <ScrollRestoration />
    </div>
  );
}
