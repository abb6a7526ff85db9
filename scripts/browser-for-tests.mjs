/** Jest's set-up of the browser tests: without CHROMIUM_PATH they use the same browser as `npm test`. */
import { findOrInstallChromiums } from "./chromium.mjs";

export default async function nameBrowser() {
  const [browser] = await findOrInstallChromiums();
  if (browser === undefined)
    throw new Error("No Chromium was found and none could be installed; CHROMIUM_PATH can name one");
  process.env.CHROMIUM_PATH = browser;
}
