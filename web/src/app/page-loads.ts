/** What the browser knows about the connection and about loads of the whole page. Tests make their own. */
export interface PageLoads {
  /** Whether the device has no network at all. A browser can be wrong about that. */
  offline(): boolean;
  serverAnswers(): Promise<boolean>;
  /** Whether this page was opened by `openAnew`. It isn't opened a second time, so that it never loads in a loop. */
  wasOpenedAnew(): boolean;
}

const mark = "openedAnew";

export const pageLoads: PageLoads = {
  offline: () => !navigator.onLine,
  serverAnswers: () =>
    fetch("/", { method: "HEAD", cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    ),
  wasOpenedAnew: () => window.history.state?.[mark] === true,
};

/** Loads the whole page at an address, with the router's `state` for it. */
export function openAnew(to: { address: string; state: unknown; push: boolean }): void {
  // The mark is in the history, because it has to survive the load even where the browser stores nothing else.
  const entry = { usr: to.state, [mark]: true };
  if (to.push) window.history.pushState(entry, "", to.address);
  else window.history.replaceState({ ...window.history.state, ...entry }, "", to.address);
  window.location.reload();
}

/** Loads the whole page at the address that it has now. */
export const openHereAnew = (): void =>
  openAnew({ address: window.location.href, state: window.history.state?.usr, push: false });
