const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The pause before the next run, in milliseconds: short at first, longer later. `undefined` after a day ends
 * the runs.
 */
export function pauseAfter(elapsed: number): number | undefined {
  if (elapsed < minute) return 5_000;
  if (elapsed < 10 * minute) return 15_000;
  return elapsed < day ? 30_000 : undefined;
}

/**
 * Repeats `work` while the page is visible. It also runs immediately when the person comes back to the page,
 * when the connection is back, and when another tab stores something. Runs never overlap, and a failure
 * doesn't end them. Returns a function that ends them.
 */
export function repeatWhileVisible(work: () => Promise<unknown>): () => void {
  const began = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let ended = false;

  const plan = () => {
    clearTimeout(timer);
    const pause = pauseAfter(Date.now() - began);
    if (!ended && pause !== undefined) timer = setTimeout(() => void run(), pause);
  };
  const run = async () => {
    const over = pauseAfter(Date.now() - began) === undefined;
    if (running || ended || over || document.visibilityState !== "visible") return;
    clearTimeout(timer);
    running = true;
    await work().catch(() => undefined);
    running = false;
    plan();
  };

  const onReturn = () => void run();
  const returns = ["focus", "pageshow", "online", "storage"] as const;
  for (const name of returns) window.addEventListener(name, onReturn);
  document.addEventListener("visibilitychange", onReturn);
  onReturn();
  return () => {
    ended = true;
    clearTimeout(timer);
    for (const name of returns) window.removeEventListener(name, onReturn);
    document.removeEventListener("visibilitychange", onReturn);
  };
}
