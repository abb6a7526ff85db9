/**
 * Checks the imports: no circle between files or folders, the directions between folders, and which features
 * know each other. Type imports count. Circles are not looked for in tests and their own kits.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { circlesIn } from "./structure/circles.mjs";
import { importGraph } from "./structure/import-graph.mjs";
import { brokenRules, unusedPairs } from "./structure/rules.mjs";

const tracked = (...patterns) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file !== "");

const isProduction = (file) => !/\.test\.tsx?$|.\/testing\//.test(file);
const files = tracked("*.ts", "*.tsx").filter((file) => !file.endsWith(".d.ts"));
const packages = new Map(
  tracked("*/package.json").map((file) => [JSON.parse(readFileSync(file, "utf8")).name, dirname(file)]),
);
const graph = importGraph(files, packages);
const problems = [
  ...circlesIn(new Map([...graph].filter(([file]) => isProduction(file)))),
  ...brokenRules(graph),
  ...unusedPairs(graph),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
