import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const root = fileURLToPath(new URL("../", import.meta.url));
const text = (path: string) => readFileSync(`${root}${path}`, "utf8");
const { version, scripts } = JSON.parse(text("package.json"));

const commands = Object.entries<string>(scripts)
  .filter(([, script]) => /scripts\/(command|start|dev)\.mjs/.test(script))
  .map(([name, script]) => [name, script.split(" ").slice(1)] as const);

test.each(commands)("npm run %s -- --version prints the version and the commit", (_name, words) => {
  const { stdout, status } = spawnSync(process.execPath, [...words, "--version"], {
    cwd: root,
    encoding: "utf8",
  });
  const [shown, commit] = stdout.trimEnd().split("+");
  expect({ status, shown }).toEqual({ status: 0, shown: version });
  expect(commit ?? "no repository").not.toBe("");
});
