import "../../theme/consumer.scss";
import { consumerAudience } from "../../app/audience/consumer-audience.ts";
import { localStore } from "../../app/browser-storage/safe-storage.ts";
import { bring, chunk } from "../../app/loading/chunk.ts";
import { reopenHere } from "../../app/loading/page-loads.ts";
import { mayPreload, whenIdle } from "../../app/loading/when-idle.ts";
import { screens } from "../screens.ts";
import { showFailure, showLoading, showNothing } from "./signs.ts";

// The landing page is prerendered, so it shows without the app. The app is loaded when the browser is idle or
// when something is pressed, and takes over the page as it is. See
// docs/decisions/0034-the-landing-page-comes-before-the-app.md

const site = chunk(async () => {
  const [{ startSite }] = await Promise.all([import("../site.ts"), screens.landing.load()]);
  return startSite;
});
let starting: Promise<void> | undefined;
let isRunning = false;

/** Starts the app once. After a failure the next call tries again. */
function start(): Promise<void> {
  starting ??= bring(site, reopenHere)
    .then((startSite) => startSite())
    .then(
      () => {
        isRunning = true;
      },
      (failure: unknown) => {
        starting = undefined;
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
const startWhenIdle = () =>
  whenIdle(() => {
    if (mayPreload())
      void site
        .load()
        .then(start)
        .catch(() => undefined);
  });

/** A pressed link waits for the app, which opens it without loading another page. */
function onPress(event: MouseEvent): void {
  if (isRunning || event.defaultPrevented) return;
  showNothing();
  const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event;
  const link = target instanceof Element ? target.closest('a[href^="/"]') : null;
  if (!link || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  const address = link.getAttribute("href") ?? "/";
  startFor(() => {
    const same = document.querySelector<HTMLElement>(`#root a[href="${CSS.escape(address)}"]`);
    same?.focus({ preventScroll: true });
    same?.click();
  });
}

document.addEventListener("click", onPress);
const mayBeSignedIn = localStore.get(consumerAudience.tokenKey) !== undefined;
if (mayBeSignedIn || window.location.hash.length > 1) startFor(() => undefined);
else startWhenIdle();
window.addEventListener("hashchange", () => !isRunning && startFor(() => undefined));
window.addEventListener("online", startWhenIdle);
