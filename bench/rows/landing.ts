import { median } from "@ornament/testing/suites/percentile";
import { firstVisit, type Visit } from "../browser/first-visit.ts";
import { openChromium } from "../browser/open-chromium.ts";
import type { Line, Row } from "./row.ts";

/**
 * First visits of the landing page in Chromium on a throttled phone: slow 4G, and a processor four times
 * slower than this one.
 */
export const landing: Row = {
  name: "landing",
  needs: "empty",
  async measure({ product, sizes }) {
    const browser = await openChromium();
    if (!browser) {
      console.log("landing: skipped, because no Chromium was found. CHROMIUM_PATH can name one.");
      return [];
    }
    const visits: Visit[] = [];
    try {
      for (let visit = 0; visit < (sizes.quick ? 2 : 7); visit += 1)
        visits.push(await firstVisit(browser, product.running.url));
    } finally {
      await browser.close();
    }
    const line = (what: string, of: keyof Visit, unit: "ms" | "kB", atMost: number): Line => ({
      what: `Landing page: ${what}`,
      measured: median(visits.map((visit) => visit[of])) / (unit === "kB" ? 1_000 : 1),
      unit,
      bound: { atMost },
    });
    return [
      line("largest paint on a slow phone", "largestPaint", "ms", 1_600),
      line("scripts, compressed", "scripts", "kB", 70),
    ];
  },
};
