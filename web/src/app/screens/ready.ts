import type { Router } from "./screens.tsx";

/** Resolves once the router knows what to show first. Until then it would show that it loads. */
export const ready = (router: Router): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
