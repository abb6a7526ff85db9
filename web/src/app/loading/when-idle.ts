/**
 * The longest wait for an idle browser, in milliseconds: animations can leave it no idle moment. Safari has no
 * `requestIdleCallback` and always waits so long.
 */
const restMs = 300;

type Connection = { saveData?: boolean };

/** Whether parts may be loaded in advance: not if the person saves data, or if nothing can be loaded now. */
export const mayPreload = () =>
  navigator.onLine && !(navigator as Navigator & { connection?: Connection }).connection?.saveData;

/**
 * Calls `task` once the page is loaded and the browser has nothing else to do, or after a short wait. Returns
 * a function that cancels it.
 */
export function whenIdle(task: () => void): () => void {
  let cancel = () => window.removeEventListener("load", rest);
  function rest() {
    if (window.requestIdleCallback) {
      const handle = window.requestIdleCallback(task, { timeout: restMs });
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
