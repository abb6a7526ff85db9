import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright";
import { see } from "./see.ts";

const flags = ["--no-sandbox", "--disable-quic", "--disable-background-networking"];

/** Debian's or anybody's Chromium by CHROMIUM_PATH (`npm test` finds one), else Playwright's own. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({ args: flags, ...(executablePath ? { executablePath } : {}) });
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What went wrong on its pages so far: errors thrown, refused by the content policy, or answered with 5xx. */
  troubles: string[];
}

export const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 860 } };

/** A person with a browser of their own. */
export async function newVisitor(browser: Browser, at: keyof typeof sizes): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: sizes[at],
    hasTouch: at === "phone",
    reducedMotion: "reduce",
    timezoneId: "America/Chicago",
    locale: "en-US",
  });
  const troubles: string[] = [];
  context.on("page", (page) => watch(page, troubles));
  const page = await context.newPage();
  return { page, context, troubles };
}

/** Opens a screen for who is signed in, and signs in by a call where the browser isn't: `asked` stands where it would ask. */
export async function openSignedIn(
  page: Page,
  screen: { address: string; shown: Locator; asked: Locator },
  login: { address: string; email: string; password: string; key: string },
): Promise<void> {
  await page.goto(screen.address);
  await see(screen.shown.or(screen.asked).first()).toBeVisible();
  if (await screen.shown.isVisible()) return;
  const { email, password } = login;
  const answer = await page.context().request.post(login.address, { data: { email, password } });
  if (!answer.ok()) throw new Error(`Sign-in of ${email} answered ${answer.status()}`);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  await page.evaluate(`localStorage.setItem("${login.key}", "${accessToken}")`);
  await page.goto(screen.address);
  await see(screen.shown).toBeVisible();
}

const stopped = new WeakSet<BrowserContext>();

/** Whether time stands still in a context: its clock is that of all its pages, later ones included. */
export const clockIsStopped = (context: BrowserContext): boolean => stopped.has(context);

/** From here on time passes on the page only as the test lets it, with `page.clock`: a busy machine's own doesn't count. */
export async function stopClock(page: Page): Promise<void> {
  stopped.add(page.context());
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 60_000);
}

/** Keeps the answers to a path's calls back until they are let go; counts the calls. */
export async function holdBack(page: Page, path: string) {
  const held: Array<() => void> = [];
  let open = false;
  await page.route(`**${path}`, async (route) => {
    await new Promise<void>((resolve) => (open ? resolve() : held.push(resolve)));
    await route.continue();
  });
  return {
    calls: () => held.length,
    release() {
      open = true;
      for (const go of held) go();
    },
  };
}

/**
 * From its next load on the page is in a browser that, as Safari, gives the focus to no button, link or box that is pressed: it goes to
 * what stands around it, or to nobody.
 */
export const neverFocusWhatIsPressed = (page: Page) =>
  page.addInitScript(`window.addEventListener("mousedown", (event) => {
    const pressed = event.target.closest("button, a, label, [type=checkbox], [type=radio], [type=file]");
    if (!pressed || event.defaultPrevented) return;
    event.preventDefault();
    const around = pressed.parentElement.closest("[tabindex]");
    if (around) around.focus({ preventScroll: true });
    else document.activeElement.blur();
  })`);

/** Whether somebody who works by keyboard still has a place on the page. */
export const focusIsSomewhere = (page: Page) =>
  page.evaluate<boolean>("document.activeElement !== null && document.activeElement !== document.body");

function watch(page: Page, troubles: string[]): void {
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) troubles.push(message.text());
  });
  page.on("requestfailed", (request) => {
    // Chromium drops what is under way when a network interface comes or goes, as when a container starts: no fault of the product's.
    if (/ERR_NETWORK_CHANGED/.test(request.failure()?.errorText ?? ""))
      troubles.push(`This machine's network changed while ${request.url()} was loading: try again`);
  });
  page.on("response", (answer) => {
    if (answer.status() >= 500) troubles.push(`${answer.status()} ${answer.url()}`);
  });
}
