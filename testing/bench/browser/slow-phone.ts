import type { Browser, BrowserContext, CDPSession, Page } from "playwright";

export interface Connection {
  /** Milliseconds until an answer begins. */
  readonly latency: number;
  /** Bytes a second. */
  readonly downloadThroughput: number;
  readonly uploadThroughput: number;
}

/** A phone at the edge of its cell. */
export const weakSignal: Connection = {
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};
/** The factor by which the phone is slower than this machine. */
const slowdown = 4;

interface SlowPhone {
  readonly page: Page;
  readonly session: CDPSession;
}

/** Opens an empty page on a slow phone without a cache, and closes it after `use`. */
export async function onSlowPhone<T>(
  browser: Browser,
  connection: Connection,
  use: (phone: SlowPhone) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    return await use(await slowPage(context, connection));
  } finally {
    await context.close();
  }
}

async function slowPage(context: BrowserContext, connection: Connection): Promise<SlowPhone> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: false, ...connection });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return { page, session };
}
