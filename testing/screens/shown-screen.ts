import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright";
import { sizes } from "./browser.ts";

/** The rules of WCAG 2.2 AA, and those that the authors of axe recommend. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Half as long as the source that the package exports. */
const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

interface Findings {
  violations: { id: string; help: string; nodes: { target: string[] }[] }[];
}

async function findingsOf(page: Page, runOnly: object): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  const { violations } = await page.evaluate<Findings>(
    `axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ["violations"] })})`,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`),
  );
}

/** Ends running transitions, so that no colour is measured in the middle of its change. */
const endTransitions = `document.getAnimations().forEach((animation) => {
  if (animation.effect?.getComputedTiming().endTime < Infinity) animation.finish();
})`;

/**
 * What axe finds on a screen as it is shown now: every rule in the light, and the contrast in the dark. A
 * finding names the rule, its meaning and the element.
 */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(endTransitions);
  const found = await findingsOf(page, { type: "tag", values: tags });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(endTransitions);
  const inTheDark = await findingsOf(page, { type: "rule", values: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  return [...found, ...inTheDark.map((finding) => `dark: ${finding}`)];
}

const television = { width: 1920, height: 1080 };
const looks = [
  { look: "light", media: { colorScheme: "light", forcedColors: "none" } },
  { look: "dark", media: { colorScheme: "dark", forcedColors: "none" } },
  { look: "forced", media: { colorScheme: "dark", forcedColors: "active" } },
] as const;

/**
 * Takes pictures of a screen at 390, 1280 and 1920 px, light, dark and with forced colours, in the folder
 * SCREENS_DIR. Without this variable it takes none.
 */
export async function takePictures(page: Page, name: string): Promise<void> {
  const { SCREENS_DIR: folder } = process.env;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const before = page.viewportSize();
  for (const size of [sizes.phone, sizes.desk, television]) {
    await page.setViewportSize(size);
    for (const { look, media } of looks) {
      await page.emulateMedia(media);
      await page.evaluate(endTransitions);
      const file = `${name.replace(/[^\w]+/g, "-")}-${size.width}-${look}.png`;
      await page.screenshot({ path: join(folder, file) });
    }
  }
  await page.emulateMedia(looks[0].media);
  if (before) await page.setViewportSize(before);
}
