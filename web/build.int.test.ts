import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const dist = fileURLToPath(new URL("dist/", import.meta.url));
const assets = join(dist, "assets");
const read = (file: string) => readFileSync(join(assets, file), "utf8");

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

/** The given files and what they import at once, without what they load later. */
function withImports(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    if (file.endsWith(".js")) withImports(namesIn(read(file), /(?:from|import)"\.\/([^"]+)"/g), found);
  }
  return found;
}

/** What a first visit to the landing page loads, beside fonts and pictures. */
function landingPageFiles(): string[] {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const named = namesIn(page, /"\/assets\/([^"]+\.(?:js|css))"/g);
  const screen = readdirSync(assets).filter((file) => /^landing-page-.*\.js$/.test(file));
  expect(screen).toHaveLength(1);
  return [...withImports([...named, ...screen])];
}

test("the landing page loads at most 140 kB of scripts and styles, compressed", () => {
  const files = landingPageFiles();
  expect(files.length).toBeGreaterThan(8);
  const bytes = files.reduce((sum, file) => sum + readFileSync(join(assets, `${file}.br`)).byteLength, 0);
  expect(bytes).toBeLessThan(140_000);
});

test("no script of the web contains zod", () => {
  const mark = "$ZodError";
  const zod = dirname(createRequire(import.meta.url).resolve("zod/v4/core"));
  expect(readFileSync(join(zod, "errors.cjs"), "utf8")).toContain(mark);
  const scripts = readdirSync(assets).filter((file) => file.endsWith(".js"));
  expect(scripts.filter((file) => read(file).includes(mark))).toEqual([]);
});

test("the build doesn't contain the page of all controls", () => {
  const title = "Every control in every state";
  expect(readFileSync(new URL("src/controls/controls-page.tsx", import.meta.url), "utf8")).toContain(title);
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => file.includes("controls"))).toEqual([]);
  const scripts = files.filter((file) => file.endsWith(".js"));
  expect(scripts.filter((file) => readFileSync(join(dist, file), "utf8").includes(title))).toEqual([]);
});
