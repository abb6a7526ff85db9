/**
 * Checks the imports: no circle between files, none between folders at any level, and the directions between
 * the layers of a service. Type imports count. Tests and their own kits are left out; the kit that suites
 * share, `testing/`, is not.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { circlesIn } from "./structure/circles.mjs";
import { importGraph } from "./structure/import-graph.mjs";
import { brokenRules } from "./structure/rules.mjs";

const tracked = (...patterns) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file !== "");

const isProduction = (file) => !/\.test\.tsx?$|\.d\.ts$|.\/testing\//.test(file);
const files = tracked("*.ts", "*.tsx").filter(isProduction);
const packages = new Map(
  tracked("*/package.json").map((file) => [JSON.parse(readFileSync(file, "utf8")).name, dirname(file)]),
);
const graph = importGraph(files, packages);
const problems = [...circlesIn(graph), ...brokenRules(graph)];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
