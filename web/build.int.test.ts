import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { oldestBrowsers } from "./oldest-browsers.ts";

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

test.each(["consumer", "admin"])("every custom property that a style of the %s page reads is set", (app) => {
  const other = app === "admin" ? /^consumer-/ : /^admin-/;
  const styles = readdirSync(assets).filter((file) => file.endsWith(".css") && !other.test(file));
  const text = styles.map(read).join("\n");
  const set = new Set(namesIn(text, /(--[\w-]+):/g));
  // Bootstrap sets this one only where texts are aligned in another way.
  set.add("--bs-body-text-align");
  const unset = namesIn(text, /var\((--[\w-]+)\)/g).filter((name) => !set.has(name));
  expect([...new Set(unset)]).toEqual([]);
});

describe("the oldest browsers", () => {
  test("both pages and the README name the oldest browsers that the build is made for", () => {
    const { safari, chrome, firefox } = oldestBrowsers;
    const names = [`Safari ${safari}`, `Chrome and Edge ${chrome}`, `Firefox ${firefox}`];
    for (const page of ["index.html", "admin/index.html"]) {
      const text = readFileSync(join(dist, page), "utf8");
      for (const name of names) expect(text).toContain(name);
    }
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    for (const name of names) expect(readme).toContain(name);
  });

  // TypeScript knows no JavaScript functions newer than ES2022 (`lib` in tsconfig.json), but all functions of the DOM.
  test("no script uses a function or syntax that the oldest browsers lack", () => {
    const newer =
      /\.(toSorted|toReversed|toSpliced|findLast|withResolvers|canParse|isWellFormed|toWellFormed)\(|\.fromAsync\(|Object\.groupBy|AbortSignal\.(any|timeout)|\(\?<[=!]|\bstatic\{/;
    const scripts = readdirSync(assets).filter((file) => file.endsWith(".js"));
    const found = scripts.map((file) => ({ file, found: newer.exec(read(file))?.[0] }));
    expect(found.filter((script) => script.found !== undefined)).toEqual([]);
  });

  test("no style mixes colours, which the oldest browsers can't", () => {
    const styles = readdirSync(assets).filter((file) => file.endsWith(".css"));
    expect(styles.length).toBeGreaterThan(1);
    expect(styles.filter((file) => read(file).includes("color-mix("))).toEqual([]);
  });

  test("both pages run the start check before the app, and it is written in ES5", () => {
    for (const page of ["index.html", "admin/index.html"]) {
      const text = readFileSync(join(dist, page), "utf8");
      const [check, app] = [
        text.indexOf('<script defer src="/start-check.js">'),
        text.indexOf('type="module"'),
      ];
      expect(check).toBeGreaterThan(0);
      expect(check).toBeLessThan(app);
    }
    const code = readFileSync(join(dist, "start-check.js"), "utf8").replace(/^\s*\/\/.*$/gm, "");
    expect(code.length).toBeLessThan(2_000);
    expect(code).not.toMatch(/=>|`|\?\.|\?\?|\.\.\.|\b(let|const|class|async|of)\b|,\s*\)/);
  });
});
