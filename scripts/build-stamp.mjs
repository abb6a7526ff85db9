/**
 * Records for a whole build the sources it was made from, so that a new build is only made after a change.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const buildStamp = "dist/.stamp";
const sources = [
  "contracts",
  "platform",
  "services",
  "embedded",
  "testing",
  "tools",
  "web",
  "scripts/build-name.mjs",
  "scripts/build.mjs",
  "scripts/programs.mjs",
  "package-lock.json",
];
const passedOver = new Set(["node_modules", "dist"]);

/** The state of all sources. Taken before a build, so that a change during it is noticed. */
export function sourceState() {
  const hash = createHash("sha256");
  const visit = (path) => {
    const stats = statSync(path);
    if (stats.isFile()) return void hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
    for (const name of readdirSync(path).sort()) if (!passedOver.has(name)) visit(join(path, name));
  };
  sources.forEach(visit);
  return hash.digest("hex");
}

export const stampBuild = (state) => writeFileSync(buildStamp, state);

/** Whether the last whole build was made from the current sources. */
export const isBuilt = () =>
  existsSync(buildStamp) &&
  existsSync("web/dist/index.html") &&
  readFileSync(buildStamp, "utf8") === sourceState();
