import { Suspense, useEffect, useRef, useState } from "react";
import Offcanvas from "react-bootstrap/Offcanvas";
import { Outlet, ScrollRestoration, useLocation } from "react-router";
import { useAdmin } from "../../app/app-hooks.ts";
import { localStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { Wordmark } from "../../artwork/wordmark.tsx";
import { Loader } from "../../ui/progress/loader.tsx";
import { hasTimeZone } from "../dates/time-zone.ts";
import { LeaveQuestion } from "../typed-text/typed-text.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

const collapsedKey = "sidebarCollapsed";

/** The layout of every page after sign-in: top bar, sidebar and content. */
export function AdminShell() {
  const admin = useAdmin();
  const { pathname } = useLocation();
  const [collapsed, setCollapsed] = useState(() => localStore.get(collapsedKey) === "true");
  const [openOn, setOpenOn] = useState<string>();
  if (!admin) return <Loader />;
  // The menu is open only on the page where it was opened, so that it closes when an entry is followed.
  const mobileOpen = openOn === pathname;
  const toggle = () => {
    localStore.set(collapsedKey, String(!collapsed));
    setCollapsed(!collapsed);
  };
  return (
    <div className={collapsed ? "o-shell o-shell-collapsed" : "o-shell"}>
      <a className="o-skip-link" href="#content">
        Skip to content
      </a>
      <TopBar admin={admin} onOpenSidebar={() => setOpenOn(pathname)} />
      <aside className="o-sidebar o-on-dark">
        <Sidebar role={admin.role} collapsed={collapsed} onToggle={toggle} />
      </aside>
      <Offcanvas
        show={mobileOpen}
        onHide={() => setOpenOn(undefined)}
        className="o-sidebar-sheet o-on-dark"
        aria-label="Menu"
      >
        <div className="o-sidebar-sheet-top">
          <Wordmark />
          <button
            type="button"
            className="btn-close btn-close-white"
            aria-label="Close menu"
            onClick={() => setOpenOn(undefined)}
          />
        </div>
        <Sidebar role={admin.role} collapsed={false} onChosen={() => setOpenOn(undefined)} />
      </Offcanvas>
      <main id="content" tabIndex={-1} className="o-content">
        {!hasTimeZone && (
          <p className="text-body-secondary">This browser names no time zone. All times are in UTC.</p>
        )}
        <Suspense fallback={<Loader />}>
          <Outlet />
        </Suspense>
      </main>
      <KeptScroll />
      <LeaveQuestion />
    </div>
  );
}

const storageKey = "scroll-positions";
const ownScrolling = ["wheel", "pointerdown", "keydown"] as const;

/**
 * Keeps the scroll position of each step of the history. After a page load the router restores it before the
 * rows have arrived, so it is restored again as the page grows, until it is reached or the visitor scrolls.
 */
function KeptScroll() {
  const { key } = useLocation();
  const loaded = useRef(key);
  useEffect(() => {
    const positions = JSON.parse(sessionStore.get(storageKey) ?? "{}") as Record<string, number>;
    const wanted = positions[loaded.current] ?? 0;
    if (wanted === 0) return;
    const grown = new ResizeObserver(() => {
      window.scrollTo(0, wanted);
      if (window.scrollY >= Math.floor(wanted)) grown.disconnect();
    });
    const stop = () => grown.disconnect();
    grown.observe(document.body);
    for (const type of ownScrolling) window.addEventListener(type, stop, { once: true, passive: true });
    return stop;
  }, []);
  return <ScrollRestoration storageKey={storageKey} />;
}
