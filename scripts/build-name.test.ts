import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";

const root = fileURLToPath(new URL("../", import.meta.url));
const text = (path: string) => readFileSync(`${root}${path}`, "utf8");
const { version, workspaces, scripts } = JSON.parse(text("package.json"));

test("the version is that of the newest release in the changelog, or a later one with -dev while changes are unreleased", () => {
  const [newest = "", released = ""] = [...text("CHANGELOG.md").matchAll(/^## (\S+)/gm)].map(
    ([, name]) => name,
  );
  if (newest !== "Unreleased") return expect(version).toBe(newest);
  expect(version).toMatch(/^\d+\.\d+\.\d+-dev$/);
  expect(version.localeCompare(released, "en", { numeric: true })).toBe(1);
});

test("no other manifest has a version, and the lock file has that of package.json", () => {
  const { packages, ...lock } = JSON.parse(text("package-lock.json"));
  expect([lock.version, packages[""].version]).toEqual([version, version]);
  const own = Object.keys(packages).filter((path) => path !== "" && !path.includes("node_modules/"));
  expect(own.length).toBeGreaterThan(workspaces.length);
  expect(own.filter((path) => "version" in JSON.parse(text(`${path}/package.json`)))).toEqual([]);
});

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
