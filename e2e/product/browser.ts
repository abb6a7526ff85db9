import { type Browser, type BrowserContext, chromium, type Page } from "playwright";

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

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 860 } };

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

/** From here on time passes on the page only as the test lets it, with `page.clock`: a busy machine's own doesn't count. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 60_000);
}

function watch(page: Page, troubles: string[]): void {
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) troubles.push(message.text());
  });
  page.on("response", (answer) => {
    if (answer.status() >= 500) troubles.push(`${answer.status()} ${answer.url()}`);
  });
}
