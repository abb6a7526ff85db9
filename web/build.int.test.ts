import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { consumerAudience } from "./src/app/audience/consumer-audience.ts";

const pages = ["index.html", "landing/index.html", "admin/index.html"];
const dist = fileURLToPath(new URL("dist/", import.meta.url));
const assets = join(dist, "assets");
const read = (file: string) => readFileSync(join(assets, file), "utf8");
const assetsLike = (name: RegExp) => readdirSync(assets).filter((file) => name.test(file));

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

/** The given files and their static imports, without the files that they load later. */
function withImports(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    if (file.endsWith(".js")) withImports(namesIn(read(file), /(?:from|import)"\.\/([^"]+)"/g), found);
  }
  return found;
}

/** The assets that a page names. */
const namedBy = (page: string, extensions: string): string[] =>
  namesIn(readFileSync(join(dist, page), "utf8"), new RegExp(`"/assets/([^"]+\\.(?:${extensions}))"`, "g"));

const compressedSize = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(join(assets, `${file}.br`)).byteLength, 0);

const compressed = (file: string) => brotliCompressSync(readFileSync(join(dist, file))).byteLength;

test("the landing page needs at most 10 kB of compressed scripts to show and to react to a press", () => {
  const scripts = [...withImports(namedBy("landing/index.html", "js"))];
  expect(scripts.length).toBeGreaterThan(0);
  expect(compressedSize(scripts) + compressed("start-check.js")).toBeLessThan(10_000);
});

test("the landing page with its scripts, styles and fonts has at most 75 kB when compressed", () => {
  const files = [...withImports(namedBy("landing/index.html", "js|css"))];
  const fonts = namedBy("landing/index.html", "woff2");
  expect(fonts).toHaveLength(2);
  const inFonts = fonts.reduce((sum, font) => sum + readFileSync(join(assets, font)).byteLength, 0);
  const bytes =
    compressed("landing/index.html") + compressed("start-check.js") + compressedSize(files) + inFonts;
  expect(bytes).toBeLessThan(75_000);
});

/** The one script of this name. */
const script = (name: string) => {
  const found = assetsLike(new RegExp(`^${name}-[\\w-]{8}\\.js$`));
  expect(found).toHaveLength(1);
  return found;
};

test("the app that takes over the landing page or the age check has at most 9 scripts and 147 kB when compressed", () => {
  const files = [...withImports([...namedBy("index.html", "js"), ...script("registration")])];
  expect(files.length).toBeGreaterThan(5);
  expect(files.length).toBeLessThan(10);
  expect(compressedSize(files)).toBeLessThan(147_000);
});

test.each([
  ["sign-in", ["login-page", "forgot-password-page", "reset-password-page"], 4_000],
  ["ornaments", ["pin-pages", "account-created-page", "pin-authorization-page"], 10_000],
  ["devices", ["maximum-devices-page", "forget-device-page"], 4_000],
  ["dialogs", ["url-hash-dialogs", "help", "how-it-works"], 7_000],
])("the screens of the flow %s are one script", (flow, screens, atMost) => {
  expect(compressedSize(script(flow))).toBeLessThan(atMost);
  const found = assetsLike(new RegExp(`^(${screens.join("|")})-.*\\.js$`));
  // The back office has screens of the same names.
  expect(found.filter((file) => read(script(flow)[0] ?? "").includes(file))).toEqual([]);
});

test("the start check looks for the token where the app keeps it", () => {
  const code = readFileSync(join(dist, "start-check.js"), "utf8");
  expect(code).toContain(`localStorage.getItem("${consumerAudience.tokenKey}")`);
});

test("no script of the web contains zod", () => {
  const mark = "$ZodError";
  const zod = dirname(createRequire(import.meta.url).resolve("zod/v4/core"));
  expect(readFileSync(join(zod, "errors.cjs"), "utf8")).toContain(mark);
  expect(assetsLike(/\.js$/).filter((file) => read(file).includes(mark))).toEqual([]);
});

test.each(["consumer", "admin"])("every custom property that a style of the %s page reads is set", (app) => {
  const other = app === "admin" ? "consumer" : "admin";
  const text = assetsLike(new RegExp(`^(?!(${other}|apiDocs)-).*\\.css$`))
    .map(read)
    .join("\n");
  const set = new Set(namesIn(text, /(--[\w-]+):/g));
  // Bootstrap sets this property only for texts with another alignment.
  set.add("--bs-body-text-align");
  const unset = namesIn(text, /var\((--[\w-]+)\)/g).filter((name) => !set.has(name));
  expect([...new Set(unset)]).toEqual([]);
});

test("all styles of a site are in the one file that its page names, so that no screen opens without them", () => {
  const named = new Set([...pages, "api-docs/index.html"].flatMap((page) => namedBy(page, "css")));
  expect(named.size).toBe(3);
  expect(new Set(assetsLike(/\.css$/))).toEqual(named);
});

// TypeScript knows no JavaScript functions newer than ES2022 (`lib` in tsconfig.json), but all functions of
// the DOM.
test("no script uses a function or syntax that the oldest browsers lack", () => {
  const newer =
    /\.(toSorted|toReversed|toSpliced|findLast|withResolvers|canParse|isWellFormed|toWellFormed)\(|\.fromAsync\(|Object\.groupBy|AbortSignal\.(any|timeout)|\(\?<[=!]|\bstatic\{/;
  // Swagger UI is a library for developers, whose browsers are newer.
  const scripts = assetsLike(/^(?!apiDocs-).*\.js$/);
  const found = scripts.map((file) => ({ file, found: newer.exec(read(file))?.[0] }));
  expect(found.filter((script) => script.found !== undefined)).toEqual([]);
});

test("no style uses color-mix, which the oldest browsers lack", () => {
  const styles = assetsLike(/\.css$/);
  expect(styles.length).toBeGreaterThan(1);
  expect(styles.filter((file) => read(file).includes("color-mix("))).toEqual([]);
});

test("the pages run the start check before the app, and it is written in ES5", () => {
  for (const page of pages) {
    const text = readFileSync(join(dist, page), "utf8");
    const [check, app] = [text.indexOf('<script src="/start-check.js">'), text.indexOf('type="module"')];
    expect(check).toBeGreaterThan(0);
    expect(check).toBeLessThan(app);
  }
  const code = readFileSync(join(dist, "start-check.js"), "utf8").replace(/^\s*\/\/.*$/gm, "");
  expect(code.length).toBeLessThan(2_500);
  expect(code).not.toMatch(/=>|`|\?\.|\?\?|\.\.\.|\b(let|const|class|async|of)\b|,\s*\)/);
});
