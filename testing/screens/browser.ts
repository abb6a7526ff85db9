import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright";
import { see } from "./see.ts";

const flags = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--renderer-process-limit=1",
];

/** Launches the Chromium at CHROMIUM_PATH, which the set-up of the browser tests sets. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({ args: flags, ...(executablePath ? { executablePath } : {}) });
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** The faults on its pages: thrown errors, violations of the content security policy, answers with 5xx. */
  troubles: string[];
}

export const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 860 } };

/** A visitor with a separate browser context. */
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

/** The API call of a sign-in. `key` is the name of the token in storage, `cookie` that of the session. */
interface Login {
  address: string;
  email: string;
  password: string;
  key: string;
  cookie: string;
}

/**
 * Opens a screen that needs a sign-in. Signs in first if the browser has no session, or if `asked` (the
 * sign-in screen) shows instead.
 */
export async function openSignedIn(
  page: Page,
  screen: { address: string; shown: Locator; asked: Locator },
  login: Login,
): Promise<void> {
  const cookies = await page.context().cookies(login.address);
  if (!cookies.some(({ name }) => name === login.cookie)) await signInByCall(page, login);
  await page.goto(screen.address);
  await see(screen.shown.or(screen.asked).first()).toBeVisible();
  if (await screen.shown.isVisible()) return;
  await signInByCall(page, login);
  await page.goto(screen.address);
  await see(screen.shown).toBeVisible();
}

async function signInByCall(page: Page, { address, email, password, key }: Login): Promise<void> {
  const answer = await page.context().request.post(address, { data: { email, password } });
  if (!answer.ok()) throw new Error(`Sign-in of ${email} answered ${answer.status()}`);
  const { accessToken } = (await answer.json()) as { accessToken: string };
  // The smallest page of the product, because only pages have storage.
  await page.goto(new URL("/robots.txt", address).href);
  await page.evaluate(`localStorage.setItem("${key}", "${accessToken}")`);
}

/** Delays the calls to a path until `release`, and counts them. */
export async function holdBack(page: Page, path: string) {
  const held: Array<() => void> = [];
  let open = false;
  let calls = 0;
  await page.route(`**${path}`, async (route) => {
    calls += 1;
    await new Promise<void>((resolve) => (open ? resolve() : held.push(resolve)));
    await route.continue();
  });
  return {
    calls: () => calls,
    release() {
      open = true;
      for (const go of held) go();
    },
  };
}

/**
 * From the next page load on, pressing a button, link or checkbox doesn't focus it, as in Safari. The focus
 * goes to the nearest focusable element around it, or to the body.
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

/** Whether an element of the page, and not the body, has the focus. */
export const focusIsSomewhere = (page: Page) =>
  page.evaluate<boolean>("document.activeElement !== null && document.activeElement !== document.body");

function watch(page: Page, troubles: string[]): void {
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) troubles.push(message.text());
  });
  page.on("requestfailed", (request) => {
    // Chromium cancels requests when a network interface is added or removed, e.g. at the start of a
    // container. The product is not the cause.
    if (/ERR_NETWORK_CHANGED/.test(request.failure()?.errorText ?? ""))
      troubles.push(`This machine's network changed while ${request.url()} was loading: try again`);
  });
  page.on("response", (answer) => {
    if (answer.status() >= 500) troubles.push(`${answer.status()} ${answer.url()}`);
  });
}
