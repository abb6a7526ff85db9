const mark = "reopened";

/** The browser's information about the connection and about loads of the whole page. Tests make their own. */
export const pageLoads = {
  /** Whether the device has no network at all. A browser can be wrong about that. */
  offline: (): boolean => !navigator.onLine,
  serverAnswers: (): Promise<boolean> =>
    fetch("/", { method: "HEAD", cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    ),
  /**
   * Whether this page was opened by `reopen`. It isn't reopened a second time, so that it never loads in a
   * loop.
   */
  wasReopened: (): boolean => window.history.state?.[mark] === true,
};
export type PageLoads = typeof pageLoads;

/** Loads the whole page at a URL, with the router's `state` for it. */
export function reopen(to: { address: string; state: unknown; push: boolean }): void {
  // The mark is in the history, because it must survive the load even in a browser that stores nothing else.
  const entry = { usr: to.state, [mark]: true };
  if (to.push) window.history.pushState(entry, "", to.address);
  else window.history.replaceState({ ...window.history.state, ...entry }, "", to.address);
  window.location.reload();
}

/** Loads the whole page at its present URL. */
export const reopenHere = (): void =>
  reopen({ address: window.location.href, state: window.history.state?.usr, push: false });

/**
 * Loads a page again that the browser has kept since it was left: Safari does, whatever `Cache-Control` says.
 * Such a page still waits for what its person has long left, and missed a sign-out in another tab. Without a
 * network it stays, because a load would lose it.
 */
export function loadAgainAfterBack(): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && !pageLoads.offline()) window.location.reload();
  });
}
