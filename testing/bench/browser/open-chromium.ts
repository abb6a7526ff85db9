import { existsSync } from "node:fs";
import { delimiter } from "node:path";
import type { Browser } from "playwright";

const places = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Opens the Chromium that CHROMIUM_PATH names, or an installed one; `undefined` if there is none. */
export async function openChromium(): Promise<Browser | undefined> {
  // The package is missing where only the product runs.
  const playwright = await import("playwright").catch(() => undefined);
  if (!playwright) return undefined;
  const { chromium } = playwright;
  const named = (process.env.CHROMIUM_PATH ?? "").split(delimiter);
  const executablePath = [...named, chromium.executablePath(), ...places].find((file) => existsSync(file));
  return executablePath === undefined
    ? undefined
    : chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-background-networking"] });
}
