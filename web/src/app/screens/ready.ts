import type { Router } from "./screens.tsx";

/** Resolves once the router has its first screen. Until then it would show a sign of loading. */
export const ready = (router: Router): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
