import type { Browser } from "playwright";
import { onSlowPhone, type SlowPhone, slow4G } from "./slow-phone.ts";

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

/** Opens a page whose first screen is part of its HTML, on a slow phone without a cache of it. */
export const firstVisit = (browser: Browser, url: string): Promise<Visit> =>
  onSlowPhone(browser, slow4G, async (phone) => {
    const { page } = phone;
    const loaded = filesOf(phone);
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
  });

function filesOf({ session }: SlowPhone): ReadonlyMap<string, Loaded> {
  const loaded = new Map<string, Loaded>();
  session.on("Network.responseReceived", ({ requestId, type }) =>
    loaded.set(requestId, { isScript: type === "Script", bytes: 0 }),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = loaded.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  return loaded;
}
