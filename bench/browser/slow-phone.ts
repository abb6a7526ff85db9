import type { Browser, Page } from "playwright";

/** A slow 4G connection, in bytes a second and milliseconds. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** The factor by which the phone is slower than this machine. */
const slowdown = 4;

/** The cost of one first visit of a page. Sizes are bytes on the wire, with their headers. */
export interface Visit {
  /** Milliseconds until the largest text or picture was shown. */
  readonly largestPaint: number;
  /** The size of the scripts that the page itself requested. */
  readonly scripts: number;
}

interface Loaded {
  readonly isScript: boolean;
  bytes: number;
}

const isScript = (file: Loaded) => file.isScript;
const bytesOf = (files: readonly Loaded[]) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Opens a page whose first screen is part of its HTML, on a phone without a cache of it. */
export async function visitOnSlowPhone(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const loaded = await throttle(page);
    await page.goto(url, { waitUntil: "load" });
    const own = [...loaded.values()];
    await page.locator("[data-prerendered]").waitFor({ state: "detached" });
    const largestPaint = await page.evaluate<number>(`new Promise((resolve) =>
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime)).observe({
        type: "largest-contentful-paint",
        buffered: true,
      }))`);
    return {
      largestPaint,
      scripts: bytesOf(own.filter(isScript)),
    };
  } finally {
    await context.close();
  }
}

async function throttle(page: Page): Promise<ReadonlyMap<string, Loaded>> {
  const loaded = new Map<string, Loaded>();
  const session = await page.context().newCDPSession(page);
  session.on("Network.responseReceived", ({ requestId, type }) =>
    loaded.set(requestId, { isScript: type === "Script", bytes: 0 }),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = loaded.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", network);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return loaded;
}
