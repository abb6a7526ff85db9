/** Finds a Chromium for the tests: one that exists, else Playwright's own, else Debian's package. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

function onPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...candidates, ...places].find((file) => file && existsSync(file));
}

async function playwrightsOwn() {
  const { chromium } = await import("playwright");
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : undefined;
}

function install() {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return;
  console.log("Installing Debian's chromium package for the browser tests…");
  const elevate = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...parameters) => {
    const [command, ...rest] = [...elevate, "apt-get", ...parameters];
    return spawnSync(command, rest, {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  };
  if (apt("install", "-y", "chromium").status === 0) return;
  apt("update");
  apt("install", "-y", "chromium");
}

/** The path of a browser, or `undefined` when none is found and none can be installed. */
export async function findOrInstallChromium() {
  const found = onPath() ?? (await playwrightsOwn());
  if (found) return found;
  install();
  return onPath();
}
