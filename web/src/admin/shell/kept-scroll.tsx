import { useEffect, useRef } from "react";
import { ScrollRestoration, useLocation } from "react-router";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";

const storageKey = "scroll-positions";
const ownScrolling = ["wheel", "pointerdown", "keydown"] as const;

/**
 * Keeps the scroll position of each step of the history. After a page load the router restores it before the
 * rows have arrived, so it is restored again as the page grows, until it is reached or the visitor scrolls.
 */
export function KeptScroll() {
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
