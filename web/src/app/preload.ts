import { useEffect } from "react";
import type { Chunk } from "./chunk.ts";

/** Safari has no `requestIdleCallback`. */
const restMs = 1000;

type Connection = { saveData?: boolean };

/** Whether the person saves data, or nothing can be loaded now. */
const mayPreload = () =>
  navigator.onLine && !(navigator as Navigator & { connection?: Connection }).connection?.saveData;

/** Calls `task` once the page is loaded and the browser has nothing else to do. Returns a function that cancels it. */
function whenIdle(task: () => void): () => void {
  let cancel = () => window.removeEventListener("load", rest);
  function rest() {
    if (window.requestIdleCallback) {
      const handle = window.requestIdleCallback(task);
      cancel = () => window.cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(task, restMs);
      cancel = () => clearTimeout(timer);
    }
  }
  if (document.readyState === "complete") rest();
  else window.addEventListener("load", rest, { once: true });
  return () => cancel();
}

/** Loads what the person is likely to open next, one after the other, so that it opens at once and also without a connection. */
export function usePreload(next: readonly Chunk<unknown>[]): void {
  useEffect(() => {
    let over = false;
    const loadAll = async () => {
      for (const part of next) {
        if (over || !mayPreload()) return;
        // A failure says nothing: when it is opened, it is loaded again.
        await part.load().catch(() => undefined);
      }
    };
    const cancel = whenIdle(() => void loadAll());
    return () => {
      over = true;
      cancel();
    };
  }, [next]);
}
