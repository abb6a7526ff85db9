/** Finds the browsers for the tests: CHROMIUM_PATH, an installed one, Debian's package or Playwright's. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The headless shell comes first: it takes about half of the processor time of a whole browser. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The browsers for the tests. CHROMIUM_PATH may name several, separated as in PATH; each must exist. Without
 * it, the first one that is found or can be installed; an empty list without any.
 */
export async function findOrInstallChromiums() {
  const named = (process.env.CHROMIUM_PATH ?? "").split(delimiter).filter((file) => file !== "");
  const missing = named.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`CHROMIUM_PATH names ${missing.join(", ")}, which does not exist`);
  if (named.length > 0) return named;
  const found =
    onThisMachine() ?? (await playwrightsOwn()) ?? debiansPackage() ?? (await fetchPlaywrightsOwn());
  return found === undefined ? [] : [found];
}

/** A browser's name and version, such as `Chromium 150.0.7871.100`. */
export function versionOf(browser) {
  const { stdout } = spawnSync(browser, ["--version"], { encoding: "utf8" });
  return /\S+ [\d.]+/.exec(stdout ?? "")?.[0] ?? browser;
}

function onThisMachine() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...places].find((file) => existsSync(file));
}

async function playwrightsOwn() {
  const { chromium } = await import("playwright");
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : undefined;
}

function debiansPackage() {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return undefined;
  console.log("Installing Debian's Chromium for the browser tests…");
  const elevate = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...parameters) => {
    const [command, ...rest] = [...elevate, "apt-get", ...parameters];
    return spawnSync(command, rest, {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  };
  const install = () =>
    ["chromium-headless-shell", "chromium"].some((name) => apt("install", "-y", name).status === 0);
  if (!install()) {
    apt("update");
    install();
  }
  return onThisMachine();
}

async function fetchPlaywrightsOwn() {
  console.log("Fetching Playwright's own Chromium for the browser tests…");
  spawnSync(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"], {
    stdio: "inherit",
  });
  return playwrightsOwn();
}
