/**
 * Before `npm start`, `npm run dev` and `npm test`: installs and builds if the lock file or a source changed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isBuilt } from "./build-stamp.mjs";

const installStamp = "node_modules/.ornament-install";

/** Ends the process with one line if the product doesn't run on this Node.js. */
export function endOnOlderNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Ornament needs Node.js 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}

/** npm runs a script in a shell that ends at a SIGTERM without passing it on. This process then ends, too. */
export function endWithShellOf(script) {
  if (process.env.npm_lifecycle_event !== script) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
}

/**
 * Installs exactly the packages of the lock file, unless they are installed already.
 * @param {{ withTools: boolean }} needed whether the packages of development and tests are needed, too. Where they
 *   are installed, they stay; where only they are missing, the others stay, because a product may be running on them.
 */
export function installWhereNeeded({ withTools }) {
  const lock = readFileSync("package-lock.json", "utf8");
  const wanted = createHash("sha256").update(lock).digest("hex");
  const stamps = { whole: `${wanted} whole`, withoutTools: `${wanted} without tools` };
  const stamp = readIfThere(installStamp);
  if (stamp === stamps.whole || (stamp === stamps.withoutTools && !withTools)) return;
  const { packages } = JSON.parse(lock);
  const installed = JSON.parse(
    readIfThere("node_modules/.package-lock.json") ?? '{ "packages": {} }',
  ).packages;
  const whole = withTools || Object.values(installed).some(({ dev }) => dev);
  if (!isInstalled(packages, installed, whole)) {
    console.error("Installing…");
    const adds = isInstalled(packages, installed, false);
    run(process.platform === "win32" ? "npm.cmd" : "npm", [
      ...(adds ? ["install", "--no-save"] : ["ci"]),
      whole ? "--include=dev" : "--omit=dev",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ]);
  }
  writeFileSync(installStamp, whole ? stamps.whole : stamps.withoutTools);
}

/** Whether the needed packages of the lock file for this system are there, as npm's record of its last install says. */
function isInstalled(packages, installed, withTools) {
  return Object.entries(packages)
    .filter(([path, { dev }]) => path.includes("node_modules/") && (withTools || !dev))
    .every(([path, wanted]) => {
      const found = existsSync(path) ? installed[path] : undefined;
      if (!found) return wanted.optional === true && !isMadeForThisSystem(wanted);
      return found.version === wanted.version && found.integrity === wanted.integrity;
    });
}

function isMadeForThisSystem({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || (cpu && !cpu.includes(process.arch))) return false;
  return !libc || libc.includes(process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl");
}

/** Builds the services and the web when a source has changed since the last build. */
export function buildWhereNeeded() {
  if (isBuilt()) return;
  console.error("Building…");
  run(process.execPath, ["scripts/build.mjs"]);
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

function run(command, parameters) {
  // A program may read the standard output of the following command.
  const stdio = ["inherit", process.stderr, process.stderr];
  const { status } = spawnSync(command, parameters, { stdio, shell: command.endsWith(".cmd") });
  if (status !== 0) process.exit(status ?? 1);
}
