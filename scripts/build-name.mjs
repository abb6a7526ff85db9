/** The name of a build: the version, and the commit if it is known. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Such as `1.2.0+4cc7b56`, with `-dirty` after uncommitted changes. The image is built without a repository,
 * so its build gets the commit as `ORNAMENT_COMMIT`; without it the name is the version alone.
 */
export function buildName() {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const commit = process.env.ORNAMENT_COMMIT || commitOfRepository();
  return commit ? `${version}+${commit.slice(0, 40)}` : version;
}

/** Prints the build's name and ends, if `--version` is the first parameter. */
export function endOnVersion() {
  if (process.argv[2] !== "--version") return;
  console.log(buildName());
  process.exit(0);
}

function commitOfRepository() {
  const describe = ["describe", "--always", "--dirty", "--exclude=*"];
  const { status, stdout } = spawnSync("git", describe, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}
