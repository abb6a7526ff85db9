import { lazy, Suspense, useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { Treeline } from "../../artwork/treeline.tsx";
import { ContactProvider } from "../../ui/contact-offer.tsx";
import { Loader } from "../../ui/loader.tsx";
import { SupportContact } from "../contact/support-contact.tsx";

const UrlHashDialogs = lazy(async () => ({
  default: (await import("../dialogs/url-hash-dialogs.tsx")).UrlHashDialogs,
}));

/**
 * Moves the focus to a new screen, so that a screen reader reads it and Tab starts at its top. On a page load the browser places the
 * focus.
 */
function useFocusOnNewScreen() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Loads the dialogs when the address first has a hash. They then stay mounted, so that a closed one can fade out. */
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

/** What every consumer screen has in common: the background, the dialogs, the focus and the scroll position. */
export function ConsumerLayout() {
  useFocusOnNewScreen();
  return (
    <div className="o-layout">
      <a className="o-skip-link" href="#content">
        Skip to content
      </a>
      <ContactProvider value={<SupportContact />}>
        <Suspense fallback={<Loader />}>
          <Outlet />
        </Suspense>
        <Treeline />
        <Dialogs />
      </ContactProvider>
      <ScrollRestoration />
    </div>
  );
}
