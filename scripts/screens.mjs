/**
 * Takes the pictures of docs/images from the built product with demo data: screens.jpg in the README, and
 * those of the back office guide, each after its task was done in the product. Run `npm run build && node
 * scripts/screens.mjs [seed]` when the screens have changed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { findOrInstallChromiums } from "./chromium.mjs";
import { guidePictures } from "./screens/guide-pictures.mjs";
import { newParent, startProduct, work } from "./screens/product.mjs";
import { readmePicture } from "./screens/readme-picture.mjs";

const images = fileURLToPath(new URL("../docs/images/", import.meta.url));

function write(name, screenshot) {
  const file = join(images, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, screenshot);
  console.log(`docs/images/${name}: ${Math.round(screenshot.length / 1024)} kB`);
}

const dataDir = mkdtempSync(join(tmpdir(), "screens-"));
const product = await startProduct(dataDir);
const [executablePath] = await findOrInstallChromiums();
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
});
try {
  await work(product.url);
  await newParent(product);
  write("screens.jpg", await readmePicture(browser, product.url));
  for await (const [name, screenshot] of guidePictures(browser, product))
    write(`guide/${name}.jpg`, screenshot);
} finally {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
