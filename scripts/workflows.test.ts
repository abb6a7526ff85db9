import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../", import.meta.url));
const text = (path: string) => readFileSync(join(root, path), "utf8");
const scripts = Object.keys(JSON.parse(text("package.json")).scripts);

interface Step {
  run?: string;
}
interface Job {
  steps?: Step[];
  uses?: string;
}

const workflows = readdirSync(join(root, ".github/workflows")).map((name) => {
  const path = `.github/workflows/${name}`;
  const { jobs } = parse(text(path)) as { jobs: Record<string, Job> };
  const commands = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run = "" }) => run));
  return { path, jobs: Object.values(jobs), commands: commands.join("\n") };
});

describe.each(workflows)("$path", ({ jobs, commands }) => {
  test("every npm command of the workflow is a script of package.json", () => {
    const named = [...commands.matchAll(/\bnpm (?:run )?([\w:-]+)/g)].map(([, name = ""]) => name);
    expect(named).not.toEqual([]);
    expect(named.filter((name) => name !== "ci" && !scripts.includes(name))).toEqual([]);
  });

  test("every script and workflow that the workflow uses exists", () => {
    const files = [
      ...[...commands.matchAll(/\bscripts\/[\w.-]+/g)].map(([file]) => file),
      ...jobs.flatMap(({ uses }) => (uses?.startsWith("./") ? [uses] : [])),
    ];
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

test("the packages of the lock file are checked for known vulnerabilities of level high at each change and each day", () => {
  const checking = workflows.filter(({ commands }) => /\bnpm audit .*--audit-level=high\b/.test(commands));
  expect(checking.map(({ path }) => Object.keys(parse(text(path)).on))).toEqual([
    expect.arrayContaining(["push", "pull_request", "schedule"]),
  ]);
});

test(".nvmrc names the oldest major version of Node.js that package.json allows", () => {
  const major = text(".nvmrc").trim();
  expect(JSON.parse(text("package.json")).engines.node).toMatch(new RegExp(`^>=${major}\\.`));
});
