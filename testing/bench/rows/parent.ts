import { setTimeout as pause } from "node:timers/promises";
import { demoPin, pinFile } from "@ornament/testing/files/pin-file";
import { median } from "@ornament/testing/suites/percentile";
import type { Browser } from "playwright";
import { openChromium } from "../browser/open-chromium.ts";
import { ParentsWay } from "../browser/parents-way.ts";
import { onSlowPhone, weakSignal } from "../browser/slow-phone.ts";
import type { Line, Row } from "./row.ts";

/** The time in which a parent reads the landing page. */
const readingMs = 3_000;

/**
 * A parent's main job in Chromium on a throttled phone: a weak signal, and a processor four times slower than
 * this one. Half of the parents tap as soon as the button is painted; the others read first.
 */
export const parent: Row = {
  name: "parent",
  needs: "empty",
  async measure({ product, sizes }) {
    const browser = await openChromium();
    if (!browser) {
      console.log("parent: skipped, because no Chromium was found. CHROMIUM_PATH can name one.");
      return [];
    }
    const { url } = product.running;
    const walks = sizes.quick ? 1 : 3;
    await product.api.importPins(product.admin, pinFile(2 * walks));
    const hasty: Walk[] = [];
    const reading: Walk[] = [];
    try {
      for (let walk = 1; walk <= walks; walk += 1) {
        hasty.push(await walkOf(browser, url, 0, 2 * walk - 1));
        reading.push(await walkOf(browser, url, readingMs, 2 * walk));
      }
    } finally {
      await browser.close();
    }
    const line = (what: string, walked: Walk[], of: (walk: Walk) => number, atMost: number): Line => ({
      what: `Weak signal: ${what}`,
      measured: median(walked.map(of)),
      unit: "ms",
      bound: { atMost },
    });
    return [
      line("landing page painted", [...hasty, ...reading], ({ painted }) => painted, 3_000),
      line("age check after a tap at the first paint", hasty, firstWait, 2_000),
      line("age check after a tap 3 s later", reading, firstWait, 2_000),
      line("all waits to Watch, first tap at the first paint", hasty, sumOfWaits, 12_000),
      line("all waits to Watch, first tap 3 s later", reading, sumOfWaits, 12_000),
      {
        what: "Taps from the landing page to Watch",
        measured: hasty[0]?.taps ?? 0,
        unit: "taps",
        bound: { atMost: 14 },
      },
    ];
  },
};

interface Walk {
  /** Milliseconds until the buttons of the landing page were painted. */
  readonly painted: number;
  readonly waits: readonly number[];
  readonly taps: number;
}

const firstWait = ({ waits }: Walk) => waits[0] ?? Number.POSITIVE_INFINITY;
const sumOfWaits = ({ waits }: Walk) => waits.reduce((sum, wait) => sum + wait, 0);

const walkOf = (browser: Browser, url: string, reads: number, n: number): Promise<Walk> =>
  onSlowPhone(browser, weakSignal, async ({ page }) => {
    const way = new ParentsWay(page, url);
    const painted = await way.openLandingPage();
    await pause(reads);
    await way.createAccount();
    await way.toPlayer(`parent.${n}@example.org`, demoPin(n));
    console.log(`parent: painted ${painted.toFixed(0)}, waits ${way.waits.map(Math.round).join(", ")} ms`);
    return { painted, waits: way.waits, taps: way.taps };
  });
