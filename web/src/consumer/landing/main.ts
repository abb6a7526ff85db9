import "../../theme/consumer.scss";
import { consumerAudience } from "../../app/audience/consumer-audience.ts";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { bring, chunk } from "../../app/loading/chunk.ts";
import { reopenHere } from "../../app/loading/page-loads.ts";
import { mayPreload, whenIdle } from "../../app/loading/when-idle.ts";
import { screens } from "../screens.ts";
import { prerenderedScreens } from "./prerendered-screens.ts";
import { showFailure, showLoading, showNothing } from "./signs.ts";

// The landing page and the age check are prerendered, so they show without the app. The app is loaded after
// the page or when something is pressed, and takes over the shown screen as it is. Drawn by the app, the page was
// blank for 2.2 s on a slow phone, and the age check came 4 to 7 s after a tap with a weak signal.

const site = chunk(async () => {
  const prerendered = [screens.landing.load(), screens.verifyAge.load()];
  const [{ startSite }] = await Promise.all([import("../site.ts"), ...prerendered]);
  return startSite;
});
const prerendered = prerenderedScreens();
let starting: Promise<void> | undefined;
/** From here on the app decides which screen is shown. */
let isTakingOver = false;
let isRunning = false;

/** Starts the app once. After a failure the next call tries again. */
function start(): Promise<void> {
  starting ??= bring(site, reopenHere)
    .then((startSite) => {
      isTakingOver = true;
      return startSite();
    })
    .then(
      () => {
        isRunning = true;
      },
      (failure: unknown) => {
        starting = undefined;
        isTakingOver = false;
        throw failure;
      },
    );
  return starting;
}

/** Starts the app for an action that the person waits for, and then runs the action. */
function startFor(next: () => void): void {
  showLoading();
  start().then(
    () => {
      showNothing();
      next();
    },
    (failure: unknown) => {
      document.documentElement.classList.remove("o-returning");
      showFailure(failure, () => startFor(next));
    },
  );
}

/** A failure shows no message: the app is loaded again when it is needed. */
const startInAdvance = () =>
  void site
    .load()
    .then(start)
    .catch(() => undefined);
const startWhenIdle = () => whenIdle(() => mayPreload() && startInAdvance());

/** Opens a prerendered screen, with the history that the app's router would write. */
function openPrerendered(path: string): void {
  const { idx = 0 } = window.history.state ?? {};
  window.history.replaceState({ ...window.history.state, idx }, "");
  window.history.pushState({ idx: idx + 1 }, "", path);
  prerendered?.show(path);
  startInAdvance();
}

/** A pressed link waits for the app, which opens it without loading another page. */
function onPress(event: MouseEvent): void {
  if (isRunning || event.defaultPrevented) return;
  showNothing();
  const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event;
  const link = target instanceof Element ? target.closest('a[href^="/"]') : null;
  if (!link || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  const address = link.getAttribute("href") ?? "/";
  if (prerendered?.has(address) && !isTakingOver) {
    openPrerendered(address);
    return;
  }
  startFor(() => {
    const same = document.querySelector<HTMLElement>(`#root a[href="${CSS.escape(address)}"]`);
    same?.focus({ preventScroll: true });
    same?.click();
  });
}

/** A form waits for the app, which has its rules. */
function onSubmit(event: SubmitEvent): void {
  if (isRunning || event.defaultPrevented) return;
  event.preventDefault();
  startFor(() => document.querySelector<HTMLElement>("#root form [type=submit]")?.click());
}

document.addEventListener("click", onPress);
document.addEventListener("submit", onSubmit);
window.addEventListener("popstate", () => !isTakingOver && prerendered?.show(window.location.pathname));
const mayBeSignedIn = localStore.get(consumerAudience.tokenKey) !== undefined;
if (mayBeSignedIn || window.location.hash.length > 1) startFor(() => undefined);
else startWhenIdle();
window.addEventListener("hashchange", () => !isRunning && startFor(() => undefined));
window.addEventListener("online", startWhenIdle);
