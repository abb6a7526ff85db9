import { Suspense, useEffect, useMemo, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigate } from "react-router";
import { useConsumer } from "../../app/app-hooks.ts";
import { type Chunk, chunk } from "../../app/loading/chunk.ts";
import { usePreload } from "../../app/loading/preload.ts";
import { useDialogCode } from "../../app/screens/load-later.tsx";
import { ContactProvider } from "../../ui/messages/contact-offer.tsx";
import { Loader } from "../../ui/progress/loader.tsx";
import { SupportContact } from "../contact/contact.tsx";
import { isOpenedByLink } from "../dialogs/dialog-link.tsx";
import { dialogParts } from "../dialogs/dialog-parts.ts";

const urlHashDialogs = chunk(async () => (await import("../dialogs/url-hash-dialogs.tsx")).UrlHashDialogs);
const allDialogs: readonly Chunk<unknown>[] = [urlHashDialogs, ...Object.values(dialogParts)];

/** The `handle` of a consumer screen's route. */
export interface ScreenHandle {
  /**
   * The screens that are likely to be opened from this screen. They are loaded in advance, before the
   * dialogs.
   */
  next: readonly Chunk<unknown>[];
}

/**
 * Moves the focus to a new screen, so that a screen reader reads it and Tab starts at its top. On a page load
 * the browser sets the focus.
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

function usePreloadOfNextScreens() {
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined;
  usePreload(useMemo(() => [...(handle?.next ?? []), ...allDialogs], [handle]));
}

/**
 * Loads the dialogs when the URL first has a hash. They then stay mounted, so that a closed one can fade out.
 */
function Dialogs() {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const wanted = useRef(false);
  const UrlHashDialogs = useDialogCode(urlHashDialogs, hash !== "", {
    giveUp() {
      // Without this step back, Back would open the dialog again.
      if (isOpenedByLink(state)) void navigate(-1);
      else void navigate({ pathname, search }, { replace: true, preventScrollReset: true, state });
    },
    tryAgain: () => void navigate({ pathname, search, hash }, { preventScrollReset: true, state }),
  });
  wanted.current ||= hash !== "";
  return wanted.current && UrlHashDialogs ? <UrlHashDialogs /> : null;
}

/** The background, dialogs, focus and scroll position of every consumer screen. */
export function ConsumerLayout() {
  useFocusOnNewScreen();
  usePreloadOfNextScreens();
  // The account is read again after a change, also while one screen follows another.
  useConsumer();
  return (
    <div className="o-layout">
      <a className="o-skip-link" href="#content">
        Skip to content
      </a>
      <ContactProvider value={<SupportContact />}>
        <Suspense fallback={<Loader />}>
          <Outlet />
        </Suspense>
        <div className="o-treeline" />
        <Dialogs />
      </ContactProvider>
      <ScrollRestoration />
    </div>
  );
}
